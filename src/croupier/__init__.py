"""Croupier deals, settles and keeps the book of banking card games.

Three rings: `domain` (the rules, pure), `service` (the use cases and the ports they need) and
`adapters` (everything that touches the world). Imports point inwards only.
"""

from importlib.metadata import version
from typing import Final

__version__: Final = version("croupier")

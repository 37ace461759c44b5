"""Media types of bodies and answers (RFC 9110, 8.3.1), as they are written in full."""

from typing import Final

JSON: Final = "application/json"
HTML: Final = "text/html; charset=utf-8"
TEXT: Final = "text/plain; charset=utf-8"

BYTES: Final = "application/octet-stream"
"""Of what has no registered type of its own."""

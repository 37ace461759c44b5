"""What the refusals that only fan-tan has mean."""

from collections.abc import Mapping
from typing import Final

REFUSALS: Final[Mapping[str, str]] = {
    "no-cut-left": "Every cut that was named for this table has been made.",
    "too-many-bets": "The players have as many bets in this round as can be settled at once.",
}

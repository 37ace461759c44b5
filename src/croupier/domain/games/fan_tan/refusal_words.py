"""What the refusals that only fan-tan has mean."""

from collections.abc import Mapping
from typing import Final

REFUSALS: Final[Mapping[str, str]] = {
    "too-many-bets": "You have as many bets in this round as one seat may have.",
}

"""What the refusals that only blackjack has mean."""

from collections.abc import Mapping
from typing import Final

REFUSALS: Final[Mapping[str, str]] = {
    "may-not-split": "The hand is no pair that may be split now.",
}

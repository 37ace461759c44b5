"""What the refusals that only Slippery Sam has mean."""

from collections.abc import Mapping
from typing import Final

REFUSALS: Final[Mapping[str, str]] = {
    "may-not-pass": "Who can bet, or can pay for another upcard and may still refuse one, has to do so.",
    "no-more-refusals": "You have refused as many upcards in this round as the table's rules allow.",
}

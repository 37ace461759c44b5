"""What the refusals that only Skinball has mean."""

from collections.abc import Mapping
from typing import Final

REFUSALS: Final[Mapping[str, str]] = {
    "bet-banker-first": "A side bet is between two who both have a live bet against the banker.",
    "cover-above-stake": "No more can be covered than was staked or offered.",
    "side-bet-needs-cards": "A side bet is between two who both have a card.",
    "too-many-offers": "So many of your offers of side bets are open that they have to be answered first.",
}

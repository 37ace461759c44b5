"""What a simulation of Slippery Sam compares with the exact odds."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from croupier.domain.cards import RANKS
from croupier.domain.cards import rank as rank_of
from croupier.domain.games.slippery_sam.commands import SlipperySamRules
from croupier.domain.games.slippery_sam.events import BetSettled
from croupier.domain.games.slippery_sam.odds import chance
from croupier.domain.games.statistics import Statistic


def statistics(rules: SlipperySamRules) -> tuple[Statistic, ...]:
    """How often the first bet of a round wins, by the upcard's rank (rule 9)."""
    return tuple(Statistic(f"a hand beats {rank}", chance(rank), _won(rank)) for rank in RANKS)


def _won(rank: str) -> Callable[[Sequence[Any]], Iterator[int]]:
    def observed(events: Sequence[Any]) -> Iterator[int]:
        # Whether there is a later bet depends on how the first ended: an emptied bank passes.
        first = next((event for event in events if isinstance(event, BetSettled)), None)
        if first and rank_of(first.upcard) == rank:
            yield int(first.outcome == "won")

    return observed

"""The verdict over all statistics of a run."""

from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import asdict

from croupier.service.fairness.statistics import Statistic, statistics
from croupier.service.fairness.tally import Tally

LEVEL: Final = 0.01
"""So often, of all runs, a fair shuffle is called unfair."""

LEAST_EXPECTED: Final = 10
"""How often each card is expected at each place, at the least, for the distributions to hold."""


class TooFewDecks(ValueError):
    """With so few decks the statistics would mean nothing; the text says how many it takes."""


class Finding(Statistic, frozen=True, kw_only=True):
    """A statistic, and whether it is what a fair shuffle shows."""

    fair: bool


class Verdict(Struct, frozen=True):
    """What a run found.

    `seeds` tells whether they were drawn fresh or by a file, repeatably. A finding is fair while its p is
    between `bound` and 1 - `bound`: the level shared among all statistics and both ends (Bonferroni).
    """

    decks: int
    packs: int
    seeds: Literal["fresh", "file"]
    level: float
    bound: float
    findings: tuple[Finding, ...]
    fair: bool
    seconds: float
    decks_per_second: int


def least_decks(cards: int) -> int:
    """How many decks of so many cards it takes."""
    return LEAST_EXPECTED * cards


def require_enough(decks: int, cards: int) -> None:
    """Raises `TooFewDecks`."""
    if decks < least_decks(cards):
        raise TooFewDecks(f"for decks of {cards} cards it takes {least_decks(cards):,} decks, not {decks:,}")


def verdict(
    tally: Tally, packs: int, seeds: Literal["fresh", "file"], seconds: float, level: float = LEVEL
) -> Verdict:
    """Judge what was counted in so many seconds. Raises `TooFewDecks`."""
    require_enough(tally.decks, tally.cards)
    found = statistics(tally)
    bound = level / (2 * len(found))
    findings = tuple(Finding(**asdict(one), fair=bound <= one.p <= 1 - bound) for one in found)
    fair = all(finding.fair for finding in findings)
    rate = round(tally.decks / seconds) if seconds else 0
    return Verdict(tally.decks, packs, seeds, level, bound, findings, fair, round(seconds, 3), rate)

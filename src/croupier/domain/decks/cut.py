"""The cut of a shuffled deck: the next draw of the stream that shuffled it (the public deck format, 3)."""

from typing import Final

from croupier.domain.shuffle import Draws

CUTS: Final = range(18, 50)
"""The sizes that a cut may have, in cards: at least a third of a pack (fan-tan, rule 8)."""


def drawn_cut(draws: Draws) -> int:
    """The size of the cut, each equally likely, by the draws that have just shuffled the deck."""
    return CUTS[draws.uniform(len(CUTS))]

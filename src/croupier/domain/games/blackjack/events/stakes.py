"""The events of staking (rules 5, 6, 13).

`hand` numbers the hands of a seat from 1; `stack` is what the seat has left.
"""

from msgspec import Struct


class StakePlaced(Struct, frozen=True, tag="stake-placed"):
    """A seat put its first stake on a hand (rule 5)."""

    seat: int
    hand: int
    stake: int
    stack: int


class BankerDoubled(Struct, frozen=True, tag="banker-doubled"):
    """The banker doubled all stakes (rule 6)."""

    seat: int


class DoubleDeclined(Struct, frozen=True, tag="double-declined"):
    """The banker left the stakes as they are, so nobody redoubles (rule 6)."""

    seat: int


class StakeDoubled(Struct, frozen=True, tag="stake-doubled"):
    """A seat put `added` to the stake of a hand, as much again or all it had left (rule 6)."""

    seat: int
    hand: int
    added: int
    stake: int
    stack: int


class StakeRedoubled(Struct, frozen=True, tag="stake-redoubled"):
    """A seat doubled the stake of a hand once more (rule 6)."""

    seat: int
    hand: int
    added: int
    stake: int
    stack: int


class RedoubleDeclined(Struct, frozen=True, tag="redouble-declined"):
    """A seat left its doubled stakes as they are (rule 6)."""

    seat: int


class HandSplit(Struct, frozen=True, tag="hand-split"):
    """A seat split its pair: the second card is that of the hand `into`, with an equal `stake` (rule 13)."""

    seat: int
    hand: int
    into: int
    stake: int
    stack: int


RaiseEvent = BankerDoubled | DoubleDeclined | StakeDoubled | StakeRedoubled | RedoubleDeclined
StakeEvent = StakePlaced | RaiseEvent | HandSplit

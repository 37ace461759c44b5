"""Amounts of chips: whole units of the table's currency, never floats."""

from typing import Annotated, Final

from msgspec import Meta

MOST: Final = 10**12
"""The most that one command may move: sums of many stay exact in a JSON client (below 2^53)."""

FULL: Final = 2**53 - 1
"""No payment or correction brings a balance beyond this: JSON clients keep integers exact up to here
(RFC 8259, 6). What a player takes from a table into his wallet is never refused."""

Amount = Annotated[int, Meta(ge=1, le=MOST, description="Chips, in whole units of the currency.")]
"""An amount that has to be something."""

AmountOrNone = Annotated[int, Meta(ge=0, le=MOST, description="Chips, in whole units; 0 is none.")]
"""An amount that may be nothing."""

Correction = Annotated[int, Meta(ge=-FULL, le=FULL, description="Chips gained, negative: lost; never 0.")]
"""What the ruling on a dispute moves in sum to one who is concerned, or from him."""

Stake = Annotated[
    int,
    Meta(ge=-MOST, le=MOST, description="Chips put at stake; the rules of the table say how few or many."),
]
"""An amount that a game's own rules judge, so that they refuse it by their own codes."""


def charge(amount: int, percent: int) -> int:
    """`percent` of `amount`, rounded up to the next whole unit (conventions: rounding)."""
    return -(-amount * percent // 100)

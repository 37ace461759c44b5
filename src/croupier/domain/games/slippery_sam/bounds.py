"""What the seat in turn may do, and within which bounds (rules 6-8)."""

from typing import Final

from croupier.domain.amounts import charge
from croupier.domain.decks.state import deck_of
from croupier.domain.games.slippery_sam.state import SlipperySamTable, turn_of

FIFTH: Final = 20
"""A fifth, in percent."""


def price_of_turn(table: SlipperySamTable) -> int:
    """Rule 7: the fixed price, or a fifth of the bank as it stands when a turn begins, rounded up."""
    price = table.rules.upcard_price
    return price if isinstance(price, int) else charge(table.bank, FIFTH)


def least_bet(table: SlipperySamTable) -> int:
    """Rule 6: the minimum, or the whole bank when it holds less."""
    return min(table.limits.min, table.bank)


def refusals_left(table: SlipperySamTable) -> int:
    """Rules 7 and 8: how many upcards the seat in turn may still refuse, as far as the pack has others."""
    return min(table.rules.refusals - turn_of(table).refusals, deck_of(table).left)


def may_pass(table: SlipperySamTable) -> bool:
    """Rule 8: after the last refusal, or who can pay neither the least bet nor the price."""
    turn = turn_of(table)
    too_poor = table.seats[turn.seat].stack < min(least_bet(table), turn.price)
    return too_poor or not refusals_left(table)

"""Starting a round, and choosing who banks next (rules 3-5, 18-20)."""

from croupier.domain.amounts import MOST
from croupier.domain.games.blackjack.bank import banker_at, players
from croupier.domain.games.blackjack.phases import phase_of
from croupier.domain.games.blackjack.state import BlackjackTable
from croupier.domain.options import OneOf, Option, Range


def start_options(table: BlackjackTable, seat: int) -> tuple[Option, ...]:
    """The banker with chips starts, when somebody can stake against him."""
    if table.decks.exhausted or seat != banker_at(table):
        return ()
    able = table.seats[seat].stack and players(table, seat)
    return (Option("start-round"),) if able else ()


def bank_options(table: BlackjackTable, seat: int) -> tuple[Option, ...]:
    """Rules 18 and 19: who won the bank takes or sells it; who is offered it buys it or not."""
    if phase_of(table) != "bank":
        return ()
    offer = table.play.offer
    if offer is None:
        return _heir(table, seat) if seat == table.play.heir else ()
    if seat != offer.to:
        return ()
    can_pay = table.seats[seat].stack >= offer.price
    return (*((Option("buy-bank"),) if can_pay else ()), Option("refuse-bank"))


def _heir(table: BlackjackTable, seat: int) -> tuple[Option, ...]:
    others = tuple(other for other in table.seats if other != seat)
    return (Option("take-bank"), Option("sell-bank", {"to": OneOf(others), "price": Range(1, MOST)}))

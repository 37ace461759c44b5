"""Naturals (rules 8, 9)."""

from croupier.domain.games.blackjack.events.hands import BankerTurnedUp
from croupier.domain.games.blackjack.hands import cards_of, live
from croupier.domain.games.blackjack.settlement import collect, pay, show
from croupier.domain.games.blackjack.state import BlackjackTable, Steps
from croupier.domain.games.blackjack.values import is_natural, total
from croupier.domain.table.bank.banker import banker_in


def settle_naturals(table: BlackjackTable) -> Steps:
    """Rules 8 and 9: the banker's natural takes from all, else he pays those of the players at once."""
    own = cards_of(table, table.play.own)
    if is_natural(own):
        table = yield BankerTurnedUp(banker_in(table), own, total(own), 8)
        return (yield from _collect_from_all(table))
    for hand in live(table.play):
        if is_natural(cards_of(table, hand.cards)):
            table = yield from show(table, hand)
            table = yield from pay(table, hand, 9, times=2)
    return table


def _collect_from_all(table: BlackjackTable) -> Steps:
    """Rule 8: every player pays twice his stake, as far as his stack goes; with a natural once."""
    for hand in live(table.play):
        if is_natural(cards_of(table, hand.cards)):
            table = yield from show(table, hand)
            table = yield from collect(table, hand, 8)
        else:
            table = yield from collect(table, hand, 8, times=2)
    return table

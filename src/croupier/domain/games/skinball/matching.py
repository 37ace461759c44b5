"""Matches: a card of the same rank comes out of the box (rules 8, 10, 11, 14-17, 19)."""

from croupier.domain.cards import Card
from croupier.domain.games.skinball.commission import charge_on_win
from croupier.domain.games.skinball.events import (
    CENTRE,
    BankerAsked,
    BetSettled,
    DealOnDecided,
    Holder,
    PairDiscarded,
)
from croupier.domain.games.skinball.rounds import end_when_matched
from croupier.domain.games.skinball.side_bets import settle_side_bets
from croupier.domain.games.skinball.state import SkinballTable, Steps, bank_spent, from_bankers_right
from croupier.domain.table.bank.banker import banker_in


def match_card(table: SkinballTable, holder: Holder, card: Card, mate: Card) -> Steps:
    """The live `card` is matched by its `mate`; in the centre (rule 14) no money is on it."""
    if holder == CENTRE:
        return (yield PairDiscarded(CENTRE, card, mate, 14))
    if holder == banker_in(table):
        return (yield from _match_banker(table, holder, card, mate))
    return (yield from _match_player(table, holder, card, mate))


def _match_banker(table: SkinballTable, banker: int, card: Card, mate: Card) -> Steps:
    """Rules 8 and 11; then rule 15 if no side bet is open, else rule 16, or 19 if his bank is spent."""
    for seat in from_bankers_right(table):
        if seat in table.play.cards and table.play.cards[seat].stake:
            table = yield _won(table, seat)
    table = yield PairDiscarded(banker, card, mate, 11)
    if not table.play.side_bets:
        return (yield from end_when_matched(table))
    if bank_spent(table):
        return (yield DealOnDecided(banker, 19))
    return (yield BankerAsked(banker, 16))


def _match_player(table: SkinballTable, seat: int, card: Card, mate: Card) -> Steps:
    """Rules 8, 10 and 11; rule 17 while the banker has no card: void, but for the side bets on it."""
    void = table.play.bankers_card is None
    if table.play.cards[seat].stake:
        table = yield _lost(table, seat)
    table = yield from settle_side_bets(table, seat)
    table = yield PairDiscarded(seat, card, mate, 17 if void else 11)
    if void and not table.play.side_bets:
        return (yield from end_when_matched(table))
    return table


def _won(table: SkinballTable, seat: int) -> BetSettled:
    """The player takes both amounts, less the charge on his win (rule 20)."""
    held, banker = table.play.cards[seat], banker_in(table)
    charged = charge_on_win(held.stake, table.rules)
    profit = held.stake - charged
    stack = table.seats[seat].stack + held.stake + profit
    bank = table.seats[banker].stack
    return BetSettled(seat, held.card, "won", 8, held.stake, profit, charged, stack, banker, bank)


def _lost(table: SkinballTable, seat: int) -> BetSettled:
    """The banker takes both amounts."""
    held, banker = table.play.cards[seat], banker_in(table)
    stack, bank = table.seats[seat].stack, table.seats[banker].stack + 2 * held.stake
    return BetSettled(seat, held.card, "lost", 8, held.stake, -held.stake, 0, stack, banker, bank)

"""Giving all open bets back (rule 21)."""

from croupier.domain.games.skinball.events import BetSettled, SideBetSettled
from croupier.domain.games.skinball.state import SkinballTable, Steps
from croupier.domain.table.bank.banker import banker_in


def return_bets(table: SkinballTable) -> Steps:
    """Rule 21: the box has run out, everybody gets back what lies of his.

    In play it never does, since every live card has its three mates in the box when it is laid (rule 14).
    """
    for seat, held in table.play.cards.items():
        if held.stake:
            table = yield _returned(table, seat)
    for bet in table.play.side_bets:
        stack = table.seats[bet.seat].stack + bet.stake
        other = table.seats[bet.against].stack + bet.stake
        table = yield SideBetSettled(
            bet.bet, bet.seat, bet.against, "returned", 21, bet.stake, 0, 0, stack, other
        )
    return table


def _returned(table: SkinballTable, seat: int) -> BetSettled:
    held, banker = table.play.cards[seat], banker_in(table)
    stack, bank = table.seats[seat].stack + held.stake, table.seats[banker].stack + held.stake
    return BetSettled(seat, held.card, "returned", 21, held.stake, 0, 0, stack, banker, bank)

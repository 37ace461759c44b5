"""The house's charge on bets against the banker (rule 20)."""

from croupier.domain.amounts import charge
from croupier.domain.games.skinball.commands import SkinballRules
from croupier.domain.games.skinball.events import CommissionTaken
from croupier.domain.games.skinball.state import SkinballTable, Steps
from croupier.domain.table.bank.banker import banker_in


def charge_on_win(stake: int, rules: SkinballRules) -> int:
    """Rule 20, `every-win`: what a player who wins such a bet pays at once."""
    commission = rules.commission
    return charge(stake, commission.percent) if commission and commission.on == "every-win" else 0


def take_commission(table: SkinballTable) -> Steps:
    """Rule 20: at the end of the round, of the last win or of the banker's net winnings.

    Its payer always has it: after the last win no bet is live and no side bet is made, and a banker ends with
    what he began with and his net winnings.
    """
    commission, play = table.rules.commission, table.play
    if commission is None:
        return table
    if commission.on == "every-win":
        return (yield from _take(table, banker_in(table), max(play.net, 0), commission.percent))
    if play.last_win is None:
        return table
    return (yield from _take(table, play.last_win.seat, play.last_win.stake, commission.percent))


def _take(table: SkinballTable, seat: int, amount: int, percent: int) -> Steps:
    taken = charge(amount, percent)
    if not taken:
        return table
    stack = table.seats[seat].stack - taken
    return (yield CommissionTaken(seat, amount, percent, taken, stack, table.house + taken, 20))

"""The chips of a fan-tan table that lie in no stack, and who banks."""

from croupier.domain.games.fan_tan.banking import banker_at
from croupier.domain.games.fan_tan.state import FanTanTable
from croupier.domain.games.game import Standing


def standing(table: FanTanTable) -> Standing:
    """The bank is set apart, the bets are in play."""
    in_play = sum(bet.stake for bet in table.play.bets)
    return Standing(bank=table.bank, in_play=in_play, banker=banker_at(table))

"""The chips of a punto banco table that lie in no stack, and who banks."""

from croupier.domain.games.baccarat.state import BaccaratTable
from croupier.domain.games.game import Standing


def standing(table: BaccaratTable) -> Standing:
    """The house banks, without a bank set apart; the bets are in play."""
    return Standing(bank=0, in_play=sum(bet.stake for bet in table.play.bets), banker=None)

"""The chips of a blackjack table that lie in no stack, and who banks."""

from croupier.domain.games.blackjack.bank import banker_at
from croupier.domain.games.blackjack.hands import live
from croupier.domain.games.blackjack.state import BlackjackTable
from croupier.domain.games.game import Standing


def standing(table: BlackjackTable) -> Standing:
    """The banker banks from his stack; the stakes of hands not settled are in play."""
    return Standing(bank=0, in_play=sum(hand.stake for hand in live(table.play)), banker=banker_at(table))

"""The chips of a Skinball table that lie in no stack, and who banks."""

from croupier.domain.games.game import Standing
from croupier.domain.games.skinball.banking import banker_at
from croupier.domain.games.skinball.state import CoverDue, SkinballTable


def standing(table: SkinballTable) -> Standing:
    """The banker banks from his stack; in play are both sides of all bets, and a stake not yet covered."""
    play = table.play
    live = sum(held.stake for held in play.cards.values()) + sum(bet.stake for bet in play.side_bets)
    waiting = play.pending.stake if isinstance(play.pending, CoverDue) else 0
    return Standing(bank=0, in_play=2 * live + waiting, banker=banker_at(table))

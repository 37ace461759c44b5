"""The chips of a Slippery Sam table that lie in no stack, and who banks."""

from croupier.domain.games.game import Standing
from croupier.domain.games.slippery_sam.banking import banker_at
from croupier.domain.games.slippery_sam.state import SlipperySamTable


def standing(table: SlipperySamTable) -> Standing:
    """A player banks; a stake lies only while its bet is being settled."""
    turn = table.play.turn
    return Standing(bank=table.bank, in_play=turn.stake if turn else 0, banker=banker_at(table))

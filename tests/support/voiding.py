"""What must be true of a table right after a round of it was voided."""

from croupier.domain.games.game import Game
from croupier.domain.table.events import RoundVoided
from croupier.domain.table.state import AnyTable

ENDING = ("close-table", "void-round")
VOIDED = 5
"""A round is voided only when the number of commands is a multiple: most rounds are to be played through."""


def require_as_before(game: Game, before: AnyTable, after: AnyTable, event: RoundVoided) -> None:
    """All is as it was; whoever asked to leave is still there, and the deck not revealed yet."""
    stacks = {seat: sat.stack for seat, sat in before.seats.items()}
    assert stacks == {seat: sat.stack for seat, sat in after.seats.items()}
    assert stacks == {one.seat: one.stack for one in event.stacks}
    assert (before.play, before.limits) == (after.play, after.limits)
    assert (before.bank, before.banker, before.house) == (after.bank, after.banker, after.house)
    assert (event.bank, event.banker, event.house) == (after.bank, after.banker, after.house)
    assert game.standing(before) == game.standing(after)
    assert (after.round, after.in_round) == (before.round + 1, False)
    assert after.voided[-1].round == after.round

"""Noting who tried what he may not: the refusals that come before a command is handled at all."""

from typing import Final

from croupier.adapters.http.operations import Operation
from croupier.domain.ids import wallet_of
from croupier.service.attempts import Refusals, Tried, tag_of_type
from croupier.service.callers import Caller
from croupier.service.disputes.ids import is_dispute
from croupier.service.errors import Forbidden
from croupier.service.ids import game_of_table, is_player
from croupier.service.roles import Use

_COMMANDING: Final[frozenset[Use]] = frozenset(
    ("command-table", "move-money", "open-dispute", "answer-dispute", "comment-dispute", "judge-dispute")
)


def note_forbidden(
    refusals: Refusals, caller: Caller, stream: str | None, command: str, request_id: str, refusal: Forbidden
) -> None:
    """Note as the caller's attempt that he may not give the command to the stream; None: to none."""
    if stream is not None:
        refusals.note(Tried(caller.log, stream, caller.actor, command, request_id=request_id), refusal)


def commanded(operation: Operation, named: dict[str, str]) -> tuple[str | None, str]:
    """The stream that a request at an ordinary route commands, by what its path names, and the command.

    None where the route gives no command, or its path can't name any stream.
    """
    command = tag_of_type(operation.body) or operation.id
    if operation.use not in _COMMANDING:
        return None, command
    match named:
        case {"table": table} if game_of_table(table):
            return table, command
        case {"player": player} if is_player(player):
            return wallet_of(player), command
        case {"dispute": dispute} if is_dispute(dispute):
            return dispute, command
        case _:
            return None, command

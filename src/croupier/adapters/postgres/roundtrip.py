"""One round trip to the database's function `append`, straight through libpq's pipeline mode.

Psycopg's cursors would adapt each parameter and describe each answer anew; here both are known.
"""

from collections import deque
from collections.abc import Sequence
from functools import partial
from typing import Any

from psycopg import AsyncConnection, generators
from psycopg.abc import PQGen
from psycopg.errors import error_from_result
from psycopg.pq import ExecStatus, Format
from psycopg.pq.abc import PGconn, PGresult

from croupier.adapters.postgres.batch import OutcomeRow
from croupier.adapters.postgres.queries import PREPARE_APPEND, PREPARE_LOCK

_LOCK = b"croupier_lock"
_APPEND = b"croupier_append"
_ANSWERS = 3
"""To the lock, to the call, and to the end of the pipeline."""


async def prepare(connection: AsyncConnection[Any]) -> None:
    """Prepare the two statements of a round trip on a new connection."""
    await connection.execute(PREPARE_LOCK.format(name=_LOCK.decode()))
    await connection.execute(PREPARE_APPEND.format(name=_APPEND.decode()))


def round_trip(connection: PGconn, log: str, parameters: Sequence[bytes]) -> PQGen[PGresult]:
    """Take the log's lock, then append: one transaction without a BEGIN.

    It commits, or undoes all, at the pipeline's end; nothing is believed before that has come back. Raises
    `psycopg.Error`.
    """
    lock = partial(connection.send_query_prepared, _LOCK, [log.encode()])
    call = partial(
        connection.send_query_prepared,
        _APPEND,
        parameters,
        param_formats=[Format.BINARY] * len(parameters),
        result_format=Format.BINARY,
    )
    connection.enter_pipeline_mode()
    answers = yield from generators.pipeline_communicate(
        connection, deque([lock, call, connection.pipeline_sync])
    )
    while len(answers) < _ANSWERS:
        answers.append((yield from generators.fetch_many(connection)))
    connection.exit_pipeline_mode()
    for (answer,) in answers:
        if answer.status == ExecStatus.FATAL_ERROR:
            raise error_from_result(answer)
    outcome: PGresult = answers[1][0]
    return outcome


def rows(answer: PGresult) -> list[OutcomeRow]:
    """The rows that `append` returned."""
    return [
        (
            _number(answer.get_value(row, 0)),
            _number(answer.get_value(row, 1)),
            answer.get_value(row, 2),
            answer.get_value(row, 3),
        )
        for row in range(answer.ntuples)
    ]


def _number(value: bytes | None) -> int | None:
    return None if value is None else int.from_bytes(value, "big", signed=True)

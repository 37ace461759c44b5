"""One round trip to the database's function `append`, straight through libpq's pipeline mode.

Psycopg's cursors would adapt each parameter and describe each answer anew; here both are known.
"""

from collections.abc import Sequence
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


async def prepare(connection: AsyncConnection[Any]) -> None:
    """Prepare the two statements of a round trip on a new connection."""
    await connection.execute(PREPARE_LOCK.format(name=_LOCK.decode()))
    await connection.execute(PREPARE_APPEND.format(name=_APPEND.decode()))


def round_trip(connection: PGconn, log: str, parameters: Sequence[bytes]) -> PQGen[PGresult]:
    """Take the log's lock, then append: one transaction without a BEGIN.

    It commits, or undoes all, at the pipeline's end; nothing is believed before that has come back. Raises
    `psycopg.Error`.
    """
    connection.enter_pipeline_mode()
    connection.send_query_prepared(_LOCK, [log.encode()])
    connection.send_query_prepared(
        _APPEND,
        parameters,
        param_formats=[Format.BINARY] * len(parameters),
        result_format=Format.BINARY,
    )
    connection.pipeline_sync()
    yield from generators.send(connection)
    to_lock = yield from generators.fetch_many(connection)
    to_call: list[PGresult] = yield from generators.fetch_many(connection)
    to_sync = yield from generators.fetch_many(connection)
    connection.exit_pipeline_mode()
    for (answer,) in (to_lock, to_call, to_sync):
        if answer.status == ExecStatus.FATAL_ERROR:
            raise error_from_result(answer)
    return to_call[0]


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

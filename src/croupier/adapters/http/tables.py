"""Routes of tables, but for the commands at them."""

from typing import Final

from litestar import Response, get, post
from litestar.params import FromPath
from msgspec import Raw, Struct

from croupier.adapters.http.arrivals import AnyRequest, arrival, reader
from croupier.adapters.http.commands import require_table
from croupier.adapters.http.cursors import cursor as cursor_behind
from croupier.adapters.http.cursors import table_behind
from croupier.adapters.http.etags import etag, none_match
from croupier.adapters.http.openapi.shapes import TABLE_ANSWER, TABLE_HISTORY, TABLE_READING, retyped
from croupier.adapters.http.operations import Operation, described
from croupier.adapters.http.parameters import After, AtLeast, Cursor, Entries, OfGame, OfStatus, Tables
from croupier.adapters.http.replies import encode, opened, reply, unchanged
from croupier.adapters.http.table_bodies import BODIES, read_opening
from croupier.service.answers import table_answer
from croupier.service.handling import with_position
from croupier.service.history import history_page
from croupier.service.opening import table_order
from croupier.service.ports import LobbyQuery
from croupier.service.projection.rendering import TableSummary
from croupier.service.reading import viewer_name


class Lobby(Struct, frozen=True):
    """A page of tables in the order of their ids; `next` goes on behind it, null at the end of the list.

    All of the log's entries up to `position` are in it. A page may be short and yet not the last.
    """

    tables: tuple[Raw, ...]
    next: str | None
    position: int


_LOBBY: Final = retyped(Lobby, "Lobby", {"tables": tuple[TableSummary, ...]})


@post(
    "/v1/tables",
    opt=described(
        Operation(
            "openTable",
            "Tables",
            "open-table",
            TABLE_ANSWER,
            tuple(BODIES.values()),
            ("fixed-decks-not-allowed", "impossible-deck", "invalid-limits", "unknown-target"),
            keyed=True,
            opens=True,
        )
    ),
)
async def open_table(request: AnyRequest) -> Response[bytes]:
    """Open a table.

    The service chooses its id, which begins with the game's. Send an `Idempotency-Key`, so that a request
    sent again after a lost answer opens no second table.
    """
    arrived = await arrival(request, "open-table", read_opening)
    services, caller = arrived.services, arrived.caller
    order = table_order(services, caller, *arrived.body, arrived.key, arrived.request_id)
    receipt = await services.handling.handle(order, table_answer(caller.actor))
    return opened(receipt, "/v1/tables/{table}")


@get(
    "/v1/tables",
    opt=described(Operation("listTables", "Tables", "list-tables", _LOBBY)),
)
async def list_tables(
    request: AnyRequest,
    game: OfGame = None,
    status: OfStatus = None,
    cursor: Cursor = None,
    limit: Tables = 50,
    at_least: AtLeast = -1,
) -> Response[bytes]:
    """List the operator's tables.

    In the order of their ids, so that paging is stable while tables come and go.
    """
    arrived = await reader(request, "list-tables")
    query = LobbyQuery(limit, table_behind(cursor) if cursor else "", game, status)
    page = await arrived.services.reading.lobby(arrived.caller.log, query, at_least)
    behind = cursor_behind(page.after) if page.after else None
    return reply(encode(Lobby(tuple(map(Raw, page.summaries)), behind, page.position)))


@get(
    "/v1/tables/{table:str}",
    opt=described(
        Operation(
            "readTable", "Tables", "read-table", TABLE_READING, refusals=("not-found",), conditional=True
        )
    ),
)
async def read_table(request: AnyRequest, table: FromPath[str], at_least: AtLeast = -1) -> Response[bytes]:
    """Read a table.

    As the caller may see it, with what he may do there now: a player as his seat or as anybody, an
    operator as the house. The ETag is the table's revision; `If-None-Match` with it gets 304.
    """
    arrived = await reader(request, "read-table")
    caller = arrived.caller
    require_table(caller, table)
    reading = arrived.services.reading
    kept = await reading.table(caller.log, table, viewer_name(caller.actor), at_least)
    if not none_match(arrived.headers, kept.revision):
        return unchanged(kept.revision)
    return reply(with_position(kept.body, kept.position), headers={"etag": etag(kept.revision)})


@get(
    "/v1/tables/{table:str}/events",
    opt=described(
        Operation("readTableEvents", "Tables", "read-events", TABLE_HISTORY, refusals=("not-found",))
    ),
)
async def read_events(
    request: AnyRequest, table: FromPath[str], after: After = -1, limit: Entries = 100
) -> Response[bytes]:
    """Read what happened at a table.

    Every accepted command with its events, in the order of the log. `after` is a position of the log, as
    answers to commands name it; read on with the `after` of the answer.
    """
    arrived = await reader(request, "read-events")
    require_table(arrived.caller, table)
    services, log = arrived.services, arrived.caller.log
    return reply(encode(await history_page(services.streams, services.history, log, table, after, limit)))

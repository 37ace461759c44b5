"""Routes of tables, but for the commands at them."""

from typing import Final

from litestar import Response, get, post
from litestar.params import FromPath
from msgspec import Raw, Struct

from croupier.adapters.http.answers.paging import cursor_at, paged, place_at
from croupier.adapters.http.answers.replies import opened, reply, unchanged
from croupier.adapters.http.arrivals import AnyRequest, Arrival, arrival, reader
from croupier.adapters.http.commands import require_table
from croupier.adapters.http.openapi.shapes import TABLE_ANSWER, TABLE_HISTORY, TABLE_READING, retyped
from croupier.adapters.http.operations import Operation, described
from croupier.adapters.http.requests.etags import etag, none_match
from croupier.adapters.http.requests.parameters import (
    After,
    AtLeast,
    Cursor,
    Entries,
    OfGame,
    OfStatus,
    Since,
    Tables,
    Until,
    Wait,
    WithEvent,
    WithPlayer,
    time_of,
)
from croupier.adapters.http.requests.waiting import moved, up_to
from croupier.adapters.http.routes.histories import history
from croupier.adapters.http.routes.table_bodies import BODIES, Opening, read_opening
from croupier.service.answers import table_answer
from croupier.service.handling import with_position
from croupier.service.history import HistoryQuery
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
            body=tuple(BODIES.values()),
            read=read_opening,
            refusals=("fixed-decks-not-allowed", "impossible-deck", "invalid-limits", "unknown-target"),
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
    arrived: Arrival[Opening] = await arrival(request)
    services, caller = arrived.services, arrived.caller
    order = table_order(services, caller, *arrived.body, arrived.key, arrived.request_id)
    receipt = await services.handling.handle(order, table_answer(caller.actor))
    return opened(receipt, "/v1/tables/{table}")


@get(
    "/v1/tables",
    opt=described(Operation("listTables", "Tables", "list-tables", _LOBBY, refusals=("not-yet",))),
)
async def list_tables(
    request: AnyRequest,
    game: OfGame = None,
    status: OfStatus = None,
    player: WithPlayer = None,
    cursor: Cursor = None,
    limit: Tables = 50,
    at_least: AtLeast = -1,
) -> Response[bytes]:
    """List the operator's tables.

    In the order of their ids, so that paging is stable while tables come and go. A player may ask for those
    at which he has a seat himself, and not for another player's; whoever else may list tables may ask for
    any player's. A token for one table lists that one.
    """
    arrived = await reader(request)
    if player is not None:
        arrived.caller.require_player(player)
    reading, log = arrived.services.reading, arrived.caller.log
    after, only = place_at(request, arrived, cursor) or "", arrived.caller.table
    query = LobbyQuery(limit, after, game, status, player, only)
    page = await up_to(request, arrived, at_least, lambda: reading.lobby(log, query, at_least))
    behind = cursor_at(request, arrived, page.after)
    return paged(request, Lobby(tuple(map(Raw, page.summaries)), behind, page.position), behind)


@get(
    "/v1/tables/{table:str}",
    opt=described(
        Operation(
            "readTable",
            "Tables",
            "read-table",
            TABLE_READING,
            refusals=("not-found", "not-yet"),
            conditional=True,
        )
    ),
)
async def read_table(
    request: AnyRequest, table: FromPath[str], at_least: AtLeast = -1, wait: Wait = 0
) -> Response[bytes]:
    """Read a table.

    As the caller may see it, with what he may do there now: a player as his seat or as anybody, an
    operator as the house. The ETag is the table's revision; `If-None-Match` with it gets 304, with `wait`
    only once nothing has happened for so long.
    """
    arrived = await reader(request)
    caller = arrived.caller
    require_table(caller, table)
    reading, viewer = arrived.services.reading, viewer_name(caller.actor)
    kept = await up_to(request, arrived, at_least, lambda: reading.table(caller.log, table, viewer, at_least))
    if not none_match(arrived.headers, kept.revision):
        now = await moved(request, arrived, table, kept.revision, wait) if wait else kept.revision
        if now == kept.revision:
            return unchanged(kept.revision)
        kept = await reading.newer(caller.log, table, viewer, now)
    return reply(with_position(kept.body, kept.position), headers={"etag": etag(kept.revision)})


@get(
    "/v1/tables/{table:str}/events",
    opt=described(
        Operation(
            "readTableEvents",
            "Tables",
            "read-events",
            TABLE_HISTORY,
            refusals=("not-found", "not-yet"),
            conditional=True,
        )
    ),
)
async def read_events(
    request: AnyRequest,
    table: FromPath[str],
    after: After = -1,
    since: Since = None,
    until: Until = None,
    event: WithEvent = None,
    limit: Entries = 100,
    at_least: AtLeast = -1,
    wait: Wait = 0,
) -> Response[bytes]:
    """Read what happened at a table.

    Every accepted command with its events, in the order of the log. `after` is a position of the log, as
    answers to commands name it; read on with the `after` of the answer. With `wait` the answer comes as soon
    as there is something.
    """
    arrived = await reader(request)
    require_table(arrived.caller, table)
    query = HistoryQuery(after, limit, time_of("since", since), time_of("until", until), event)
    return await history(request, arrived, table, query, at_least, wait)

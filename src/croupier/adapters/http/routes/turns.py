"""The route by which a test table's operator lets somebody's time run out."""

from litestar import Response, post
from litestar.params import FromPath

from croupier.adapters.http.answers.replies import accepted
from croupier.adapters.http.arrivals import AnyRequest, arrival
from croupier.adapters.http.commands import require_table
from croupier.adapters.http.openapi.shapes import TABLE_ANSWER
from croupier.adapters.http.operations import Operation, described
from croupier.adapters.http.requests.etags import if_match
from croupier.domain.table.commands import ExpireTurn
from croupier.service.answers import table_answer
from croupier.service.clock_by_hand import expiry_order


@post(
    "/v1/tables/{table:str}/expire-turn",
    status_code=200,
    opt=described(
        Operation(
            "expireTurn",
            "Play",
            "command-table",
            TABLE_ANSWER,
            body=ExpireTurn,
            refusals=(
                "not-found",
                "no-cut-left",
                "no-deck-left",
                "no-draw-left",
                "not-your-turn",
                "table-closed",
                "wrong-phase",
            ),
            keyed=True,
            matched=True,
        )
    ),
)
async def expire_turn(request: AnyRequest, table: FromPath[str]) -> Response[bytes]:
    """Expire turn.

    Makes the game's default action for who is waited for, as the clock does. For test tables only: an
    operator may with a test key, at a table whose cards are named and which has no decision times. Everywhere
    else the clock alone ends a turn.
    """
    arrived = await arrival(request)
    caller = arrived.caller
    require_table(caller, table)
    revisions = if_match(arrived.headers)
    order = await expiry_order(arrived.services, caller, table, revisions, arrived.key, arrived.request_id)
    return accepted(await arrived.services.handling.handle(order, table_answer(caller.actor)))

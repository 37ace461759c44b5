"""The route that lists the rounds of a table that were called off."""

from litestar import Response, get
from litestar.params import FromPath
from msgspec import Struct

from croupier.adapters.http.answers.paging import cursor_at, paged, place_at
from croupier.adapters.http.arrivals import AnyRequest, reader
from croupier.adapters.http.commands import require_table
from croupier.adapters.http.operations import Operation, described
from croupier.adapters.http.requests.parameters import AtLeast, Cursor, Listed
from croupier.adapters.http.requests.waiting import require
from croupier.service.rounds.voided import VoidedRoundListed, voided_page


class VoidedRounds(Struct, frozen=True):
    """Rounds of a table that were called off, in the order of their numbers; `voided` counts all of them.

    `next` goes on behind them, null at the end of the list.
    """

    table: str
    voided: int
    rounds: tuple[VoidedRoundListed, ...]
    next: str | None


@get(
    "/v1/tables/{table:str}/voided-rounds",
    opt=described(
        Operation("listVoidedRounds", "Tables", "read-table", VoidedRounds, refusals=("not-found", "not-yet"))
    ),
)
async def list_voided_rounds(
    request: AnyRequest,
    table: FromPath[str],
    cursor: Cursor = None,
    limit: Listed = 50,
    at_least: AtLeast = -1,
) -> Response[bytes]:
    """List the rounds that were called off.

    Each with the operator's reason, who gave it, when and where in the log.
    """
    arrived = await reader(request)
    require_table(arrived.caller, table)
    after = int(place_at(request, arrived, cursor) or 0)
    await require(request, arrived, at_least)
    services = arrived.services
    page = await voided_page(services.streams, services.reporting, arrived.caller.log, table, after, limit)
    next = cursor_at(request, arrived, page.after)
    return paged(request, VoidedRounds(table, page.voided, page.rounds, next), next)

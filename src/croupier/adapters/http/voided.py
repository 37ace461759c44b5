"""The route that lists the rounds of a table that were called off."""

from litestar import Response, get
from litestar.params import FromPath
from msgspec import Struct

from croupier.adapters.http.arrivals import AnyRequest, Arrival, reader
from croupier.adapters.http.commands import require_table
from croupier.adapters.http.operations import Operation, described
from croupier.adapters.http.paging import cursor_at, paged, place_at
from croupier.adapters.http.parameters import AtLeast, Cursor, Listed
from croupier.adapters.http.waiting import require
from croupier.domain.decider import Actor
from croupier.domain.table.state import VoidedRound
from croupier.service.errors import NotFound
from croupier.service.rounds.ids import round_id


class VoidedRoundListed(Struct, frozen=True):
    """A round that was called off: its id, its number at the table, why, and by whom."""

    round: str
    number: int
    reason: str
    actor: Actor


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

    Each with the operator's reason, and who gave it.
    """
    arrived = await reader(request)
    require_table(arrived.caller, table)
    after = int(place_at(request, arrived, cursor) or 0)
    await require(request, arrived, at_least)
    loaded = await arrived.services.streams.catch_up(arrived.caller.log, table)
    if loaded.revision == 0:
        raise NotFound("there is no such table")
    voided = loaded.state.voided
    behind = [one for one in voided if one.round > after]
    page = behind[:limit]
    listed = tuple([await _listed(arrived, table, one) for one in page])
    next = cursor_at(request, arrived, page[-1].round if len(behind) > limit else None)
    return paged(request, VoidedRounds(table, len(voided), listed, next), next)


async def _listed(arrived: Arrival[None], table: str, voided: VoidedRound) -> VoidedRoundListed:
    actor = await arrived.services.reporting.ended_by(arrived.caller.log, table, voided.round)
    return VoidedRoundListed(round_id(table, voided.round), voided.round, voided.reason, actor)

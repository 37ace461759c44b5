"""The route that lists the rounds of a table that were called off."""

from typing import Annotated

from litestar import Response, get
from litestar.params import FromPath, QueryParameter
from msgspec import Struct

from croupier.adapters.http.arrivals import AnyRequest, reader
from croupier.adapters.http.commands import require_table
from croupier.adapters.http.operations import Operation, described
from croupier.adapters.http.parameters import Entries
from croupier.adapters.http.replies import encode, reply
from croupier.service.errors import NotFound
from croupier.service.rounds.ids import round_id

AfterRound = Annotated[
    int, QueryParameter(ge=0, le=10**9, description="Only rounds with a number above this.")
]


class VoidedRoundListed(Struct, frozen=True):
    """A round that was called off: its id, its number at the table, and why."""

    round: str
    number: int
    reason: str


class VoidedRounds(Struct, frozen=True):
    """Rounds of a table that were called off, in the order of their numbers; `voided` counts all of them.

    `after` is the number to read on from; `more`: there are more by now.
    """

    table: str
    voided: int
    rounds: tuple[VoidedRoundListed, ...]
    after: int
    more: bool


@get(
    "/v1/tables/{table:str}/voided-rounds",
    opt=described(
        Operation("listVoidedRounds", "Tables", "read-table", VoidedRounds, refusals=("not-found",))
    ),
)
async def list_voided_rounds(
    request: AnyRequest, table: FromPath[str], after: AfterRound = 0, limit: Entries = 100
) -> Response[bytes]:
    """List the rounds that were called off.

    Each with the operator's reason. Read on with the `after` of the answer.
    """
    arrived = await reader(request, "read-table")
    require_table(arrived.caller, table)
    loaded = await arrived.services.streams.catch_up(arrived.caller.log, table)
    if loaded.revision == 0:
        raise NotFound("there is no such table")
    voided = loaded.state.voided
    behind = [one for one in voided if one.round > after]
    page = behind[:limit]
    listed = tuple(VoidedRoundListed(round_id(table, one.round), one.round, one.reason) for one in page)
    last = page[-1].round if page else after
    return reply(encode(VoidedRounds(table, len(voided), listed, last, len(behind) > limit)))

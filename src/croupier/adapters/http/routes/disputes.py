"""Routes of disputes: opening one, listing and reading them."""

from typing import Annotated, Final, Literal

from litestar import Response, get, post
from litestar.params import FromPath, QueryParameter
from msgspec import UNSET, Struct

from croupier.adapters.http.answers.paging import cursor_at, paged, place_at
from croupier.adapters.http.answers.replies import encode, opened, reply, unchanged
from croupier.adapters.http.arrivals import AnyRequest, Arrival, arrival, reader
from croupier.adapters.http.openapi.shapes import DISPUTE_ANSWER, DISPUTE_READING
from croupier.adapters.http.operations import Operation, described
from croupier.adapters.http.problems.faults import InvalidBody, Pointed
from croupier.adapters.http.requests.etags import etag, none_match
from croupier.adapters.http.requests.parameters import (
    After,
    AtLeast,
    Cursor,
    Entries,
    Since,
    Until,
    WithEvent,
    time_of,
)
from croupier.adapters.http.requests.waiting import require
from croupier.service.callers import Caller
from croupier.service.disputes import DisputeRequest, DisputesQuery, ListedDispute
from croupier.service.disputes.reading import dispute_answer
from croupier.service.history import HistoryQuery
from croupier.service.ids import PLAYER_PATTERN
from croupier.service.rounds.ids import ROUND_PATTERN

OfDisputeStatus = Annotated[
    Literal["open", "taken", "upheld", "rejected", "withdrawn"] | None,
    QueryParameter(description="Only disputes with this status."),
]
OfPlayer = Annotated[
    str | None, QueryParameter(pattern=PLAYER_PATTERN, description="Only disputes of this player.")
]
OfRound = Annotated[
    str | None,
    QueryParameter(name="round", pattern=ROUND_PATTERN, description="Only disputes on this round."),
]
MostDisputes = Annotated[int, QueryParameter(ge=1, le=200, description="The most disputes to answer.")]

_REFUSALS: Final = (
    "not-found",
    "unknown-round",
    "round-unfinished",
    "round-too-long",
    "not-in-round",
    "unknown-target",
)


class DisputesListed(Struct, frozen=True):
    """A page of disputes in the order of their ids; `next` goes on behind it, null at the end of the list.

    A page may be short, even empty, and yet not the last.
    """

    disputes: tuple[ListedDispute, ...]
    next: str | None


@post(
    "/v1/disputes",
    opt=described(
        Operation(
            "openDispute",
            "Disputes",
            "open-dispute",
            DISPUTE_ANSWER,
            body=DisputeRequest,
            refusals=_REFUSALS,
            keyed=True,
            opens=True,
        )
    ),
)
async def open_dispute(request: AnyRequest) -> Response[bytes]:
    """Open a dispute on a round.

    A player opens it on a round that is over and in which he had a seat; an operator opens it for one of his
    players. The service attaches where the round lies in the log and what binds it. Send an
    `Idempotency-Key`, so that a request sent again after a lost answer opens no second dispute.
    """
    arrived: Arrival[DisputeRequest] = await arrival(request)
    services, caller = arrived.services, arrived.caller
    player = _player(caller, arrived.body)
    order = await services.disputes.opening(caller, player, arrived.body, arrived.key, arrived.request_id)
    receipt = await services.handling.handle(order, dispute_answer(services.disputes.now))
    return opened(receipt, "/v1/disputes/{dispute}")


def _player(caller: Caller, asked: DisputeRequest) -> str:
    """For whom the dispute is. Raises `InvalidBody` where an operator does not say, `NotFound`."""
    if asked.player is not UNSET:
        caller.require_player(asked.player)
        return asked.player
    if caller.actor.role != "player":
        said = "an operator names the player for whom he opens the dispute"
        raise InvalidBody(said, Pointed(said, "/player"))
    return caller.actor.id


@get(
    "/v1/disputes",
    opt=described(
        Operation("listDisputes", "Disputes", "read-dispute", DisputesListed, refusals=("not-yet",))
    ),
)
async def list_disputes(
    request: AnyRequest,
    status: OfDisputeStatus = None,
    player: OfPlayer = None,
    of_round: OfRound = None,
    since: Since = None,
    until: Until = None,
    cursor: Cursor = None,
    limit: MostDisputes = 50,
    at_least: AtLeast = -1,
) -> Response[bytes]:
    """List disputes.

    A player gets his own, everybody else those of all players of the log. `since` and `until` are about when
    they were opened. In the order of their ids.
    """
    arrived = await reader(request)
    services, behind = arrived.services, place_at(request, arrived, cursor) or ""
    times = time_of("since", since), time_of("until", until)
    await require(request, arrived, at_least)
    query = DisputesQuery(limit, behind, status, player, of_round, *times)
    page = await services.disputes.page(arrived.caller, query)
    next = cursor_at(request, arrived, page.after)
    return paged(request, DisputesListed(page.disputes, next), next)


@get(
    "/v1/disputes/{dispute:str}",
    opt=described(
        Operation(
            "readDispute",
            "Disputes",
            "read-dispute",
            DISPUTE_READING,
            refusals=("not-found", "not-yet"),
            conditional=True,
        )
    ),
)
async def read_dispute(
    request: AnyRequest,
    dispute: FromPath[str],
    after: After = -1,
    since: Since = None,
    until: Until = None,
    event: WithEvent = None,
    limit: Entries = 100,
    at_least: AtLeast = -1,
) -> Response[bytes]:
    """Read a dispute.

    As it stands, and what happened in it in the order of the log; read on with the `after` of the answer.
    """
    arrived = await reader(request)
    await require(request, arrived, at_least)
    query = HistoryQuery(after, limit, time_of("since", since), time_of("until", until), event)
    found = await arrived.services.disputes.read(arrived.caller, dispute, query)
    if not none_match(arrived.headers, found.revision):
        return unchanged(found.revision)
    return reply(encode(found), headers={"etag": etag(found.revision)})

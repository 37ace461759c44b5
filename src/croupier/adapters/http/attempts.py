"""Routes of refused commands: who reads them reads what was tried in vain."""

from datetime import datetime
from typing import Annotated, Any, Final

from litestar import Response, get
from litestar.params import FromPath, QueryParameter

from croupier.adapters.http.arrivals import AnyRequest, Arrival, reader
from croupier.adapters.http.commands import require_table
from croupier.adapters.http.faults import InvalidParameter, Pointed
from croupier.adapters.http.openapi.shapes import retyped
from croupier.adapters.http.operations import Operation, described
from croupier.adapters.http.parameters import Entries
from croupier.adapters.http.replies import encode, reply
from croupier.service.attempt_reading import AttemptPage, AttemptReading, Span, attempt_page
from croupier.service.disputes.ids import is_dispute
from croupier.service.errors import NotFound
from croupier.service.ids import is_player
from croupier.service.transfers import wallet_of

_MOMENT: Final = r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$"
_UUID: Final = "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"

Since = Annotated[
    str | None,
    QueryParameter(pattern=_MOMENT, description="From this moment on: UTC, like `2026-01-31T12:00:00Z`."),
]
Until = Annotated[str | None, QueryParameter(pattern=_MOMENT, description="Before this moment, likewise.")]
AfterAttempt = Annotated[
    str | None,
    QueryParameter(pattern=_UUID, description="The `after` of an earlier answer: go on behind it."),
]

_ATTEMPT: Final = retyped(AttemptReading, "Attempt", {"fields": dict[str, Any]})
_PAGE: Final = retyped(AttemptPage, "AttemptPage", {"attempts": tuple[_ATTEMPT, ...]})  # type: ignore[valid-type]


@get(
    "/v1/tables/{table:str}/attempts",
    opt=described(Operation("readTableAttempts", "Tables", "read-attempts", _PAGE, refusals=("not-found",))),
)
async def read_table_attempts(
    request: AnyRequest,
    table: FromPath[str],
    after: AfterAttempt = None,
    since: Since = None,
    until: Until = None,
    limit: Entries = 100,
) -> Response[bytes]:
    """Read the refused commands of a table.

    Who tried what, when, and which rule refused it, the oldest first. They are no part of the log, and
    kept as long as the installation is set to.
    """
    arrived = await reader(request, "read-attempts")
    require_table(arrived.caller, table)
    return await _page(arrived, table, _span(since, until), after, limit)


@get(
    "/v1/wallets/{player:str}/attempts",
    opt=described(
        Operation("readWalletAttempts", "Wallets", "read-attempts", _PAGE, refusals=("not-found",))
    ),
)
async def read_wallet_attempts(
    request: AnyRequest,
    player: FromPath[str],
    after: AfterAttempt = None,
    since: Since = None,
    until: Until = None,
    limit: Entries = 100,
) -> Response[bytes]:
    """Read the refused deposits and withdrawals of a player.

    Like those of a table. What was refused at a table for want of money is among the table's.
    """
    arrived = await reader(request, "read-attempts")
    if not is_player(player):
        raise NotFound("there is no such player")
    return await _page(arrived, wallet_of(player), _span(since, until), after, limit)


@get(
    "/v1/disputes/{dispute:str}/attempts",
    opt=described(
        Operation("readDisputeAttempts", "Disputes", "read-attempts", _PAGE, refusals=("not-found",))
    ),
)
async def read_dispute_attempts(
    request: AnyRequest,
    dispute: FromPath[str],
    after: AfterAttempt = None,
    since: Since = None,
    until: Until = None,
    limit: Entries = 100,
) -> Response[bytes]:
    """Read the refused commands of a dispute.

    Like those of a table. A refused `open-dispute` opened none, so there is nothing to read it at.
    """
    arrived = await reader(request, "read-attempts")
    if not is_dispute(dispute):
        raise NotFound("there is no such dispute")
    return await _page(arrived, dispute, _span(since, until), after, limit)


def _span(since: str | None, until: str | None) -> Span:
    return Span(_moment("since", since), _moment("until", until))


async def _page(
    arrived: Arrival[None], stream: str, span: Span, after: str | None, limit: int
) -> Response[bytes]:
    """The attempts at what has that stream. Raises `NotFound` when there is no such thing."""
    services, log = arrived.services, arrived.caller.log
    page = await attempt_page(services.streams, services.attempts, log, stream, span, after, limit)
    return reply(encode(page))


def _moment(parameter: str, text: str | None) -> datetime | None:
    """The moment that the text names. Raises `InvalidParameter` for one that no calendar has."""
    if text is None:
        return None
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        said = f"{parameter} is no moment"
        raise InvalidParameter(said, Pointed(said, parameter=parameter)) from None

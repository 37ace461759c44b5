"""Routes of refused commands: who reads them reads what was tried in vain."""

from typing import Any, Final

from litestar import Response, get
from litestar.params import FromPath
from msgspec import Struct

from croupier.adapters.http.answers.paging import cursor_at, paged, place_at
from croupier.adapters.http.arrivals import AnyRequest, Arrival, reader
from croupier.adapters.http.commands import require_table
from croupier.adapters.http.openapi.shapes import retyped
from croupier.adapters.http.operations import Operation, described
from croupier.adapters.http.requests.parameters import Cursor, Listed, Since, Until, moment_of
from croupier.domain.ids import wallet_of
from croupier.service.attempt_reading import AttemptReading, Span, attempt_page
from croupier.service.disputes.ids import is_dispute
from croupier.service.errors import NotFound
from croupier.service.ids import is_player


class AttemptPage(Struct, frozen=True):
    """A page of refused commands, the oldest first; `next` goes on behind it, null at the end of the list."""

    attempts: tuple[AttemptReading, ...]
    next: str | None


_ATTEMPT: Final = retyped(AttemptReading, "Attempt", {"fields": dict[str, Any]})
_PAGE: Final = retyped(AttemptPage, "AttemptPage", {"attempts": tuple[_ATTEMPT, ...]})  # type: ignore[valid-type]


@get(
    "/v1/tables/{table:str}/attempts",
    opt=described(Operation("readTableAttempts", "Tables", "read-attempts", _PAGE, refusals=("not-found",))),
)
async def read_table_attempts(
    request: AnyRequest,
    table: FromPath[str],
    since: Since = None,
    until: Until = None,
    cursor: Cursor = None,
    limit: Listed = 50,
) -> Response[bytes]:
    """Read the refused commands of a table.

    Who tried what, when, and which rule refused it, the oldest first. They are no part of the log, and
    kept as long as the installation is set to.
    """
    arrived = await reader(request)
    require_table(arrived.caller, table)
    return await _page(request, arrived, table, _span(since, until), cursor, limit)


@get(
    "/v1/wallets/{player:str}/attempts",
    opt=described(
        Operation("readWalletAttempts", "Wallets", "read-attempts", _PAGE, refusals=("not-found",))
    ),
)
async def read_wallet_attempts(
    request: AnyRequest,
    player: FromPath[str],
    since: Since = None,
    until: Until = None,
    cursor: Cursor = None,
    limit: Listed = 50,
) -> Response[bytes]:
    """Read the refused deposits and withdrawals of a player.

    Like those of a table. What was refused at a table for want of money is among the table's.
    """
    arrived = await reader(request)
    if not is_player(player):
        raise NotFound("there is no such player")
    return await _page(request, arrived, wallet_of(player), _span(since, until), cursor, limit)


@get(
    "/v1/disputes/{dispute:str}/attempts",
    opt=described(
        Operation("readDisputeAttempts", "Disputes", "read-attempts", _PAGE, refusals=("not-found",))
    ),
)
async def read_dispute_attempts(
    request: AnyRequest,
    dispute: FromPath[str],
    since: Since = None,
    until: Until = None,
    cursor: Cursor = None,
    limit: Listed = 50,
) -> Response[bytes]:
    """Read the refused commands of a dispute.

    Like those of a table. A refused `open-dispute` opened none, so there is nothing to read it at.
    """
    arrived = await reader(request)
    if not is_dispute(dispute):
        raise NotFound("there is no such dispute")
    return await _page(request, arrived, dispute, _span(since, until), cursor, limit)


def _span(since: str | None, until: str | None) -> Span:
    return Span(moment_of("since", since), moment_of("until", until))


async def _page(
    request: AnyRequest, arrived: Arrival[None], stream: str, span: Span, cursor: str | None, limit: int
) -> Response[bytes]:
    """The attempts at what has that stream. Raises `NotFound` when there is no such thing."""
    services, log, after = arrived.services, arrived.caller.log, place_at(request, arrived, cursor)
    page = await attempt_page(services.streams, services.attempts, log, stream, span, after, limit)
    next = cursor_at(request, arrived, page.after)
    return paged(request, AttemptPage(page.attempts, next), next)

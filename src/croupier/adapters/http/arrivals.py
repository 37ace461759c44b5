"""A request at an ordinary route, once it is known who sent it and what it says."""

from typing import Any, Generic, TypeVar

from litestar import Request
from litestar.datastructures import State
from msgspec import Struct
from msgspec.structs import replace

from croupier.adapters.http.deprecations import deprecation_of
from croupier.adapters.http.operations import Operation, operation_of
from croupier.adapters.http.problems.noting import commanded, note_forbidden
from croupier.adapters.http.requests.bodies import read_body
from croupier.adapters.http.requests.heads import PLAYER, Headers, headers_of
from croupier.adapters.http.requests.idempotency import idempotency_key
from croupier.adapters.http.server.carried import carried
from croupier.service.callers import Caller
from croupier.service.errors import Forbidden
from croupier.service.handling import Key
from croupier.service.services import Services

B = TypeVar("B")

AnyRequest = Request[Any, Any, State]


class Arrival(Struct, Generic[B], frozen=True):
    """Who asks, for what: the caller, headers, the decoded body, the idempotency key, the request's id."""

    services: Services
    caller: Caller
    headers: Headers
    body: B
    key: Key | None
    request_id: str = ""


def services_of(request: AnyRequest) -> Services:
    """The use cases."""
    services: Services = request.app.state.services
    return services


async def reader(request: AnyRequest) -> Arrival[None]:
    """Who reads, and may by the route's `Operation`.

    Raises `Unauthenticated`, `Forbidden`, `NotFound` for whom he acts, a `Fault`.
    """
    found = await _acting(await _known(request))
    _require(found.caller, operation_of(request.route_handler))
    return found


async def _known(request: AnyRequest) -> Arrival[None]:
    carries, admission = carried(request), request.app.state.admission
    headers = headers_of(carries.scope.headers.items(), carries.scope.headers)
    caller = await admission.caller(headers, carries.scope, carries.answer_fields)
    return Arrival(services_of(request), caller, headers, None, None, carries.request_id)


async def before(request: AnyRequest) -> None:
    """Before every ordinary route: tell its deprecation, and count who need not say who he is.

    The service's keepers may always ask for its health. Raises `RateLimited`, `LimitsUnavailable`.
    """
    operation, carries = operation_of(request.route_handler), carried(request)
    if found := deprecation_of(request.scope["path"], operation.deprecated):
        carries.answer_fields += found.fields
    if operation.use is None and operation.tag != "Health":
        await request.app.state.admission.anybody(carries.scope, carries.answer_fields)


async def _acting(found: Arrival[None]) -> Arrival[None]:
    """The same, by the player for whom an operator says to act. Raises `Forbidden`, `NotFound`."""
    player = found.headers.get(PLAYER)
    if player is None:
        return found
    return replace(found, caller=await found.services.acting.as_player(found.caller, player))


def _require(caller: Caller, operation: Operation) -> None:
    """Raises `Forbidden` where the caller's role has no such use of the service."""
    assert operation.use, f"{operation.id} is for anybody"
    caller.require(operation.use)


async def arrival(request: AnyRequest) -> Arrival[Any]:
    """Who posts, and what: the body as the route's `Operation` reads it.

    Raises as `reader` does, and `Disconnected`.
    """
    operation, found = operation_of(request.route_handler), await _known(request)
    try:
        found = await _acting(found)
        _require(found.caller, operation)
    except Forbidden as refusal:
        named = commanded(operation, request.path_params)
        note_forbidden(found.services.refusals, found.caller, *named, found.request_id, refusal)
        raise
    body = await read_body(found.headers, carried(request).exchange)
    assert operation.read, f"{operation.id} takes no body"
    command = operation.read(body)
    key = idempotency_key(found.headers, found.caller, request.scope["path"], body)
    return Arrival(found.services, found.caller, found.headers, command, key, found.request_id)

"""A request at an ordinary route, once it is known who sent it and what it says."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from litestar import Request
from litestar.datastructures import State
from msgspec import Struct
from msgspec.structs import replace

from croupier.adapters.http.bodies import read_body
from croupier.adapters.http.deprecations import deprecation_of
from croupier.adapters.http.heads import PLAYER, Headers, headers_of
from croupier.adapters.http.idempotency import idempotency_key
from croupier.adapters.http.operations import operation_of
from croupier.adapters.http.refused import commanded, note_forbidden
from croupier.service.callers import Caller
from croupier.service.errors import Forbidden
from croupier.service.handling import Key
from croupier.service.roles import Use
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


async def reader(request: AnyRequest, use: Use) -> Arrival[None]:
    """Who reads. Raises `Unauthenticated`, `Forbidden`, `NotFound` for whom he acts, a `Fault`."""
    found = await _acting(await _known(request))
    found.caller.require(use)
    return found


async def _known(request: AnyRequest) -> Arrival[None]:
    services, state = services_of(request), request.scope["state"]
    scope, admission = state["scope"], request.app.state.admission
    headers = headers_of(scope.headers.items(), scope.headers)
    caller = await admission.caller(headers, scope, state["told"])
    return Arrival(services, caller, headers, None, None, state["request_id"])


async def before(request: AnyRequest) -> None:
    """Before every ordinary route: tell its deprecation, and count who need not say who he is.

    The service's keepers may always ask for its health. Raises `RateLimited`, `LimitsUnavailable`.
    """
    operation, state = operation_of(request.route_handler), request.scope["state"]
    if found := deprecation_of(request.scope["path"], operation.deprecated):
        state["told"] += found.fields
    if operation.use is None and operation.tag != "Health":
        await request.app.state.admission.anybody(state["scope"], state["told"])


async def _acting(found: Arrival[None]) -> Arrival[None]:
    """The same, by the player for whom an operator says to act. Raises `Forbidden`, `NotFound`."""
    player = found.headers.get(PLAYER)
    if player is None:
        return found
    return replace(found, caller=await found.services.acting.as_player(found.caller, player))


async def arrival(request: AnyRequest, use: Use, read: Callable[[bytes], B]) -> Arrival[B]:
    """Who posts, and what. Raises as `reader` does, and `Disconnected`."""
    found = await _known(request)
    try:
        found = await _acting(found)
        found.caller.require(use)
    except Forbidden as refusal:
        named = commanded(operation_of(request.route_handler), request.path_params)
        note_forbidden(found.services.refusals, found.caller, *named, found.request_id, refusal)
        raise
    body = await read_body(found.headers, request.scope["state"]["exchange"])
    command = read(body)
    key = idempotency_key(found.headers, found.caller, request.scope["path"], body)
    return Arrival(found.services, found.caller, found.headers, command, key, found.request_id)

"""A request at an ordinary route, once it is known who sent it and what it says."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from litestar import Request
from litestar.datastructures import State
from msgspec import Struct

from croupier.adapters.http.bodies import read_body
from croupier.adapters.http.heads import Headers, credential, headers_of
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
    """Who reads. Raises `Unauthenticated`, `Forbidden`, a `Fault`."""
    found = await _known(request)
    found.caller.require(use)
    return found


async def _known(request: AnyRequest) -> Arrival[None]:
    services, state = services_of(request), request.scope["state"]
    fields = state["scope"].headers
    headers = headers_of(fields.items(), fields)
    caller = await services.access.caller(credential(headers))
    return Arrival(services, caller, headers, None, None, state["request_id"])


async def arrival(request: AnyRequest, use: Use, read: Callable[[bytes], B]) -> Arrival[B]:
    """Who posts, and what. Raises `Unauthenticated`, `Forbidden`, a `Fault`, `Disconnected`."""
    found = await _known(request)
    try:
        found.caller.require(use)
    except Forbidden as refusal:
        named = commanded(operation_of(request.route_handler), request.path_params)
        note_forbidden(found.services.refusals, found.caller, *named, found.request_id, refusal)
        raise
    body = await read_body(found.headers, request.scope["state"]["exchange"])
    command = read(body)
    key = idempotency_key(found.headers, found.caller, request.scope["path"], body)
    return Arrival(found.services, found.caller, found.headers, command, key, found.request_id)

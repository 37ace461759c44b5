"""A request at an ordinary route, once it is known who sent it and what it says."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from litestar import Request
from litestar.datastructures import State
from msgspec import Struct

from croupier.adapters.http.bodies import read_body
from croupier.adapters.http.heads import Headers, credential, headers_of
from croupier.adapters.http.idempotency import idempotency_key
from croupier.service.callers import Caller
from croupier.service.handling import Key
from croupier.service.roles import Use
from croupier.service.services import Services

B = TypeVar("B")

AnyRequest = Request[Any, Any, State]


class Arrival(Struct, Generic[B], frozen=True):
    """Who asks, for what: the caller, his headers, the decoded body and his idempotency key."""

    services: Services
    caller: Caller
    headers: Headers
    body: B
    key: Key | None


def services_of(request: AnyRequest) -> Services:
    """The use cases."""
    services: Services = request.app.state.services
    return services


async def reader(request: AnyRequest, use: Use) -> Arrival[None]:
    """Who reads. Raises `Unauthenticated`, `Forbidden`, a `Fault`."""
    services, fields = services_of(request), request.scope["state"]["scope"].headers
    headers = headers_of(fields.items(), fields)
    caller = await services.access.caller(credential(headers))
    caller.require(use)
    return Arrival(services, caller, headers, None, None)


async def arrival(request: AnyRequest, use: Use, read: Callable[[bytes], B]) -> Arrival[B]:
    """Who posts, and what. Raises `Unauthenticated`, `Forbidden`, a `Fault`, `Disconnected`."""
    found = await reader(request, use)
    body = await read_body(found.headers, request.scope["state"]["exchange"])
    command = read(body)
    key = idempotency_key(found.headers, found.caller, request.scope["path"], body)
    return Arrival(found.services, found.caller, found.headers, command, key)

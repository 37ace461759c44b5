"""What goes with a request through Litestar, from the server to the route and back."""

from typing import Any, Final

from litestar.connection import ASGIConnection
from msgspec import Struct

from croupier.adapters.http.live.sending import Live
from croupier.adapters.http.server.flowing import Flow
from croupier.adapters.http.server.rsgi import Exchange, Fields, Scope

_CARRIED: Final = "carried"


class Carried(Struct):
    """The request as the server gave it, and what is left here for the answer.

    By scope and exchange routes read header fields and bodies with the same code as commands do, within its
    bounds.
    """

    request_id: str
    scope: Scope
    exchange: Exchange
    answer_fields: Fields = []
    """Header fields that go with the answer, whether it is done or refused."""
    instead: Flow | Live | None = None
    """What the answer goes on with, instead of a body."""


def state_of(carries: Carried) -> dict[str, Any]:
    """The state of Litestar's request in which `carried` finds it."""
    return {_CARRIED: carries}


def carried(request: ASGIConnection[Any, Any, Any, Any]) -> Carried:
    """What is carried with the request."""
    found: Carried = request.scope["state"][_CARRIED]
    return found

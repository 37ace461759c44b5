"""The server's interface, RSGI 1.x, as far as it is used here, and Litestar's ASGI over it."""

from collections.abc import AsyncIterator, Iterable
from typing import Any, Final, Protocol

from litestar import Litestar

from croupier.adapters.http.flowing import send_flow
from croupier.adapters.http.live.sending import send_live
from croupier.adapters.http.methods import with_head

Field = tuple[str, str]

Fields = list[Field]
"""Header fields in their order, by lower-case names."""


_INSTEAD: Final = {"HEAD": "GET", "OPTIONS": "NONE"}
"""What Litestar is asked instead. A HEAD is answered like a GET, and the server leaves the body out (RFC
9110, 9.3.2). By a method that no route has, Litestar tells all those that a path takes; asked for its OPTIONS
it forgets some."""

_NOT_ALLOWED: Final = 405


class Fielded(Protocol):
    """The header fields of a request. Those with values outside of ASCII are `in` it, and no `items`."""

    def items(self) -> Fields:
        """All fields with ASCII values."""

    def __len__(self) -> int:
        """How many names there are, those of all fields, each once."""

    def get(self, name: str) -> str | None:
        """The first value of that name; None where that one is not ASCII, or there is none."""

    def __contains__(self, name: object) -> bool: ...


class Scope(Protocol):
    """What is known of a request before its body. `path` is decoded."""

    proto: str
    http_version: str
    server: str
    client: str
    scheme: str
    method: str
    path: str
    query_string: str

    @property
    def headers(self) -> Fielded:
        """The header fields."""


class Exchange(Protocol):
    """The body of a request, and the way to answer it."""

    async def __call__(self) -> bytes:
        """The whole body. Raises `RSGIProtocolClosed` when the client goes away before its end."""

    def __aiter__(self) -> AsyncIterator[bytes]:
        """The body in pieces; it just ends when the client goes away."""

    def response_empty(self, status: int, headers: Fields) -> None:
        """Answer without a body."""

    def response_bytes(self, status: int, headers: Fields, body: bytes) -> None:
        """Answer."""

    def response_file(self, status: int, headers: Fields, file: str) -> None:
        """Answer with what can be read from the file, read as fast as the client takes it."""

    def response_stream(self, status: int, headers: Fields) -> "StreamTransport":
        """Answer piece by piece, until the transport is let go."""

    async def client_disconnect(self) -> None:
        """Wait until the client is gone, or has taken the whole answer and the connection is closed."""


class StreamTransport(Protocol):
    """The way to answer piece by piece."""

    async def send_bytes(self, data: bytes) -> None:
        """Give the server one more piece, without waiting for the client. Raises `RSGIProtocolClosed`."""


class RsgiApp(Protocol):
    """An application as the server calls it."""

    async def __rsgi__(self, scope: Scope, exchange: Exchange) -> None:
        """Answer one request."""


async def answer_by_litestar(app: Litestar, scope: Scope, exchange: Exchange, request_id: str) -> None:
    """Let Litestar's routes answer.

    They find scope and exchange in their request's state, to read header fields and bodies by the same
    code as commands do, within its bounds; to Litestar itself bodies are empty. A route that leaves a `Flow`
    there as `flow`, or a `Live` as `live`, answers with that, instead of a body; header fields left in `told`
    go with the answer.
    """
    status, fields, body = 500, [("x-request-id", request_id)], b""

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        nonlocal status, body
        if message["type"] == "http.response.start":
            status = message["status"]
            fields.extend(_decoded(message["headers"]))
        else:
            body += message.get("body", b"")

    state: dict[str, Any] = {
        "request_id": request_id,
        "scope": scope,
        "exchange": exchange,
        "flow": None,
        "live": None,
        "told": [],
    }
    await app(_asgi(scope, state), receive, send)
    fields += state["told"]
    if scope.method == "OPTIONS" and status == _NOT_ALLOWED:
        exchange.response_empty(204, _told_of_methods(fields))
    elif scope.method == "HEAD" and (long := state["flow"] or state["live"]):
        await long.drop()
        exchange.response_empty(status, fields)
    elif state["live"] is not None:
        await send_live(exchange, status, fields, state["live"])
    elif state["flow"] is None:
        exchange.response_bytes(status, fields, body)
    else:
        await send_flow(exchange, status, fields, state["flow"])


def _told_of_methods(fields: Fields) -> Fields:
    return [(name, value) for name, value in fields if name in ("allow", "x-request-id")]


def _asgi(scope: Scope, state: dict[str, Any]) -> Any:
    """The scope of ASGI 3 (2.3) for the same request."""
    fields = [(name.encode(), value.encode()) for name, value in scope.headers.items()]
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": scope.http_version,
        "method": _INSTEAD.get(scope.method, scope.method),
        "scheme": scope.scheme,
        "path": scope.path,
        "raw_path": scope.path.encode(),
        "query_string": scope.query_string.encode(),
        "root_path": "",
        "headers": fields,
        "client": _address(scope.client),
        "server": _address(scope.server),
        "state": state,
    }


def _address(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    return host, int(port or 0)


def _decoded(headers: Iterable[tuple[bytes, bytes]]) -> Fields:
    """Litestar's header fields, but for the length, which the server tells."""
    found = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in headers]
    return [
        (name, ", ".join(with_head(value)) if name == "allow" else value)
        for name, value in found
        if name != "content-length"
    ]

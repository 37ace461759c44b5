"""The server's interface, RSGI 1.x, as far as it is used here, and Litestar's ASGI over it."""

from collections.abc import AsyncIterator, Iterable
from typing import Any, Protocol

from litestar import Litestar

from croupier.adapters.http.flowing import send_flow

Fields = list[tuple[str, str]]
"""Header fields in their order, by lower-case names."""


class Fielded(Protocol):
    """The header fields of a request. Those with values outside of ASCII are `in` it, and no `items`."""

    def items(self) -> Fields:
        """All fields with ASCII values."""

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


class RsgiApp(Protocol):
    """An application as the server calls it."""

    async def __rsgi__(self, scope: Scope, exchange: Exchange) -> None:
        """Answer one request."""


async def answer_by_litestar(app: Litestar, scope: Scope, exchange: Exchange, request_id: str) -> None:
    """Let Litestar's routes answer.

    They find scope and exchange in their request's state, to read header fields and bodies by the same
    code as commands do, within its bounds; to Litestar itself bodies are empty. A route that leaves a `Flow`
    there as `flow` answers with that, instead of a body.
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
    }
    await app(_asgi(scope, state), receive, send)
    if state["flow"] is None:
        exchange.response_bytes(status, fields, body)
    else:
        await send_flow(exchange, status, fields, state["flow"])


def _asgi(scope: Scope, state: dict[str, Any]) -> Any:
    """The scope of ASGI 3 (2.3) for the same request."""
    fields = [(name.encode(), value.encode()) for name, value in scope.headers.items()]
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": scope.http_version,
        "method": scope.method,
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
    return [
        (name.decode("latin-1"), value.decode("latin-1"))
        for name, value in headers
        if name != b"content-length"
    ]

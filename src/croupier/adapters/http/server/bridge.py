"""Litestar's ASGI over the server's RSGI."""

from collections.abc import Iterable
from typing import Any, Final

from litestar import Litestar

from croupier.adapters.http.live.sending import Live, send_live
from croupier.adapters.http.requests.methods import with_head
from croupier.adapters.http.server.carried import Carried, state_of
from croupier.adapters.http.server.flowing import Flow, send_flow
from croupier.adapters.http.server.rsgi import Exchange, Fields, Scope

_INSTEAD: Final = {"HEAD": "GET", "OPTIONS": "NONE"}
"""What Litestar is asked instead. A HEAD is answered like a GET, and the server leaves the body out (RFC
9110, 9.3.2). By a method that no route has, Litestar tells all those that a path takes; asked for its OPTIONS
it forgets some."""

_NOT_ALLOWED: Final = 405


async def answer_by_litestar(app: Litestar, scope: Scope, exchange: Exchange, request_id: str) -> None:
    """Let Litestar's routes answer, which find in the request what is `Carried` with it."""
    carries = Carried(request_id, scope, exchange)
    status, fields, body = await _answer(app, carries)
    fields += carries.answer_fields
    match carries.instead:
        case None if scope.method == "OPTIONS" and status == _NOT_ALLOWED:
            exchange.response_empty(204, _of_methods(fields))
        case None:
            exchange.response_bytes(status, fields, body)
        case instead if scope.method == "HEAD":
            await instead.drop()
            exchange.response_empty(status, fields)
        case Live() as live:
            await send_live(exchange, status, fields, live)
        case Flow() as flow:
            await send_flow(exchange, status, fields, flow)


async def _answer(app: Litestar, carries: Carried) -> tuple[int, Fields, bytes]:
    """Litestar's answer: status, header fields, body. To it the request's own body is empty."""
    status, fields, body = 500, [("x-request-id", carries.request_id)], b""

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        nonlocal status, body
        if message["type"] == "http.response.start":
            status = message["status"]
            fields.extend(_decoded(message["headers"]))
        else:
            body += message.get("body", b"")

    await app(_asgi(carries), receive, send)
    return status, fields, body


def _of_methods(fields: Fields) -> Fields:
    return [(name, value) for name, value in fields if name in ("allow", "x-request-id")]


def _asgi(carries: Carried) -> Any:
    """The scope of ASGI 3 (2.3) for the same request."""
    scope = carries.scope
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
        "state": state_of(carries),
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

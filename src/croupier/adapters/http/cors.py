"""Cross-origin requests: which pages of other origins may read answers in a browser (Fetch standard, CORS).

Off unless origins are named. There are no cookies here, so that credentials in the sense of CORS are never
allowed: a page sends its key or token in the `Authorization` header itself.
"""

from collections.abc import AsyncIterator, Collection
from typing import Final

from croupier.adapters.http.server.rsgi import Exchange, Fields, StreamTransport

ANY: Final = "*"

_METHODS: Final = "GET, HEAD, POST, PUT, PATCH, DELETE"
_SENT: Final = (
    "authorization, content-type, croupier-player, idempotency-key, if-match, if-none-match, last-event-id,"
    " x-request-id"
)
_READ: Final = (
    "allow, deprecation, etag, idempotency-replayed, link, location, ratelimit, ratelimit-policy,"
    " retry-after, sunset, x-request-id"
)
_KEPT: Final = "7200"
"""Seconds for which a browser may keep the answer to a preflight request."""


def origins_of(text: str) -> frozenset[str]:
    """The origins of a list with commas."""
    return frozenset(filter(None, text.split(",")))


class Cors:
    """Lets pages of these origins (`*`: of all) read answers."""

    def __init__(self, origins: Collection[str]) -> None:
        """Allow the origins, written as browsers write them: `https://games.example`, and the port if any."""
        self._origins = frozenset(origins)

    def shared(self, fields: Fields, exchange: Exchange) -> "Shared":
        """The exchange, whose answer tells the browser whether the request's origin may read it."""
        return Shared(exchange, self._answer(_value(fields, "origin")))

    def _answer(self, origin: str | None) -> Fields:
        vary = [("vary", "origin")]
        if origin is None or not (ANY in self._origins or origin in self._origins):
            return vary
        return [("access-control-allow-origin", origin), ("access-control-expose-headers", _READ), *vary]


class Shared:
    """An `Exchange` that adds header fields to every answer."""

    def __init__(self, exchange: Exchange, fields: Fields) -> None:
        """Add the fields to what is answered through the exchange."""
        self._exchange = exchange
        self._fields = fields

    async def __call__(self) -> bytes:
        """The whole body."""
        return await self._exchange()

    def __aiter__(self) -> AsyncIterator[bytes]:
        """The body in pieces."""
        return self._exchange.__aiter__()

    async def client_disconnect(self) -> None:
        """Wait until the client goes away."""
        await self._exchange.client_disconnect()

    def response_empty(self, status: int, headers: Fields) -> None:
        """Answer without a body."""
        self._exchange.response_empty(status, [*headers, *self._fields])

    def response_bytes(self, status: int, headers: Fields, body: bytes) -> None:
        """Answer."""
        self._exchange.response_bytes(status, [*headers, *self._fields], body)

    def response_file(self, status: int, headers: Fields, file: str) -> None:
        """Answer with what can be read from the file."""
        self._exchange.response_file(status, [*headers, *self._fields], file)

    def response_stream(self, status: int, headers: Fields) -> StreamTransport:
        """Answer piece by piece."""
        return self._exchange.response_stream(status, [*headers, *self._fields])


PREFLIGHT: Final[Fields] = [
    ("access-control-allow-methods", _METHODS),
    ("access-control-allow-headers", _SENT),
    ("access-control-max-age", _KEPT),
]
"""What may be sent; whether by the page that asks, its origin's field tells (see `Shared`)."""


def is_preflight(fields: Fields) -> bool:
    """Whether by this OPTIONS a browser asks what it may send, before it sends the request itself."""
    return _value(fields, "access-control-request-method") is not None


def _value(fields: Fields, wanted: str) -> str | None:
    return next((value for name, value in fields if name == wanted), None)

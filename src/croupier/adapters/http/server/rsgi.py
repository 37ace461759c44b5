"""The server's interface, RSGI 1.x, as far as it is used here."""

from collections.abc import AsyncIterator
from typing import Protocol

Field = tuple[str, str]

Fields = list[Field]
"""Header fields in their order, by lower-case names."""


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

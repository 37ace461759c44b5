"""A lean HTTP/1.1 client over raw sockets, so that the load costs little beside what it measures."""

import asyncio
from collections.abc import Mapping
from typing import cast
from urllib.parse import urlsplit


class Connection(asyncio.Protocol):
    """One keep-alive connection with one request under way at a time."""

    def __init__(self) -> None:
        """Not connected yet; see `connect`."""
        self._transport: asyncio.Transport | None = None
        self._buffer = b""
        self._waiting: asyncio.Future[bytes] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Remember where to write."""
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        """Hand the response over once it is whole."""
        self._buffer += data
        head, mark, body = self._buffer.partition(b"\r\n\r\n")
        if not mark:
            return
        at = head.lower().index(b"content-length:") + 15
        length = int(head[at:].partition(b"\r\n")[0])
        if len(body) >= length and self._waiting and not self._waiting.done():
            response, self._buffer = self._buffer, b""
            self._waiting.set_result(response)

    def connection_lost(self, error: Exception | None) -> None:
        """Fail the request under way."""
        if self._waiting and not self._waiting.done():
            self._waiting.set_exception(error or ConnectionResetError("the server closed the connection"))

    async def send(self, request: bytes) -> bytes:
        """The whole response, head and body, to the request's bytes."""
        assert self._transport
        self._waiting = asyncio.get_running_loop().create_future()
        self._transport.write(request)
        return await self._waiting

    def close(self) -> None:
        """Close the connection."""
        if self._transport:
            self._transport.close()


async def connect(url: str) -> Connection:
    """A connection to the URL's host and port."""
    parts = urlsplit(url)
    assert parts.hostname
    assert parts.port
    loop = asyncio.get_running_loop()
    _, connection = await loop.create_connection(Connection, parts.hostname, parts.port)
    return connection


def request(path: str, body: bytes = b"", headers: Mapping[str, str] = {}) -> bytes:
    """The bytes of a POST with a JSON body."""
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    head = f"POST {path} HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\n{lines}"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


def status(response: bytes) -> int:
    """The status of a response."""
    return int(response[9:12])

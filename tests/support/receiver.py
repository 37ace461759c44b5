"""A receiver of webhooks on loopback: it answers as it is told, and keeps what it got."""

import asyncio
import json
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from msgspec import Struct
from standardwebhooks import Webhook


class Got(Struct):
    """A request as it came."""

    line: str
    headers: dict[str, str]
    body: bytes

    @property
    def message(self) -> str:
        """The message's id."""
        return self.headers["webhook-id"]

    @property
    def json(self) -> Any:
        """The body."""
        return json.loads(self.body)

    def verified(self, secret: str) -> Any:
        """The body, if the library finds it signed with the secret. Raises `WebhookVerificationError`."""
        return Webhook(secret).verify(self.body, self.headers)


Answer = Callable[[Got], Awaitable[bytes]]
"""What is answered, byte for byte; nothing closes the connection."""


def answer(status: int, body: bytes = b"", **headers: str) -> bytes:
    """An answer with that status."""
    lines = [f"HTTP/1.1 {status} X", f"Content-Length: {len(body)}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


class Receiver:
    """Takes everything with 204 unless `answers` says otherwise."""

    def __init__(self) -> None:
        self.got: list[Got] = []
        self.port = 0
        self.connections = 0
        self.serving: set[asyncio.Task[None]] = set()
        self.came = asyncio.Condition()
        self.answers: Answer = self._taken

    async def _taken(self, got: Got) -> bytes:
        return answer(204)

    def always(self, raw: bytes) -> None:
        """Answer everything with these bytes."""

        async def answers(got: Got) -> bytes:
            return raw

        self.answers = answers

    async def until(self, number: int) -> list[Got]:
        """Wait for so many requests."""
        async with asyncio.timeout(20), self.came:
            await self.came.wait_for(lambda: len(self.got) >= number)
        return self.got

    async def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection."""
        self.connections += 1
        task = asyncio.current_task()
        assert task
        self.serving.add(task)
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                line, *fields = head.decode().removesuffix("\r\n\r\n").split("\r\n")
                headers = {name.lower(): value for name, value in (field.split(": ", 1) for field in fields)}
                body = await reader.readexactly(int(headers.get("content-length", "0")))
                got = Got(line, headers, body)
                raw = await self.answers(got)
                async with self.came:
                    self.got.append(got)
                    self.came.notify_all()
                if not raw:
                    return
                writer.write(raw)
                await writer.drain()
        except (asyncio.IncompleteReadError, asyncio.CancelledError, ConnectionError):
            return  # the sender is gone, or the test is over
        finally:
            writer.close()
            self.serving.discard(task)


@asynccontextmanager
async def receiving(tls: ssl.SSLContext | None = None) -> AsyncIterator[Receiver]:
    """A receiver, until the end of the block."""
    receiver = Receiver()
    server = await asyncio.start_server(receiver.connected, "127.0.0.1", 0, ssl=tls)
    receiver.port = server.sockets[0].getsockname()[1]
    try:
        yield receiver
    finally:
        server.close()
        for task in receiver.serving:
            task.cancel()

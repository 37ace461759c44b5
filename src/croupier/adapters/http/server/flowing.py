"""Long answers, made and sent no faster than the client takes them.

What the server's `response_stream` is given it keeps in memory until the client has taken it, however much
that is (granian 2.8.9 bounds this for ASGI and WSGI, not for RSGI); its `response_file` reads a file only as
fast as the client does. So a long answer is written into a named pipe, which is the file.
"""

import asyncio
import errno
import os
from collections.abc import AsyncGenerator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import structlog
from msgspec import Struct

from croupier.adapters.http.server.rsgi import Exchange, Fields
from croupier.service.errors import StoreUnavailable
from croupier.service.holding import Hold

PATIENCE: Final = 60.0
"""Seconds for a client to take something in, or the answer is given up."""

_OPENED_WITHIN: Final = 10.0
_PAUSE: Final = 0.005

log: Final = structlog.get_logger("croupier.http")


class Flow(Struct, frozen=True):
    """The body of a long answer. Where it breaks off, the answer just ends: the body has to tell its end.

    `hold` counts it among its caller's open requests, until it is dropped.
    """

    chunks: AsyncGenerator[bytes, None]
    request_id: str
    hold: Hold

    async def drop(self) -> None:
        """No more of it is wanted."""
        self.hold.release()
        await self.chunks.aclose()


async def send_flow(exchange: Exchange, status: int, fields: Fields, flow: Flow) -> None:
    """Answer with the flow, until its end or until the client goes away."""
    try:
        await _send(await _opened(exchange, status, fields), flow.chunks)
    except BrokenPipeError:
        pass  # the client is gone
    except (StoreUnavailable, TimeoutError) as error:
        reason = str(error) or "the client took nothing any more"
        log.warning("an answer was cut off", request_id=flow.request_id, reason=reason)
    finally:
        await flow.drop()


async def _send(pipe: int, chunks: AsyncGenerator[bytes, None]) -> None:
    try:
        async for chunk in chunks:
            await _write(pipe, chunk)
    finally:
        os.close(pipe)


async def _opened(exchange: Exchange, status: int, fields: Fields) -> int:
    """The writing end of a pipe of which the server reads the other. Raises `TimeoutError`."""
    with TemporaryDirectory(prefix="croupier-") as folder:
        path = Path(folder) / "answer"
        os.mkfifo(path, 0o600)
        exchange.response_file(status, fields, str(path))
        async with asyncio.timeout(_OPENED_WITHIN):
            while True:
                try:
                    return os.open(path, os.O_WRONLY | os.O_NONBLOCK)
                except OSError as error:
                    if error.errno != errno.ENXIO:
                        raise
                    # The server, on a thread of its own, has not opened it for reading yet.
                    await asyncio.sleep(_PAUSE)


async def _write(pipe: int, chunk: bytes) -> None:
    """Write it all. Raises `BrokenPipeError`, `TimeoutError`."""
    left = memoryview(chunk)
    while left:
        try:
            left = left[os.write(pipe, left) :]
        except BlockingIOError:
            async with asyncio.timeout(PATIENCE):
                await _writable(pipe)


async def _writable(pipe: int) -> None:
    loop = asyncio.get_running_loop()
    ready: asyncio.Future[None] = loop.create_future()
    loop.add_writer(pipe, _set, ready)
    try:
        await ready
    finally:
        loop.remove_writer(pipe)


def _set(ready: asyncio.Future[None]) -> None:
    if not ready.done():
        ready.set_result(None)

"""Sending a stream to its client for as long as he stays.

What the server's `response_stream` is given it keeps until the client has taken it (granian 2.8.9, RSGI), so
that every stream has a share of bytes, at whose end it ends: see `croupier.service.live.places`. That its
client is gone, or has taken the last byte of a stream that ended, is what `client_disconnect` tells.
"""

import asyncio
from collections.abc import Sequence
from contextlib import aclosing, suppress
from random import randrange
from typing import Final

import structlog
from granian.rsgi import ProtocolClosed  # type: ignore[attr-defined]
from msgspec import Struct
from msgspec.json import Encoder

from croupier.adapters.http.live.events import HEARTBEAT, event_of, retry_after
from croupier.adapters.http.live.welcome import Welcome
from croupier.adapters.http.server.rsgi import Exchange, Fields, StreamTransport
from croupier.service.errors import StoreUnavailable
from croupier.service.live import LiveMessage, LiveStream
from croupier.service.live.message import EndMessage, EndReason

_RETRY_MS: Final = (1_000, 3_000)
"""Clients of a service that starts again shall not all come back in the same moment."""

_connected: Final[set[asyncio.Future[None]]] = set()
_encode: Final = Encoder().encode
log: Final = structlog.get_logger("croupier.http")


class Live(Struct, frozen=True):
    """A stream to answer with, and for how long its caller is welcome."""

    stream: LiveStream
    welcome: Welcome
    request_id: str

    async def drop(self) -> None:
        """Nothing of it is wanted."""
        self.stream.place.give_back()


async def send_live(exchange: Exchange, status: int, fields: Fields, live: Live) -> None:
    """Answer with the stream, until it ends or the client goes away."""
    try:
        transport = exchange.response_stream(status, fields)
        gone = asyncio.ensure_future(exchange.client_disconnect())
    except ProtocolClosed:
        live.stream.place.give_back()
        return
    _connected.add(gone)
    gone.add_done_callback(_connected.discard)
    gone.add_done_callback(lambda _: _over(live.stream))
    with suppress(ProtocolClosed):  # the client is gone
        await _send(transport, live)


def _over(stream: LiveStream) -> None:
    """Nothing is under way to the client any more."""
    stream.place.give_back()
    stream.end()


async def _send(transport: StreamTransport, live: Live) -> None:
    await transport.send_bytes(retry_after(randrange(*_RETRY_MS)))  # noqa: S311 - nothing depends on it
    reason = await _send_messages(transport, live)
    end = LiveMessage("end", _encode(EndMessage(reason)))
    await transport.send_bytes(event_of(end))


async def _send_messages(transport: StreamTransport, live: Live) -> EndReason:
    """Send until the end; why it is."""
    try:
        async with aclosing(live.stream.messages()) as batches:
            async for batch in batches:
                if not await live.welcome.lasts():
                    return "not-authorised"
                chunk, whole = _affordable(batch, live.stream)
                if chunk:
                    await transport.send_bytes(chunk)
                if not whole:
                    return "resume"
    except ProtocolClosed:
        raise
    except StoreUnavailable:
        return "store-unavailable"
    except Exception as error:
        log.error("a stream broke off", request_id=live.request_id, exc_info=error)
        return "resume"
    return "stopping"


def _affordable(batch: Sequence[LiveMessage], stream: LiveStream) -> tuple[bytes, bool]:
    """As much of the batch, or of the heartbeat, as the stream's share allows, and whether it is all."""
    events = [event_of(message) for message in batch] or [HEARTBEAT]
    for count, event in enumerate(events):
        if not stream.place.spend(len(event)):
            return b"".join(events[:count]), False
    return b"".join(events), True

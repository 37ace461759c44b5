"""Requests that wait for something to happen, as long as their client does."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Protocol, TypeVar

from croupier.adapters.http.arrivals import AnyRequest, Arrival
from croupier.adapters.http.problems.faults import Disconnected
from croupier.adapters.http.server.carried import carried
from croupier.adapters.http.server.rsgi import Exchange

T = TypeVar("T")


class Positioned(Protocol):
    """What was read of a log up to a position."""

    @property
    def position(self) -> int:
        """All entries up to this are in it."""


P = TypeVar("P", bound=Positioned)


async def up_to(
    request: AnyRequest, arrived: Arrival[None], at_least: int, read: Callable[[], Awaitable[P]]
) -> P:
    """What is read, with all entries up to position `at_least` in it. Raises as `require` does.

    It is read again once the log has the position, if it was not in it: who names a position that is there,
    as a command's answer told it, waits for nothing.
    """
    found = await read()
    if found.position < at_least:
        await require(request, arrived, at_least)
        found = await read()
    return found


async def require(request: AnyRequest, arrived: Arrival[None], at_least: int) -> None:
    """Wait until the log has position `at_least`.

    Raises `NotYet` when it does not come in time, `Disconnected`, `RateLimited`, `StoreUnavailable`.
    """
    watch, log = arrived.services.watch, arrived.caller.log
    if not await watch.has(log, at_least):
        await _while_there(request, arrived, watch.require(log, at_least))


async def moved(
    request: AnyRequest, arrived: Arrival[None], stream: str, revision: int, seconds: float
) -> int:
    """The stream's revision once it is above this one, or after so many seconds.

    Raises `Disconnected` as soon as the client goes away, `RateLimited` where he has too many requests open.
    """
    waiting = arrived.services.watch.moved(arrived.caller.log, stream, revision, seconds)
    return await _while_there(request, arrived, waiting)


async def _while_there(request: AnyRequest, arrived: Arrival[None], work: Coroutine[Any, Any, T]) -> T:
    """What comes of the work, which ends when the client goes away. It is counted as an open request."""
    try:
        hold = arrived.services.holding.hold(arrived.caller)
    except BaseException:
        work.close()
        raise
    with hold:
        waiting = asyncio.ensure_future(work)
        leaving = asyncio.ensure_future(_left(carried(request).exchange))
        try:
            await asyncio.wait((waiting, leaving), return_when=asyncio.FIRST_COMPLETED)
            if not waiting.done():
                raise Disconnected("the client is gone")
            return waiting.result()
        finally:
            waiting.cancel()
            leaving.cancel()


async def _left(exchange: Exchange) -> None:
    await exchange.client_disconnect()

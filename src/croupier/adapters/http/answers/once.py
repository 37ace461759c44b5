"""Answers to requests with an idempotency key that append nothing to a log."""

from collections.abc import Awaitable, Callable
from typing import Any

from litestar import Response
from msgspec import Struct

from croupier.adapters.http.answers.replies import REPLAYED, encode, reply
from croupier.adapters.http.arrivals import Arrival


async def once(
    arrived: Arrival[Any], work: Callable[[], Awaitable[Struct]], status: int = 201
) -> Response[bytes]:
    """The answer that comes of the work, or came of it under the request's key before, marked then.

    Raises what `croupier.service.once` does, and what the work raises; then nothing was done.
    """

    async def do() -> bytes:
        return encode(await work())

    found = await arrived.services.once(arrived.key, arrived.caller.log, do)
    return reply(found.answer, status, {REPLAYED: "true"} if found.repeated else {})

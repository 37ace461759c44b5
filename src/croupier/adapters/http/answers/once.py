"""Answers to requests with an idempotency key that append nothing to a log."""

from collections.abc import Awaitable, Callable
from typing import Any

from litestar import Response
from msgspec import Struct

from croupier.adapters.http.answers.replies import REPLAYED, encode, reply
from croupier.adapters.http.arrivals import Arrival


async def once(
    arrived: Arrival[Any],
    work: Callable[[], Awaitable[Struct]],
    status: int = 201,
    place: Callable[[bytes], str] | None = None,
) -> Response[bytes]:
    """The answer that comes of the work, or came of it under the request's key before, marked then.

    `place` reads from the answer where what was made is, for `Location`.

    Raises what `croupier.service.once` does, and what the work raises; then nothing was done.
    """

    async def do() -> bytes:
        return encode(await work())

    found = await arrived.services.once(arrived.key, arrived.caller.log, do)
    headers = {REPLAYED: "true"} if found.repeated else {}
    return reply(found.answer, status, headers | ({"location": place(found.answer)} if place else {}))

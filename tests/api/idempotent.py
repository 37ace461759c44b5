"""What `Idempotency-Key` promises of a request, shown by sending it."""

import asyncio
from typing import Any
from uuid import uuid4

import httpx
from msgspec import Struct, json
from tests.api.calling import Caller, code_of

_FIRSTS = ("location", "etag", "content-type")
_IN_FLIGHT = "idempotency-key-in-flight"


class Asked(Struct):
    """A request with a body, an empty object unless told otherwise."""

    caller: Caller
    path: str
    body: Any = None

    async def post(self, key: str, spaces: str = "") -> httpx.Response:
        """Send it under the key; `spaces` make it another body that says the same."""
        content = json.encode({} if self.body is None else self.body) + spaces.encode()
        headers = {"Idempotency-Key": key, "Content-Type": "application/json"}
        return await self.caller.send("POST", self.path, content=content, headers=headers)


async def done_once(asked: Asked) -> httpx.Response:
    """Two at once are done once; a repeat gets the first answer, and another body 422. The first answer.

    A request that is refused is refused twice; its refusal.
    """
    key = uuid4().hex
    answers = await asyncio.gather(asked.post(key), asked.post(key))
    first = _first(answers)
    if not first.is_success:
        return first
    again = await asked.post(key)
    assert again.headers["idempotency-replayed"] == "true", asked.path
    assert (again.status_code, again.content) == (first.status_code, first.content), asked.path
    assert _told(again) == _told(first), asked.path
    assert code_of(await asked.post(key, " "), 422) == "idempotency-key-reused", asked.path
    return first


def _first(answers: tuple[httpx.Response, ...]) -> httpx.Response:
    """The first answer of two to one request; the other is its replay, or that it is under way."""
    done = [one for one in answers if one.is_success]
    if not done:
        return next(one for one in answers if not _in_flight(one))
    (first,) = (one for one in done if "idempotency-replayed" not in one.headers)
    for other in answers:
        assert _in_flight(other) or other.content == first.content
    return first


def _in_flight(answer: httpx.Response) -> bool:
    return answer.status_code == 409 and code_of(answer, 409) == _IN_FLIGHT


def _told(answer: httpx.Response) -> dict[str, str | None]:
    return {name: answer.headers.get(name) for name in _FIRSTS}

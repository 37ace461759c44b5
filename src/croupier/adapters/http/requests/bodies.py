"""Reading request bodies: bounded in length and time, JSON only, decoded by a Struct's own decoder."""

import asyncio
from collections.abc import Callable, Coroutine
from functools import cache, partial
from typing import Any, Final, TypeVar

import msgspec
from granian.rsgi import ProtocolClosed  # type: ignore[attr-defined]
from msgspec.json import Decoder

from croupier.adapters.http.answers.media import JSON
from croupier.adapters.http.problems.faults import (
    BodyLate,
    BodyTooLarge,
    Disconnected,
    MalformedHeader,
    MalformedJson,
    UnsupportedMediaType,
)
from croupier.adapters.http.problems.wrong_bodies import (
    fields_of,
    invalid_body,
    refuse_repeats,
    why_malformed,
    without_nulls,
)
from croupier.adapters.http.requests.heads import Headers
from croupier.adapters.http.server.rsgi import Exchange

T = TypeVar("T")

MOST_BYTES: Final = 64 * 1024
PATIENCE: Final = 10.0
"""Seconds for a body to arrive in: who sends it byte by byte holds up nobody, nor the service's shutdown."""

_MOST_DIGITS: Final = 20
"""Digits of a length that it is worth to take for a number."""

_LATE: Final = "late"


async def read_body(headers: Headers, exchange: Exchange) -> bytes:
    """The request's body; empty when there is none.

    Raises `BodyTooLarge`, `BodyLate`, `UnsupportedMediaType`, `MalformedHeader`, `MalformedJson`,
    `Disconnected`.
    """
    if "content-encoding" in headers:
        raise UnsupportedMediaType("the body has to come as it is, not compressed")
    body = await read_bytes(headers, exchange)
    if body and headers.get("content-type") != JSON:
        _require_json(headers)
    return body


async def read_bytes(headers: Headers, exchange: Exchange) -> bytes:
    """The request's body, whatever it is; empty when there is none.

    Raises `BodyTooLarge`, `BodyLate`, `MalformedHeader`, `MalformedJson`, `Disconnected`.
    """
    chunked, length = "transfer-encoding" in headers, headers.get("content-length", "0")
    if length == "0" and not chunked:
        return b""
    if chunked and headers["transfer-encoding"].strip().lower() != "chunked":
        raise MalformedHeader("a body comes in chunks that are not coded further, or with its length")
    # A length beside chunks means nothing (RFC 9112, 6.3), and the server closes the connection behind it.
    return await _in_time(_in_chunks(exchange) if chunked else _of_length(length, exchange))


async def _in_time(arriving: Coroutine[None, None, bytes]) -> bytes:
    """Wait for the body as long as `PATIENCE`; like `asyncio.timeout`, for a third of its time."""
    task = asyncio.current_task()
    assert task
    late = asyncio.get_running_loop().call_later(PATIENCE, task.cancel, _LATE)
    try:
        return await arriving
    except asyncio.CancelledError as cancelled:
        if cancelled.args != (_LATE,):
            raise
        task.uncancel()
        raise BodyLate(f"the body has to arrive within {PATIENCE:.0f} seconds") from None
    finally:
        late.cancel()


async def _of_length(length: str, exchange: Exchange) -> bytes:
    if not length.isdecimal():
        raise MalformedHeader("Content-Length is not a number")
    if len(length) > _MOST_DIGITS or int(length) > MOST_BYTES:
        raise _too_large()
    try:
        return await exchange()
    except ProtocolClosed:
        raise Disconnected("the client is gone") from None


async def _in_chunks(exchange: Exchange) -> bytes:
    """A body without a length. Where the client goes away it just ends, so that an empty one is no body."""
    body = b""
    async for chunk in exchange:
        body += chunk
        if len(body) > MOST_BYTES:
            raise _too_large()
    if not body:
        raise MalformedJson("a body was announced and none came")
    return body


def _too_large() -> BodyTooLarge:
    return BodyTooLarge(f"a body has at most {MOST_BYTES} bytes")


def _require_json(headers: Headers) -> None:
    """JSON is UTF-8 whatever a parameter says (RFC 8259, 8.1), so that no other charset may be claimed."""
    media_type, _, parameters = headers.get("content-type", "").partition(";")
    charset = parameters.strip().lower().replace('"', "")
    if media_type.strip().lower() != JSON or charset not in ("", "charset=utf-8"):
        raise UnsupportedMediaType("the body has to be application/json, in UTF-8")


def decode(decoder: Decoder[T], body: bytes) -> T:
    """The body as the decoder's Struct; an empty body is an empty object, null is as good as left out.

    Raises `MalformedJson`, or `InvalidBody` with pointers to the fields.
    """
    try:
        found = decoder.decode(body or b"{}")
    except msgspec.ValidationError as error:
        bare = without_nulls(decoder, body)
        if bare is None:
            raise invalid_body(decoder, body, error) from None
        found = decode(decoder, bare)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise MalformedJson(why_malformed(error)) from None
    # What the decoder took has every required field; with no colon beyond those, no name can be there twice.
    if body.count(b":") > _required(decoder):
        refuse_repeats(body)
    return found


@cache
def _required(decoder: Decoder[Any]) -> int:
    return len(fields_of(decoder, required=True))


def reads(kind: type[T]) -> Callable[[bytes], T]:
    """`decode` for one type."""
    return partial(decode, Decoder(kind))

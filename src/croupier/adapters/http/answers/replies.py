"""Writing answers: the same headers whether Litestar's router or a command's own route led here."""

from collections.abc import Mapping, Sequence
from typing import Final

import structlog
from litestar import Response
from msgspec import Struct
from msgspec.json import Decoder, Encoder

from croupier.adapters.http.answers.media import HTML, JSON
from croupier.adapters.http.pages.rounds import POLICY
from croupier.adapters.http.problems.telling import MEDIA_TYPE, ProblemAnswer, problem_answer
from croupier.adapters.http.requests.etags import etag
from croupier.adapters.http.server.rsgi import Exchange, Field, Fields
from croupier.service.handling import Receipt

encode: Final = Encoder().encode
log: Final = structlog.get_logger("croupier.http")

_ALWAYS: Final = {"cache-control": "no-store", "x-content-type-options": "nosniff"}

REPLAYED: Final = "idempotency-replayed"


class _Named(Struct, frozen=True):
    revision: int
    table: str | None = None
    player: str | None = None
    dispute: str | None = None


_named: Final = Decoder(_Named).decode


def receipt_headers(receipt: Receipt) -> dict[str, str]:
    """The revision as ETag, and the mark of an answer that was given before."""
    if receipt.revision is None:
        return {"etag": etag(_named(receipt.answer).revision), REPLAYED: "true"}
    return {"etag": etag(receipt.revision)}


def reply(
    body: bytes, status: int = 200, headers: Mapping[str, str] = {}, media: str = JSON
) -> Response[bytes]:
    """An answer from an ordinary route, JSON unless told otherwise."""
    # Litestar adds the charset to text by itself.
    bare = media.removesuffix("; charset=utf-8")
    return Response(body, status_code=status, media_type=bare, headers={**_ALWAYS, **headers})


def page(body: bytes) -> Response[bytes]:
    """A page for people, under its strict Content-Security-Policy."""
    headers = {"content-security-policy": POLICY, "referrer-policy": "no-referrer"}
    return reply(body, headers=headers, media=HTML)


def accepted(receipt: Receipt) -> Response[bytes]:
    """The answer to a command."""
    return reply(receipt.answer, headers=receipt_headers(receipt))


def opened(receipt: Receipt, location: str) -> Response[bytes]:
    """The answer to a command that made something new; `{table}`, `{player}` or `{dispute}` is its id."""
    named = _named(receipt.answer)
    location = location.format(table=named.table, player=named.player, dispute=named.dispute)
    return reply(receipt.answer, 201, {**receipt_headers(receipt), "location": location})


def unchanged(revision: int) -> Response[bytes]:
    """The caller has this revision already (RFC 9110, 15.4.5)."""
    return Response(b"", status_code=304, headers={**_ALWAYS, "etag": etag(revision)})


def refusal(error: Exception, request_id: str) -> Response[bytes]:
    """What the error is told as."""
    found = problem_of(error, request_id)
    return Response(
        encode(found.problem),
        status_code=found.problem.status,
        media_type=MEDIA_TYPE,
        headers={**_ALWAYS, **found.headers},
    )


_JSON_FIELDS: Final[Fields] = [*{"content-type": JSON, **_ALWAYS}.items()]
_PROBLEM_FIELDS: Final[Fields] = [*{"content-type": MEDIA_TYPE, **_ALWAYS}.items()]


def send_receipt(exchange: Exchange, receipt: Receipt, request_id: str, more: Sequence[Field] = ()) -> None:
    """Send the answer to a command straight to the server, with `more` fields than its own."""
    fields = [*_JSON_FIELDS, ("x-request-id", request_id), *receipt_headers(receipt).items(), *more]
    exchange.response_bytes(200, fields, receipt.answer)


def send_problem(
    exchange: Exchange,
    error: Exception,
    request_id: str,
    game: str | None = None,
    more: Sequence[Field] = (),
) -> None:
    """Send what the error is told as straight to the server, with `more` fields than its own."""
    found = problem_of(error, request_id, game)
    its_own = ((name.lower(), value) for name, value in found.headers.items())
    fields = [*_PROBLEM_FIELDS, ("x-request-id", request_id), *its_own, *more]
    exchange.response_bytes(found.problem.status, fields, encode(found.problem))


def problem_of(error: Exception, request_id: str, game: str | None = None) -> ProblemAnswer:
    """How the error is told; what is the service's own fault is logged too."""
    found = problem_answer(error, request_id, game)
    if found.problem.status == 500:
        log.error("request failed", code=found.problem.code, request_id=request_id, exc_info=error)
    elif found.problem.status > 500:
        log.warning("request refused", code=found.problem.code, request_id=request_id, reason=str(error))
    return found

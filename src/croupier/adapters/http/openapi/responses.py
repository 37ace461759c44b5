"""What an operation answers when all is well."""

from collections.abc import Iterator
from typing import Final

from croupier.adapters.http.openapi.components import Schema
from croupier.adapters.http.openapi.examples import exchanges, told
from croupier.adapters.http.openapi.headers import QUOTAS, headers
from croupier.adapters.http.operations import Operation

_PAGE: Final[Schema] = {"text/html; charset=utf-8": {"schema": {"type": "string"}}}


def appends(operation: Operation) -> bool:
    """Whether what is done is an entry of the log: then its answer has a revision."""
    return operation.use not in ("mint-token", "manage-keys", "manage-webhooks")


def counted(operation: Operation) -> bool:
    """Whether its requests count for quotas."""
    return operation.use is not None or operation.tag != "Health"


def own_response(operation: Operation, status: int, schema: Schema) -> dict[str, Schema]:
    """The answers by their statuses, each with the header fields that may come with it."""
    fields = headers("X-Request-Id", *_fields(operation))
    recorded = {name: one.answer for name, one in exchanges(operation.id).items()}
    answer = {
        "description": "Done." if operation.body is not None else "Found.",
        "headers": fields,
        "content": {
            **{media: {"schema": schema, **told(recorded)} for media in _media(operation)},
            **(_PAGE if operation.page else {}),
        },
    }
    unchanged = {"304": {"description": "Not changed since.", "headers": fields}}
    return {
        **{str(one): answer for one in (status, *operation.also)},
        **(unchanged if operation.conditional else {}),
    }


def _media(operation: Operation) -> tuple[str, ...]:
    return (operation.media,) if isinstance(operation.media, str) else operation.media


def _fields(operation: Operation) -> Iterator[str]:
    if operation.conditional or (operation.keyed and appends(operation)):
        yield "ETag"
    if operation.keyed:
        yield "Idempotency-Replayed"
    if operation.opens:
        yield "Location"
    if operation.leads_on:
        yield "Link"
    if counted(operation):
        yield from QUOTAS
    yield from operation.headers
    if operation.deprecated:
        yield "Deprecation"
        yield from ("Sunset",) if operation.deprecated.sunset else ()

"""What a route says of itself, for its own guard and for the document that describes the interface."""

from collections.abc import Callable
from typing import Any, Final, Literal

from litestar.handlers import HTTPRouteHandler
from msgspec import Struct
from msgspec.structs import replace

from croupier.adapters.http.answers.media import JSON
from croupier.adapters.http.deprecations import Deprecation
from croupier.adapters.http.requests.bodies import reads
from croupier.service.roles import Use

Tag = Literal[
    "Tables",
    "Play",
    "Live",
    "Players",
    "Wallets",
    "Rounds",
    "Disputes",
    "Log",
    "Catalogue",
    "Health",
    "Documents",
    "Keys",
    "Webhooks",
]

_OPERATION: Final = "operation"


class _Named(Struct, frozen=True):
    """What every route says of itself, in this order."""

    id: str
    tag: Tag
    use: Use | None
    """What it is used for, by which callers are let in; None where anybody may."""
    answer: Any
    """The type of the answer's JSON."""


class Operation(_Named, frozen=True, kw_only=True):
    """What a route says of itself: who may use it, and what the document can't tell by its signature.

    The handler's docstring is the description.
    """

    body: Any = None
    """The type of the body's JSON, or several that are told apart by their field `game`."""
    read: Callable[[bytes], Any] | None = None
    """Reads the body, where that takes more than to decode it as `body`."""
    refusals: tuple[str, ...] = ()
    """The codes of the problems that it may answer beyond those of all routes."""
    keyed: bool = False
    """Whether an `Idempotency-Key` is honoured."""
    matched: bool = False
    """Whether `If-Match` is honoured."""
    conditional: bool = False
    """Whether `If-None-Match` is honoured."""
    also: tuple[int, ...] = ()
    """Further statuses that come with the same answer."""
    opens: bool = False
    """Whether something new is made, whose place `Location` tells."""
    media: str | tuple[str, ...] = JSON
    """The answer's media type, or those that it may have. Of what is no JSON, `answer` is `str` for text,
    `bytes` for anything else."""
    headers: tuple[str, ...] = ()
    """Further header fields of the answer."""
    deprecated: Deprecation | None = None
    """Since when it should not be used any more, if so."""
    page: bool = False
    """Whether `Accept: text/html` gets a page for people instead."""

    @property
    def leads_on(self) -> bool:
        """Whether the answer is a page on which others may follow."""
        kinds = getattr(self.answer, "members", (self.answer,))
        fields = {field for kind in kinds for field in getattr(kind, "__struct_fields__", ())}
        return not fields.isdisjoint(("next", "more"))


def described(operation: Operation) -> dict[str, Operation]:
    """The operation as a handler's `opt`, with the decoder of its body made once and for all."""
    if operation.body and not operation.read:
        operation = replace(operation, read=reads(operation.body))
    return {_OPERATION: operation}


def operation_of(handler: HTTPRouteHandler) -> Operation:
    """What the handler's route says of itself. Raises `KeyError` when it says nothing."""
    found: Operation = handler.opt[_OPERATION]
    return found

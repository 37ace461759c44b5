"""What a route says of itself, for the document that describes the interface."""

from typing import Any, Final, Literal

from litestar.handlers import HTTPRouteHandler
from msgspec import Struct

from croupier.adapters.http.deprecations import Deprecation
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


class Operation(Struct, frozen=True):
    """A route's part of the document that its signature does not tell; its docstring is the description.

    `use` is what it is used for, None where anybody may; `answer` and `body` are the types of the JSON,
    `refusals` the codes of the problems that it may answer beyond those of all routes.
    """

    id: str
    tag: Tag
    use: Use | None
    answer: Any
    body: Any = None
    """A type, or several that are told apart by their field `game`."""
    refusals: tuple[str, ...] = ()
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
    media: str | tuple[str, ...] = "application/json"
    """The answer's media type, or those that it may have. Of what is no JSON, `answer` is `str` for text,
    `bytes` for anything else."""
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
    """The operation as a handler's `opt`."""
    return {_OPERATION: operation}


def operation_of(handler: HTTPRouteHandler) -> Operation:
    """What the handler's route says of itself. Raises `KeyError` when it says nothing."""
    found: Operation = handler.opt[_OPERATION]
    return found

"""Messages as types, game by game: what the service writes with open fields is told exactly here."""

from collections.abc import Mapping
from typing import Any, Final, Literal

from msgspec import Struct
from msgspec.structs import fields

from croupier.adapters.http.openapi.shapes import GAME_SHAPES, POSITION, GameShapes, pascal, retyped
from croupier.domain.catalogue import DECIDERS, GAMES
from croupier.service.answers import TableReading
from croupier.service.live.message import EndMessage, HeadMessage, TableEntryMessage
from croupier.service.messages import EntryMessage
from croupier.service.webhooks.messages import PING, EntryWebhook, PingWebhook, type_of


class Shape(Struct, frozen=True):
    """A message of a channel: its `name` in the document, and its payload's type.

    `told` says what it is, in one sentence. `event` is the name of a server-sent event, None for a webhook;
    it has an id where it is `positioned`.
    """

    name: str
    payload: Any
    told: str
    event: str | None = None
    positioned: bool = True


def _table_reading(prefix: str, shapes: GameShapes) -> type[Struct]:
    view = next(field.type for field in fields(shapes.reading) if field.name == "view")
    return retyped(TableReading, f"{prefix}TableNow", {"view": view})


def _entry(of_category: str) -> type[Struct]:
    """The entry of a stream of that category, with its events typed."""
    events: Any = DECIDERS[of_category].events
    typed: dict[str, Any] = {"table": str if of_category in GAMES else None, "events": tuple[events, ...]}
    return retyped(EntryMessage, f"{pascal(of_category)}EntryMessage", typed)


ENTRIES: Final[Mapping[str, type[Struct]]] = {name: _entry(name) for name in DECIDERS}


def _table_entry(name: str) -> type[Struct]:
    prefix, shapes = pascal(name), GAME_SHAPES[name]
    typed: dict[str, Any] = {"table": str, "events": tuple[shapes.events, ...]}  # type: ignore[name-defined]
    typed["reading"] = _table_reading(prefix, shapes) | None
    return retyped(TableEntryMessage, f"{prefix}TableEntryMessage", typed)


def _table(name: str) -> type[Struct]:
    now = _table_reading(pascal(name), GAME_SHAPES[name])
    return retyped(now, f"{pascal(name)}TableReading", POSITION)


def _webhook(name: str) -> type[Struct]:
    typed = {"type": Literal[type_of(f"{name}-")], "data": ENTRIES[name]}
    return retyped(EntryWebhook, f"{pascal(name)}Webhook", typed)


_END: Final = Shape("end", EndMessage, "The stream ends, and why.", "end", positioned=False)

TABLE_STREAM: Final = (
    *(
        Shape(f"{pascal(name)}Table", _table(name), f"A table of {GAMES[name].title} as it is.", "table")
        for name in GAMES
    ),
    *(
        Shape(
            f"{pascal(name)}TableEntry",
            _table_entry(name),
            f"A command that was accepted at a table of {GAMES[name].title}, and the table after it.",
            "entry",
        )
        for name in GAMES
    ),
    _END,
)
"""The messages of a table's stream."""

LOG_STREAM: Final = (
    Shape("head", HeadMessage, "Where the log stands as the stream begins.", "head"),
    *(
        Shape(f"{pascal(name)}Entry", kind, f"An accepted command of a stream `{name}-..`.", "entry")
        for name, kind in ENTRIES.items()
    ),
    _END,
)
"""The messages of a log's stream."""

WEBHOOKS: Final = (
    *(
        Shape(f"{pascal(name)}Webhook", _webhook(name), f"A webhook on an entry of a stream `{name}-..`.")
        for name in DECIDERS
    ),
    Shape(
        "PingWebhook",
        retyped(PingWebhook, "PingWebhook", {"type": Literal[PING]}),
        "A webhook that an operator asked for to try his endpoint.",
    ),
)
"""What is sent to webhooks' endpoints."""

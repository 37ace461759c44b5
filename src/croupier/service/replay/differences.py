"""Saying in words where a record departs from what deciding its command again gives."""

from typing import Any, Final

from msgspec import Struct
from msgspec.json import Encoder
from msgspec.structs import fields

from croupier.domain.decks.events import DeckCommitted, DeckRevealed
from croupier.service.replay.findings import Code

_MOST_SHOWN: Final = 80
_encode: Final = Encoder().encode

Said = tuple[Code, str]


def events_difference(recorded: tuple[Any, ...], decided: tuple[Any, ...]) -> Said | None:
    """The first event that differs, None when all are the same."""
    for number, (was, again) in enumerate(zip(recorded, decided, strict=False), 1):
        if _encode(was) != _encode(again):
            return _event_difference(number, was, again)
    if len(recorded) > len(decided):
        extra = _tag(recorded[len(decided)])
        return "events-differ", f"event {len(decided) + 1} ({extra}) does not follow from the command"
    if len(recorded) < len(decided):
        missing = _tag(decided[len(recorded)])
        return "events-differ", f"a {missing} follows from the command and is missing"
    return None


def _event_difference(number: int, was: Struct, again: Struct) -> Said:
    if type(was) is not type(again):
        return "events-differ", f"event {number} is {_tag(was)}, deciding again gives {_tag(again)}"
    names = [name.name for name in fields(was) if getattr(was, name.name) != getattr(again, name.name)]
    field = names[0] if names else "its bytes"
    where = f"event {number} ({_tag(was)})"
    if isinstance(was, DeckCommitted) and field == "commitment":
        return "commitment-differs", f"{where}: the commitment is not that of the deck's seed"
    if isinstance(was, DeckRevealed) and field == "seed":
        return "reveal-differs", f"{where}: the seed is not the one that was committed to"
    shown, expected = _shown(getattr(was, field, "?")), _shown(getattr(again, field, "?"))
    return "events-differ", f"{where}: `{field}` is {shown}, deciding again gives {expected}"


def _tag(event: Struct) -> Any:
    return event.__struct_config__.tag


def _shown(value: Any) -> str:
    text = _encode(value).decode()
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}.."

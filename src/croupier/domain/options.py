"""What a seat, or the house, may do now: commands with the bounds of their fields."""

import re
from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict


class Range(Struct, frozen=True, tag="range"):
    """Any whole number from `least` to `greatest`, both included."""

    least: int
    greatest: int


class OneOf(Struct, frozen=True, tag="one-of"):
    """One of the listed values."""

    values: tuple[str | int, ...]


class Text(Struct, frozen=True, tag="text"):
    """Any text that matches the regular expression `pattern`."""

    pattern: str


Choice = Range | OneOf | Text


class Option(Struct, frozen=True):
    """A command that would be accepted now with any choice of each of its `fields`."""

    command: str
    fields: Mapping[str, Choice] = {}


def allows(choice: Choice, value: Any) -> bool:
    """Whether the value is one of the choice."""
    match choice:
        case Range(least, greatest):
            return isinstance(value, int) and least <= value <= greatest
        case OneOf(values):
            return value in values
        case Text(pattern):
            return isinstance(value, str) and re.fullmatch(pattern, value) is not None


def offers(options: tuple[Option, ...], command: Struct) -> bool:
    """Whether one of the options offers just this command."""
    tag = command.__struct_config__.tag
    fields = asdict(command)
    return any(
        option.command == tag
        and option.fields.keys() == fields.keys()
        and all(allows(choice, fields[name]) for name, choice in option.fields.items())
        for option in options
    )

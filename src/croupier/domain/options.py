"""What a seat, or the house, may do now: commands with the bounds of their fields."""

import re
from collections.abc import Mapping
from typing import Any

from msgspec import UNSET, Struct
from msgspec.structs import asdict

from croupier.domain.decider import tag_of


class Range(Struct, frozen=True, tag="range", omit_defaults=True):
    """Any whole number from `least` to `greatest`, both included.

    With `not_below` it is besides not less than what was chosen for that field, an earlier one of the option.
    """

    least: int
    greatest: int
    not_below: str | None = None


class OneOf(Struct, frozen=True, tag="one-of"):
    """One of the listed values."""

    values: tuple[str | int, ...]


class Text(Struct, frozen=True, tag="text"):
    """Any text that matches the regular expression `pattern`."""

    pattern: str


Choice = Range | OneOf | Text


class Option(Struct, frozen=True):
    """A command that would be accepted now with any choice of each of its `fields`, and of those alone."""

    command: str
    fields: Mapping[str, Choice] = {}


def allows(choice: Choice, value: Any, chosen: Mapping[str, Any] = {}) -> bool:
    """Whether the value is one of the choice, the option's other fields being `chosen`."""
    match choice:
        case Range(least, greatest, not_below):
            floor = max(least, chosen.get(not_below, least)) if not_below else least
            return isinstance(value, int) and floor <= value <= greatest
        case OneOf(values):
            return value in values
        case Text(pattern):
            return isinstance(value, str) and re.fullmatch(pattern, value) is not None


def offers(options: tuple[Option, ...], command: Struct) -> bool:
    """Whether one of the options offers just this command; fields that it leaves out are none of it."""
    tag = tag_of(command)
    fields = {name: value for name, value in asdict(command).items() if value is not UNSET}
    return any(
        option.command == tag
        and option.fields.keys() == fields.keys()
        and all(allows(choice, fields[name], fields) for name, choice in option.fields.items())
        for option in options
    )

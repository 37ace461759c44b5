"""A scenario file's JSON, read more strictly than the library does by itself; each fault has its place."""

import json
from typing import Any, Final

from msgspec import Struct

from croupier.service.scenarios.invalid import InvalidScenario

_MOST_DIGITS: Final = 100
"""Digits of a number that may yet be shown to be too large for what it stands for."""


class _Wrong(Struct, frozen=True):
    """Stands in the tree where there is a fault that the library passes over."""

    problem: str


def parsed(data: bytes) -> Any:
    """The JSON of a file's bytes: no NaN, no key twice, no half of a surrogate pair.

    Raises `InvalidScenario`.
    """
    text = _decoded(data)
    if text.startswith("\ufeff"):
        raise InvalidScenario("line 1 column 1", "begins with a byte order mark (BOM): save it without one")
    try:
        tree = json.loads(text, object_pairs_hook=_object, parse_constant=_no_number, parse_int=_whole)
        _require_sound(tree, "$")
    except json.JSONDecodeError as error:
        raise InvalidScenario(f"line {error.lineno} column {error.colno}", f"not JSON: {error.msg}") from None
    except RecursionError:
        raise InvalidScenario("$", "nested too deeply") from None
    return tree


def _decoded(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        before = data[: error.start].decode()
        raise InvalidScenario(
            _line_column(before), f"not UTF-8: byte {error.object[error.start]:#04x}"
        ) from None


def _line_column(before: str) -> str:
    line = before.count("\n") + 1
    return f"line {line} column {len(before) - before.rfind(chr(10))}"


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any] | _Wrong:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    names = [name for name, _ in pairs]
    twice = next(name for name in names if names.count(name) > 1)
    return _Wrong(f"the key {twice!r} is there twice")


def _no_number(constant: str) -> _Wrong:
    return _Wrong(f"{constant} is not JSON")


def _whole(digits: str) -> int | _Wrong:
    return int(digits) if len(digits) <= _MOST_DIGITS else _Wrong(f"a number of {len(digits)} digits")


def _require_sound(part: Any, place: str) -> None:
    """Raises `InvalidScenario` at the first fault below the place."""
    if isinstance(part, _Wrong):
        raise InvalidScenario(place, part.problem)
    if isinstance(part, str) and _is_half(part):
        raise InvalidScenario(place, "a string holds half of a surrogate pair")
    if isinstance(part, list):
        for number, one in enumerate(part):
            _require_sound(one, f"{place}[{number}]")
    elif isinstance(part, dict):
        for name, one in part.items():
            if _is_half(name):
                raise InvalidScenario(place, "a key holds half of a surrogate pair")
            _require_sound(one, f"{place}.{name}")


def _is_half(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False

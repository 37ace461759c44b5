"""Values for the fields of commands: within what an option offers, just outside of it, and likely ones."""

import re
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from hypothesis import strategies as st
from msgspec import NODEFAULT, UNSET
from msgspec.inspect import IntType, LiteralType, Metadata, StrType, Type, UnionType, type_info
from msgspec.structs import FieldInfo, fields

from croupier.domain.options import Choice, OneOf, Option, Range, allows
from croupier.domain.table.state import AnyTable, By

MODEST = 10_000
"""Wallets are unlimited here, but random players mostly bring stacks that a table's limits matter to."""


def chosen(choice: Choice, earlier: Mapping[str, Any]) -> st.SearchStrategy[Any]:
    """Something of the choice, the option's earlier fields being chosen; of a range often its ends."""
    match choice:
        case Range(least, greatest, not_below):
            least = max(least, earlier[not_below]) if not_below else least
            modest = min(greatest, max(least, MODEST))
            between = st.integers(least, modest)
            return st.sampled_from([least, greatest]) | between | between
        case OneOf(values):
            return st.sampled_from(values)
        case _:
            return st.from_regex(re.compile(choice.pattern, re.ASCII), fullmatch=True)


def outside(choice: Choice) -> st.SearchStrategy[Any]:
    """Something just outside the choice, or far out."""
    match choice:
        case Range(least, greatest):
            return st.sampled_from([least - 1, greatest + 1, 0, -1, 10**9])
        case OneOf(values):
            numbers = [value for value in values if isinstance(value, int)]
            near = [max(numbers) + 1, min(numbers) - 1] if numbers else ["", "dragon", "player", "TH"]
            return st.sampled_from(near)
        case _:
            return st.just("zz")


def combinations(
    command: Any, table: AnyTable, viewer: By | None, words: tuple[str, ...]
) -> Iterator[dict[str, Any]]:
    """All choices of a command's fields of values that the table's state may be touchy about."""
    limits = [getattr(table.limits, name) for name in table.limits.__struct_fields__]
    own = [table.seats[viewer].stack] if isinstance(viewer, int) else table.seats
    numbers = sorted({number + by for number in (*limits, *own) for by in (-1, 0, 1)})
    known = fields(command)
    for values in product(*(_likely_or_left_out(field, numbers, words) for field in known)):
        named = {field.name: value for field, value in zip(known, values, strict=True)}
        yield {name: value for name, value in named.items() if value is not UNSET}


def _likely_or_left_out(field: FieldInfo, numbers: list[int], words: tuple[str, ...]) -> list[Any]:
    likely = _likely(type_info(field.type), numbers, words)
    return likely if field.default is NODEFAULT else [UNSET, *likely]


def _likely(kind: Type, numbers: list[int], words: tuple[str, ...]) -> list[Any]:
    match kind:
        case Metadata():
            return _likely(kind.type, numbers, words)
        case UnionType():
            return [value for part in kind.types for value in _likely(part, numbers, words)]
        case IntType():
            return numbers
        case LiteralType():
            return [*kind.values, "dragon"]
        case StrType(pattern=None):
            return [*words, "dragon"]
        case _:
            return ["c0ffee", "zz"]


def corners(option: Option) -> list[dict[str, Any]]:
    """Fields at both ends of every range and with each listed value, one field changed at a time."""
    ends: dict[str, list[Any]] = {}
    for name, choice in option.fields.items():
        match choice:
            case Range(least, greatest):
                ends[name] = [least, greatest]
            case OneOf(values):
                ends[name] = list(values)
            case _:
                ends[name] = ["00", "ff" * 64]
    first = {name: values[0] for name, values in ends.items()}
    last = {name: values[-1] for name, values in ends.items()}
    others = [{**first, name: value} for name, values in ends.items() for value in values[1:]]
    return [values for values in (first, last, *others) if _chosen_from(option, values)]


def _chosen_from(option: Option, values: dict[str, Any]) -> bool:
    return all(allows(choice, values[name], values) for name, choice in option.fields.items())

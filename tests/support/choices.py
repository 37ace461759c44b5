"""Values for the fields of commands: within what an option offers, just outside of it, and likely ones."""

import re
from typing import Any

from hypothesis import strategies as st
from msgspec.inspect import IntType, StrType, type_info

from croupier.domain.options import Choice, OneOf, Option, Range
from croupier.domain.table.state import AnyTable

MODEST = 10_000
"""Wallets are unlimited here, but random players mostly bring stacks that a table's limits matter to."""


def chosen(choice: Choice) -> st.SearchStrategy[Any]:
    """Something of the choice; of a range often its ends."""
    match choice:
        case Range(least, greatest):
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


def likely(kind: Any, table: AnyTable, words: tuple[str, ...]) -> st.SearchStrategy[Any]:
    """Values of a field of that type which the table's state may be touchy about."""
    match type_info(kind):
        case IntType():
            limits = [getattr(table.limits, name) for name in table.limits.__struct_fields__]
            stacks = [seat.stack for seat in table.seats.values()]
            near = [number + by for number in (*limits, *stacks) for by in (-1, 0, 1)]
            return st.sampled_from([*near, *range(1, 16)])
        case StrType(pattern=None):
            return st.sampled_from([*words, "dragon"])
        case _:
            return st.sampled_from(["c0ffee", "zz"])


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
    return [first, *({**first, name: value} for name, values in ends.items() for value in values[1:])]

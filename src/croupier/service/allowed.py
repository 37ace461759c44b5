"""The values that a field may have, where they are counted: found by the way to the field."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Final

from msgspec import inspect

MOST_NAMED: Final = 10
"""Values to name where a sentence must not get long; of more the first are named."""

_type_of: Final = cache(inspect.type_info)


def allowed_at(kind: Any, steps: Sequence[str], most: int = MOST_NAMED) -> str | None:
    """What the value may be to which the steps lead from a value of that kind: "one of banker, player, tie".

    None where the values are not counted.
    """
    found = [*dict.fromkeys(_choices(_type_of(kind), steps))]
    if len(found) < 2:
        return found[0] if found else None
    named = found if len(found) <= most else [*found[:most], ".."]
    return "one of " + ", ".join(named)


def _choices(kind: inspect.Type, steps: Sequence[str]) -> Iterator[str]:
    """The values of all types that the value may be of."""
    match kind:
        case inspect.UnionType(types=types):
            for one in types:
                yield from _choices(one, steps)
        case inspect.DictType(value_type=inner):  # to whose values msgspec tells no steps
            yield from _choices(inner, steps)
        case inspect.Metadata(type=inner):
            yield from _choices(inner, steps)
        case inspect.LiteralType(values=values) if not steps:
            yield from map(str, values)
        case inspect.EnumType(cls=cls) if not steps:
            yield from (str(member.value) for member in cls)
        case inspect.NoneType() if not steps:
            yield "null"
        case _ if steps:
            yield from _within(kind, steps[0], steps[1:])


def _within(kind: inspect.Type, step: str, steps: Sequence[str]) -> Iterator[str]:
    """The values of what the step leads to in a value of that type."""
    match kind:
        case inspect.StructType(tag_field=field, tag=tag) if step == field and not steps:
            yield str(tag)
        case inspect.StructType(fields=fields):
            for one in fields:
                if one.encode_name == step:
                    yield from _choices(one.type, steps)
        case (
            inspect.ListType(item_type=inner)
            | inspect.VarTupleType(item_type=inner)
            | inspect.SetType(item_type=inner)
            | inspect.FrozenSetType(item_type=inner)
        ):
            yield from _choices(inner, steps)
        case inspect.TupleType(item_types=types) if step.isdecimal() and int(step) < len(types):
            yield from _choices(types[int(step)], steps)

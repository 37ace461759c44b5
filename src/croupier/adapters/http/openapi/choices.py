"""Enumerations under names that read well where generators make classes of them."""

import re
from typing import Any, Final

Schema = dict[str, Any]

_NAMES: Final = "x-enum-varnames"
"""The extension by which generators take the names of an enumeration's values."""
_EVERYTHING: Final = "*"
_NO_LETTER: Final = re.compile(r"[^A-Za-z]")


def named_choices(field: str, schema: Schema) -> Schema:
    """The field's schema, with names for an enumeration in it that would get none, or an ugly one.

    A value that begins with no letter can't be a name in most languages: fan-tan's `4-1` on the field `on` is
    `ON_4_1`. An enumeration that may be null is a part of its field: its title names it like the field.
    """
    match schema:
        case {"enum": [*values]} if any(isinstance(one, str) and _NO_LETTER.match(one) for one in values):
            return {**schema, _NAMES: [_name(field, value) for value in values]}
        case {"anyOf": [*parts]}:
            return {**schema, "anyOf": [_titled(field, named_choices(field, part)) for part in parts]}
        case {"items": dict() as items}:
            return {**schema, "items": named_choices(field, items)}
        case _:
            return schema


def _name(field: str, value: str) -> str:
    if value == _EVERYTHING:
        return "ALL"
    text = f"{field}_{value}" if _NO_LETTER.match(value) else value
    return re.sub(r"\W", "_", text).upper()


def _titled(field: str, schema: Schema) -> Schema:
    title = "".join(part.capitalize() for part in field.split("_"))
    match schema:
        case {"enum": list()}:
            return {"title": title, **schema}
        case {"items": {"enum": list()} as items}:
            return {**schema, "items": {"title": f"{title}Item", **items}}
        case _:
            return schema

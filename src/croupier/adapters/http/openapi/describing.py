"""Descriptions for the fields of all schemas: from the types, else from the words for fields.

Fields that hold a moment get their format too, by which generated clients have dates instead of texts.
"""

from collections.abc import Mapping
from typing import Any, Final

from croupier.adapters.http.openapi.choices import named_choices
from croupier.adapters.http.openapi.field_words import WORDS
from croupier.adapters.http.openapi.shapes import pascal
from croupier.domain.catalogue import GAMES

Schema = dict[str, Any]

_GAMES: Final = {pascal(name): game.field_words for name, game in GAMES.items()}
_SHARED: Final = ("Table", "OpenTable")
"""How the names of types begin, but for the game's, that every game has alike."""
_MOMENTS: Final = frozenset(("at", "until", "since", "due", "take_by", "rule_by"))


def described_fields(name: str, schema: Schema) -> Schema:
    """The schema with a description for every field that words can be found for."""
    if not schema.get("properties"):
        return schema
    told = {field: _described(name, field, part) for field, part in schema["properties"].items()}
    return {**schema, "properties": told}


def _described(name: str, field: str, schema: Schema) -> Schema:
    schema = named_choices(field, schema)
    if field in _MOMENTS or field.endswith(("_at", "_since", "_until")):
        schema = _dated(schema)
    if "description" in schema:
        return schema
    words = _words(name, field)
    return {**schema, "description": words} if words else schema


def _dated(schema: Schema) -> Schema:
    if schema.get("type") == "string":
        return {**schema, "format": "date-time"}
    return {**schema, "anyOf": [_dated(part) for part in schema["anyOf"]]} if "anyOf" in schema else schema


def _words(name: str, field: str) -> str | None:
    """The words for a field of the schema of that name: its game's, if it is a type of a game's own."""
    for prefix, own in _GAMES.items():
        if prefix in name:
            bare = name.replace(prefix, "", 1)
            words = (WORDS,) if bare.startswith(_SHARED) else (own, WORDS)
            return _found(words, bare, field)
    return _found((WORDS,), name, field)


def _found(sources: tuple[Mapping[str, str], ...], name: str, field: str) -> str | None:
    keys = (f"{name}.{field}", field)
    return next((words[key] for words in sources for key in keys if key in words), None)

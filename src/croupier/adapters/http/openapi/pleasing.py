"""Schemas as generators of clients like them: the same meaning, said so that pleasant types come of it."""

from typing import Any, Final

import msgspec

from croupier.domain.texts import portable

Schema = dict[str, Any]

_TYPES: Final = {str: "string", int: "integer", bool: "boolean"}

_CLOSING: Final = frozenset(("properties", "additionalProperties"))


def pleasing(schema: Any) -> Any:
    """The schema, and all within it, with typed enumerations, constants, defaults that are plain values, and
    patterns that all languages read alike.

    An enumeration without a type becomes `unknown` in TypeScript, one of a single value a class of its own in
    Python; a default that is an object makes openapi-python-client drop the whole schema; an object of which
    nothing is said is one without fields to openapi-typescript; what openapi-generator makes in TypeScript of
    `anyOf` with a discriminator does not compile.
    """
    match schema:
        case {"enum": [value]}:
            rest = {key: part for key, part in schema.items() if key != "enum"}
            return {**_typed(schema), **rest, "const": value}
        case {"enum": list()}:
            return {**_typed(schema), **schema}
        case {"default": dict() as default} if "type" not in schema:
            rest = {key: value for key, value in schema.items() if key != "default"}
            said = f"Left out: `{msgspec.json.encode(default).decode()}`."
            return pleasing(rest) | {"description": f"{schema.get('description', '')} {said}".lstrip()}
        case {"anyOf": list(), "discriminator": dict()}:
            return {"oneOf" if key == "anyOf" else key: pleasing(part) for key, part in schema.items()}
        case {"anyOf": [*parts]} if all("enum" in part for part in parts):
            rest = {key: part for key, part in schema.items() if key != "anyOf"}
            return pleasing({"enum": [value for part in parts for value in part["enum"]], **rest})
        case {"anyOf": [*parts]}:
            told = [_alternative(part) for part in parts]
            return {key: told if key == "anyOf" else pleasing(part) for key, part in schema.items()}
        case {"type": "object"} if schema.keys().isdisjoint(_CLOSING):
            return {**{key: pleasing(value) for key, value in schema.items()}, "additionalProperties": True}
        case dict():
            return {key: pleasing(value) for key, value in schema.items()}
        case list():
            return [pleasing(value) for value in schema]
        case _:
            return portable(schema)


def _alternative(schema: Schema) -> Any:
    """One of several schemas. A single value stays an enumeration there.

    What openapi-python-client makes of a constant beside a number takes the constant alone.
    """
    return {**_typed(schema), **schema} if "enum" in schema else pleasing(schema)


def _typed(schema: Schema) -> Schema:
    """The type of an enumeration's values, where they have one and are all said."""
    values = schema["enum"]
    kinds = {_TYPES[type(value)] for value in values if value is not None}
    return {"type": kinds.pop()} if len(kinds) == 1 and None not in values else {}

"""Request bodies: a command's Struct without its tag, which the path says already."""

from typing import Any, Final

from croupier.adapters.http.openapi.components import REFERENCE, Schema, name_of, reference
from croupier.adapters.http.openapi.examples import exchanges, told
from croupier.adapters.http.openapi.unions import union_of
from croupier.adapters.http.operations import Operation

_NAMED_EXAMPLES: Final = {
    "entropy": "5eed5eed5eed5eed",
    "table": "baccarat-qlx4fwjy6whico45",
    "game": "baccarat",
    "round": "baccarat-qlx4fwjy6whico45.12",
}
_ROUND: Final = 100
_NULL: Final = {"type": "null"}
_AROUND: Final = ("default", "description", "examples")
"""What is said of a field whatever is in it."""


def request_body(operation: Operation, schemas: dict[str, Schema]) -> Schema:
    """The body of an operation that takes the type, or one of several that their `game` tells apart."""
    kinds = operation.body if isinstance(operation.body, tuple) else (operation.body,)
    names = [name_of(one) for one in kinds]
    schema = reference(names[0]) if len(names) == 1 else union_of(names, schemas)
    made = _example(names[0], schemas)
    recorded = {name: one.body for name, one in exchanges(operation.id).items() if one.body is not None}
    content = {"schema": schema, **told(recorded or {operation.id: made})}
    return {"required": bool(made), "content": {"application/json": content}}


def without_tag(schema: Schema) -> Schema:
    """A command's schema as a body."""
    properties = {name: field for name, field in schema["properties"].items() if name != "type"}
    required = [name for name in schema.get("required", ()) if name != "type"]
    rest = {key: value for key, value in schema.items() if key not in ("properties", "required")}
    return {**rest, "properties": properties, **({"required": required} if required else {})}


def with_nulls(schema: Schema) -> Schema:
    """A body's schema with null for every field that may be left out: it says the same."""
    needed = schema.get("required", ())
    fields = schema.get("properties", {})
    told = {name: field if name in needed else _or_null(field) for name, field in fields.items()}
    return {**schema, "properties": told}


def _or_null(field: Schema) -> Schema:
    if _NULL in field.get("anyOf", ()):
        return field
    around = {key: part for key, part in field.items() if key in _AROUND}
    within = {key: part for key, part in field.items() if key not in _AROUND}
    return {"anyOf": [*within.get("anyOf", [within]), _NULL], **around}


def _example(name: str, schemas: dict[str, Schema]) -> Any:
    """A body that the schema allows: its required fields, each with its own example."""
    schema = schemas[name]
    required = schema.get("required", ())
    return {field: _value(field, schema["properties"][field], schemas) for field in required}


def _value(field: str, schema: Schema, schemas: dict[str, Schema]) -> Any:
    if "$ref" in schema:
        return _example(schema["$ref"].removeprefix(REFERENCE), schemas) or {}
    if "const" in schema:
        return schema["const"]
    if examples := schema.get("examples") or schema.get("enum"):
        return examples[0]
    if schema.get("type") == "integer":
        least, most = schema.get("minimum", _ROUND), schema.get("maximum", _ROUND)
        return _ROUND if least <= _ROUND <= most else least
    return _NAMED_EXAMPLES.get(field, "text")

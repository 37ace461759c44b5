"""The schemas of all bodies and answers, by msgspec, under names that read well in generated clients."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, get_args, get_origin

import msgspec
from msgspec import inspect

from croupier.adapters.http.openapi.pleasing import pleasing
from croupier.adapters.http.openapi.shapes import UNIONS, pascal
from croupier.domain.catalogue import GAMES

Schema = dict[str, Any]

REFERENCE: Final = "#/components/schemas/"
_TEMPLATE: Final = REFERENCE + "{name}"
_ONE_OF: Final = "One of these, told apart by `type`."
_GAME_MODULES: Final = {
    game.rules.__module__.rpartition(".")[0]: pascal(name) for name, game in GAMES.items()
}
"""By the folder of each game, where its rules are, the beginning of its types' names."""


def reference(name: str) -> Schema:
    """A reference to the schema of that name."""
    return {"$ref": REFERENCE + name}


def components(types: Iterable[Any], unions: Mapping[str, Any] = UNIONS) -> dict[str, Schema]:
    """Schemas of the types, the unions and all that they are made of, by their names (see `name_of`).

    The unions are of what is told apart by `type`. Raises `ValueError` when two names are the same.
    """
    structs = list(structs_of([*types, *unions.values()]))
    told, schemas = msgspec.json.schema_components([*structs, *unions.values()], ref_template=_TEMPLATE)
    names = {ref["$ref"]: REFERENCE + name_of(kind) for kind, ref in zip(structs, told, strict=False)}
    if len(set(names.values())) < len(structs):
        raise ValueError("two types have the same name for the document")
    united = dict(zip(unions, (_renamed(schema, names) for schema in told[len(structs) :]), strict=True))
    renamed = {names[REFERENCE + name]: _renamed(schema, names) for name, schema in schemas.items()}
    found = {ref.removeprefix(REFERENCE): _named(schema, united) for ref, schema in renamed.items()}
    found |= {name: {"description": _ONE_OF, **union} for name, union in united.items()}
    return {name: {**found[name], "title": name} for name in sorted(found)}


def name_of(kind: Any) -> str:
    """The name of a Struct's schema: what belongs to one game begins with the game's name."""
    origin = get_origin(kind) or kind
    name: str = origin.__name__
    for part in (kind, *get_args(kind)):
        for module, prefix in _GAME_MODULES.items():
            if f"{part.__module__}.".startswith(f"{module}.") and not name.startswith(prefix):
                return prefix + name
    return name


def leaves_out(kind: Any) -> bool:
    """Whether the Struct is written without fields that have their defaults."""
    left_out: bool = (get_origin(kind) or kind).__struct_config__.omit_defaults
    return left_out


def inline(kind: Any) -> Schema:
    """The schema of a type without Structs in it, like that of a parameter."""
    found: Schema = pleasing(msgspec.json.schema(kind))
    return found


def with_all_fields(schema: Schema) -> Schema:
    """The schema of something that is always written whole: fields with defaults are there too."""
    needed, fields = schema.get("required", ()), schema.get("properties", {})
    there = [name for name, field in fields.items() if name in needed or "default" in field]
    told = {name: {k: v for k, v in field.items() if k != "default"} for name, field in fields.items()}
    return {**schema, "properties": told, "required": there} if there else schema


def without_defaults(schema: Schema) -> Schema:
    """The schema of something that is written without its defaults: a field is there, or has none of them."""
    if "properties" not in schema:
        return schema
    return {**schema, "properties": {name: _set(field) for name, field in schema["properties"].items()}}


def _set(field: Schema) -> Schema:
    """The schema of a field that is not left out."""
    if "default" not in field:
        return field
    told = {name: part for name, part in field.items() if name != "default"}
    if field["default"] is not None:
        return told
    choices = [choice for choice in told.pop("anyOf") if choice != {"type": "null"}]
    return {**told, **(choices[0] if len(choices) == 1 else {"anyOf": choices})}


def structs_of(types: Iterable[Any]) -> Iterator[Any]:
    """All Structs that the types are made of, the types themselves included."""
    waiting: list[Any] = list(inspect.multi_type_info(types))
    seen = set()
    while waiting:
        part = waiting.pop()
        if isinstance(part, inspect.StructType):
            if part.cls in seen:
                continue
            seen.add(part.cls)
            yield part.cls
            waiting += [field.type for field in part.fields]
        elif isinstance(part, inspect.Type):
            waiting += [getattr(part, name) for name in part.__struct_fields__]
        elif isinstance(part, tuple | list):
            waiting += part


def _renamed(schema: Any, names: Mapping[str, str]) -> Any:
    """The schema with its references, also those of discriminators, changed to other names."""
    match schema:
        case dict():
            return {key: _renamed(value, names) for key, value in schema.items()}
        case list():
            return [_renamed(value, names) for value in schema]
        case str():
            return names.get(schema, schema)
        case _:
            return schema


def _named(schema: Any, unions: Mapping[str, Schema]) -> Any:
    """The schema with references in the place of unions that have names."""
    for name, union in unions.items():
        if schema == union:
            return reference(name)
    match schema:
        case dict():
            return {key: _named(value, unions) for key, value in schema.items()}
        case list():
            return [_named(value, unions) for value in schema]
        case _:
            return schema

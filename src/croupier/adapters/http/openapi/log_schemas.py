"""JSON Schemas (draft 2020-12) of what the log's records hold: every event, and every command, of every game.

Unlike the answers of the interface, which may get more fields, a released event or command never changes its
fields: a change is a new tag. So the schemas are closed, and whatever they do not know is wrong.
"""

from collections.abc import Mapping
from typing import Any, Final, Literal

import msgspec

from croupier.adapters.http.openapi.components import (
    REFERENCE,
    Schema,
    components,
    leaves_out,
    name_of,
    structs_of,
    with_all_fields,
    without_defaults,
)
from croupier.adapters.http.openapi.describing import described_fields
from croupier.adapters.http.openapi.pleasing import pleasing
from croupier.adapters.http.openapi.shapes import pascal
from croupier.domain.catalogue import DECIDERS, GAMES

Kind = Literal["events", "commands"]

_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_HERE: Final = "#/$defs/"
_TEXTS: Final[Mapping[Kind, str]] = {
    "events": "What happens at tables, in wallets and in disputes, as records and answers tell it.",
    "commands": "What is asked of tables, wallets and disputes, as the log's records have it.",
}


def log_schema(kind: Kind) -> Schema:
    """The schema of any event or command; `$defs` has one for each, and one for those of each aggregate."""
    unions = {_name(decider, kind): getattr(DECIDERS[decider], kind) for decider in DECIDERS}
    whole = {name_of(one) for one in structs_of(unions.values()) if not leaves_out(one)}
    schemas = components((), unions)
    return {
        "$schema": _DIALECT,
        "title": f"Croupier's {kind}",
        "description": _TEXTS[kind],
        "anyOf": [{"$ref": _HERE + name} for name in unions],
        "$defs": {name: _closed(name, schema, name in whole) for name, schema in schemas.items()},
    }


def written_schema(kind: Kind) -> bytes:
    """The schema as it is served and committed: indented, in UTF-8, with a line feed at its end."""
    return msgspec.json.format(msgspec.json.encode(log_schema(kind)), indent=2) + b"\n"


def _name(decider: str, kind: Kind) -> str:
    table = "Table" if decider in GAMES else ""
    return pascal(decider) + table + ("Event" if kind == "events" else "Command")


def _closed(name: str, schema: Schema, whole: bool) -> Schema:
    """The schema of something that has just these fields; all of them, where it is written whole."""
    told: Schema = _here(pleasing(with_all_fields(schema) if whole else without_defaults(schema)))
    if "properties" not in told:
        return told
    return {**described_fields(name, told), "additionalProperties": False}


def _here(schema: Any) -> Any:
    """The schema with references within this document, without what is OpenAPI's and not JSON Schema's."""
    match schema:
        case dict():
            return {key: _here(value) for key, value in schema.items() if not _of_openapi(key)}
        case list():
            return [_here(value) for value in schema]
        case str():
            return schema.replace(REFERENCE, _HERE)
        case _:
            return schema


def _of_openapi(key: str) -> bool:
    """Whether the keyword is for what reads OpenAPI: `discriminator`, and the extensions."""
    return key == "discriminator" or key.startswith("x-")

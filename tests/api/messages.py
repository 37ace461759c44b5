"""Holds every message that a test gets to the AsyncAPI document."""

from functools import cache
from typing import Any

import msgspec
from jsonschema import Draft7Validator
from referencing import Registry
from referencing.jsonschema import DRAFT7

from croupier.adapters.http.asyncapi.document import written
from croupier.adapters.http.openapi.shapes import pascal
from croupier.service.records import category

_AT = "urn:messages"


@cache
def the_document() -> dict[str, Any]:
    """The document, as JSON has it."""
    found: dict[str, Any] = msgspec.json.decode(written())
    return found


def message_name(event: str, data: Any) -> str:
    """The name that the document has for a stream's event."""
    match event:
        case "table":
            return f"{pascal(category(data['table']))}Table"
        case "entry" if "reading" in data:
            return f"{pascal(category(data['stream']))}TableEntry"
        case "entry":
            return f"{pascal(category(data['stream']))}Entry"
        case _:
            return event


def require_message(name: str, payload: Any) -> None:
    """The payload is as the document says of messages of that name."""
    message = the_document()["components"]["messages"][name]
    _validator(message["payload"]["$ref"]).validate(payload)


@cache
def _validator(reference: str) -> Draft7Validator:
    registry: Registry[Any] = Registry().with_resource(_AT, DRAFT7.create_resource(the_document()))
    return Draft7Validator({"$ref": f"{_AT}{reference}"}, registry=registry)

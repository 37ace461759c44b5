"""The AsyncAPI 3.0 document, generated from the types of the messages."""

from collections.abc import Iterable
from functools import cache
from typing import Any, Final

import msgspec
from msgspec import Struct

from croupier import __version__
from croupier.adapters.http.asyncapi import texts
from croupier.adapters.http.asyncapi.examples import examples_of
from croupier.adapters.http.asyncapi.plain import plain
from croupier.adapters.http.asyncapi.shapes import LOG_STREAM, TABLE_STREAM, WEBHOOKS, Shape
from croupier.adapters.http.openapi.components import (
    Schema,
    components,
    leaves_out,
    name_of,
    reference,
    structs_of,
    with_all_fields,
)
from croupier.adapters.http.openapi.describing import described_fields
from croupier.adapters.http.openapi.document import schemes_of
from croupier.adapters.http.openapi.pleasing import pleasing
from croupier.adapters.http.openapi.texts import SECURITY
from croupier.service.ids import TABLE_PATTERN
from croupier.service.roles import Use

_JSON: Final = "application/json"
_POSITION: Final = {"type": "string", "pattern": "^(-1|0|[1-9][0-9]*)$"}


class Channel(Struct, frozen=True):
    """A way on which messages go: its path (None: each endpoint's own), and who may follow it."""

    name: str
    operation: str
    address: str | None
    title: str
    text: str
    messages: tuple[Shape, ...]
    use: Use | None = None


CHANNELS: Final = (
    Channel(
        "tableStream",
        "followTable",
        "/v1/tables/{table}/stream",
        "A table's live stream",
        texts.TABLE_STREAM,
        TABLE_STREAM,
        "follow-table",
    ),
    Channel(
        "logStream",
        "followLog",
        "/v1/stream",
        "A log's live stream",
        texts.LOG_STREAM,
        LOG_STREAM,
        "follow-log",
    ),
    Channel("webhooks", "deliverWebhook", None, "Webhooks", texts.WEBHOOKS, WEBHOOKS),
)


def document() -> dict[str, Any]:
    """The document."""
    shapes = {shape.name: shape for channel in CHANNELS for shape in channel.messages}
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Croupier's messages",
            "version": __version__,
            "description": texts.DESCRIPTION,
            "license": {"name": "Proprietary"},
        },
        "defaultContentType": _JSON,
        "servers": {"installation": _server()},
        "channels": {channel.name: _channel(channel) for channel in CHANNELS},
        "operations": {channel.operation: _operation(channel) for channel in CHANNELS},
        "components": {
            "schemas": _schemas(shape.payload for shape in shapes.values()),
            "messages": {name: _message(shape) for name, shape in shapes.items()},
            "securitySchemes": SECURITY,
        },
    }


@cache
def written() -> bytes:
    """The document as it is served and committed: indented, in UTF-8, with a line feed at its end."""
    return msgspec.json.format(msgspec.json.encode(document()), indent=2) + b"\n"


def _server() -> Schema:
    host = {"description": "Where this installation is reached.", "default": "127.0.0.1:8000"}
    return {"host": "{host}", "protocol": "https", "variables": {"host": host}}


def _channel(channel: Channel) -> Schema:
    told: Schema = {
        "address": channel.address,
        "title": channel.title,
        "description": channel.text,
        "messages": {
            shape.name: {"$ref": f"#/components/messages/{shape.name}"} for shape in channel.messages
        },
    }
    if channel.address is not None and "{table}" in channel.address:
        told["parameters"] = {"table": {"description": f"A table's id: `{TABLE_PATTERN}`."}}
    return told


def _operation(channel: Channel) -> Schema:
    told: Schema = {
        "action": "send",
        "channel": {"$ref": f"#/channels/{channel.name}"},
        "title": channel.title,
        "summary": f"{channel.text.partition(':')[0].partition(',')[0].strip()}.",
        "bindings": {"http": {"method": "GET" if channel.use else "POST", "bindingVersion": "0.3.0"}},
        "messages": [
            {"$ref": f"#/channels/{channel.name}/messages/{shape.name}"} for shape in channel.messages
        ],
    }
    if channel.use is not None:
        told["security"] = [
            {"$ref": f"#/components/securitySchemes/{name}"} for name in schemes_of(channel.use)
        ]
    return told


def _message(shape: Shape) -> Schema:
    told: Schema = {
        "name": shape.event or shape.name,
        "title": shape.name,
        "summary": shape.told,
        "contentType": _JSON,
        "payload": reference(name_of(shape.payload)),
        "examples": [{"payload": example} for example in examples_of(shape.name)],
    }
    if shape.event is not None:
        told["headers"] = _fields(shape)
    return told


def _fields(shape: Shape) -> Schema:
    """The fields of a server-sent event beside its data."""
    event = {"type": "string", "const": shape.event, "description": "The event's name."}
    if not shape.positioned:
        return {"type": "object", "properties": {"event": event}, "required": ["event"]}
    told = {**_POSITION, "description": "The position to resume behind, as `Last-Event-ID`."}
    return {"type": "object", "properties": {"id": told, "event": event}, "required": ["id", "event"]}


def _schemas(payloads: Iterable[Any]) -> dict[str, Schema]:
    types = list(payloads)
    schemas = components(types)
    for struct in structs_of(types):
        if not leaves_out(struct):
            schemas[name_of(struct)] = with_all_fields(schemas[name_of(struct)])
    return {name: plain(described_fields(name, pleasing(schema))) for name, schema in sorted(schemas.items())}

"""A small interface's OpenAPI document, and the parts of it that tests change."""

from collections.abc import Callable
from typing import Any

Document = dict[str, Any]
Change = Callable[[Document], object]

BODY = {
    "type": "object",
    "additionalProperties": False,
    "required": ["stake"],
    "properties": {
        "stake": {"type": "integer", "minimum": 1, "maximum": 100},
        "on": {"enum": ["banker", "player"]},
        "note": {"type": ["string", "null"], "maxLength": 20, "pattern": "^[a-z]{0,9}$"},
        "tries": {"type": "integer", "default": 3},
        "marks": {"type": "array", "items": {"type": "string"}, "maxItems": 5},
    },
}
ANSWER = {
    "type": "object",
    "required": ["table", "status"],
    "properties": {
        "table": {"type": "string", "pattern": "^[a-z]{3}$"},
        "status": {"enum": ["open", "closed"]},
        "role": {"enum": ["operator", "player"]},
        "limit": {"type": "integer"},
        "seats": {"type": "array", "items": {"$ref": "#/components/schemas/Seat"}},
        "pair": {"prefixItems": [{"type": "string"}, {"type": "integer"}]},
        "counts": {"type": "object", "additionalProperties": {"type": "integer"}},
        "events": {"type": "array", "items": {"$ref": "#/components/schemas/Event"}},
    },
}
SCHEMAS = {
    "Body": BODY,
    "Answer": ANSWER,
    "Seat": {
        "type": "object",
        "required": ["number"],
        "properties": {"number": {"type": "integer"}, "next": {"$ref": "#/components/schemas/Seat"}},
    },
    "Event": {
        "anyOf": [{"$ref": "#/components/schemas/Opened"}, {"$ref": "#/components/schemas/Closed"}],
        "discriminator": {"propertyName": "type"},
    },
    "Opened": {"type": "object", "required": ["type"], "properties": {"type": {"enum": ["opened"]}}},
    "Closed": {
        "type": "object",
        "required": ["type", "why"],
        "properties": {"type": {"enum": ["closed"]}, "why": {"type": "string"}},
    },
}


def refers(name: str) -> Document:
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}


BET = {
    "operationId": "bet",
    "security": [{"operatorKey": []}, {"playerToken": []}],
    "parameters": [
        {"name": "table", "in": "path", "required": True, "schema": {"type": "string"}},
        {"name": "limit", "in": "query", "schema": {"type": "integer", "default": 50, "maximum": 200}},
        {"$ref": "#/components/parameters/Key"},
    ],
    "requestBody": {"content": refers("Body")},
    "responses": {
        "200": {"headers": {"ETag": {}}, "content": refers("Answer")},
        "304": {"description": "Not changed."},
        "404": {"$ref": "#/components/responses/NotFound"},
    },
}
TOY: Document = {
    "paths": {
        "/bets": {"post": BET, "get": {"operationId": "bets", "security": [], "responses": {"200": {}}}}
    },
    "components": {
        "schemas": SCHEMAS,
        "parameters": {"Key": {"name": "Idempotency-Key", "in": "header", "schema": {"type": "string"}}},
        "responses": {"NotFound": {"content": {"application/problem+json": {"schema": {"type": "object"}}}}},
    },
}


def bet(document: Document) -> Document:
    found: Document = document["paths"]["/bets"]["post"]
    return found


def fields(document: Document, name: str) -> Document:
    found: Document = document["components"]["schemas"][name]["properties"]
    return found


def needs(document: Document, name: str) -> list[str]:
    found: list[str] = document["components"]["schemas"][name]["required"]
    return found


def becomes(place: Document, **parts: Any) -> None:
    place.clear()
    place.update(parts)

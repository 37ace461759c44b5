"""The parameters of operations: of the path, of the query by the handler's signature, and headers."""

import re
from collections.abc import Callable
from inspect import Parameter, signature
from typing import Any, Final, get_args, get_type_hints

from croupier.adapters.http.live.events import MEDIA_TYPE, POSITION_PATTERN
from croupier.adapters.http.openapi.components import Schema, inline
from croupier.adapters.http.operations import Operation
from croupier.domain.catalogue import GAMES
from croupier.domain.ids import DISPUTE_PATTERN
from croupier.service.apikeys import KEY_ID_PATTERN
from croupier.service.ids import LOG_PATTERN, PLAYER_PATTERN, TABLE_PATTERN
from croupier.service.roles import WHO_MAY
from croupier.service.rounds.ids import ROUND_PATTERN
from croupier.service.webhooks.ids import WEBHOOK_PATTERN

_BOUNDS: Final = {
    "ge": "minimum",
    "le": "maximum",
    "pattern": "pattern",
    "max_length": "maxLength",
    "format": "format",
}
_PATH: Final = re.compile(r"{(\w+)}")

_IN_PATHS: Final[dict[str, Schema]] = {
    "table": {
        "description": "A table's id.",
        "schema": {"type": "string", "pattern": TABLE_PATTERN},
        "example": "baccarat-qlx4fwjy6whico45",
    },
    "player": {
        "description": "A player's id.",
        "schema": {"type": "string", "pattern": PLAYER_PATTERN},
        "example": "x5n3bqy5phcxckor",
    },
    "round": {
        "description": "A round's id: its table's, a full stop, its number.",
        "schema": {"type": "string", "pattern": ROUND_PATTERN},
        "example": "baccarat-qlx4fwjy6whico45.12",
    },
    "revision": {
        "description": "A revision of the table.",
        "schema": {"type": "string", "pattern": "^[1-9][0-9]{0,8}$"},
        "example": "7",
    },
    "dispute": {
        "description": "A dispute's id.",
        "schema": {"type": "string", "pattern": DISPUTE_PATTERN},
        "example": "dispute-b5vq7m2abcdefghi",
    },
    "webhook": {
        "description": "A webhook's id.",
        "schema": {"type": "string", "pattern": WEBHOOK_PATTERN},
        "example": "webhook-x5n3bqy5phcxckor",
    },
    "delivery": {
        "description": "A delivery's id.",
        "schema": {"type": "string", "format": "uuid"},
        "example": "019b0000-0000-7000-8000-000000000001",
    },
    "key": {
        "description": "A key's public id: the third part of `croupier_<live|test>_<key id>_<secret>`.",
        "schema": {"type": "string", "pattern": KEY_ID_PATTERN},
        "example": "k3vq5n3bqy5phcxc",
    },
    "log": {
        "description": "A log's name, which is its operator's.",
        "schema": {"type": "string", "pattern": LOG_PATTERN},
        "example": "house",
    },
    "path": {
        "description": "A tile's path: `<level>` or `entries`, its index in groups of three digits, all but"
        " the last with an `x` before it, and `.p/<width>` for a partial one.",
        "schema": {
            "type": "string",
            "pattern": "^(entries|[0-9]{1,2})(/x[0-9]{3})*/[0-9]{3}(\\.p/[1-9][0-9]{0,2})?$",
        },
        "example": "0/x001/234",
    },
    "asset": {
        "description": "The name of a file that the page of the reference needs.",
        "schema": {"type": "string", "pattern": "^[a-z0-9.-]{1,64}$"},
        "example": "swagger-ui.css",
    },
    "position": {
        "description": "A position of the log.",
        "schema": {"type": "string", "pattern": "^(0|[1-9][0-9]*)$"},
        "example": "1234",
    },
    "game": {
        "description": "A game's id.",
        "schema": {"type": "string", "pattern": f"^({'|'.join(GAMES)})$"},
        "example": "skinball",
    },
    "code": {
        "description": "A problem's code.",
        "schema": {"type": "string", "pattern": "^[a-z-]{1,64}$"},
        "example": "wrong-phase",
    },
}

HEADERS: Final[dict[str, Schema]] = {
    "IdempotencyKey": {
        "name": "Idempotency-Key",
        "in": "header",
        "description": "The request's own key, new for every new request, in quotes or bare. Sent again with"
        " the same key and body, a request that was done is not done again: its first answer is given, marked"
        " `Idempotency-Replayed`.",
        "schema": {
            "type": "string",
            "pattern": '^([!#-~][ -~]{0,254}|"([ !#-\\[\\]-~]|\\\\["\\\\]){1,255}")$',
        },
        "example": "0b1c4f1e-5f0e-4b7e-9b1a-6f3f8e2f7c55",
    },
    "IfMatch": {
        "name": "If-Match",
        "in": "header",
        "description": "Do it only at this revision: the ETag of an answer, several with commas between them,"
        " or `*` for any.",
        "schema": {
            "type": "string",
            "pattern": '^(\\*|[ \\t,]*(W/)?"[!#-~]*"([ \\t]*,[ \\t,]*(W/)?"[!#-~]*")*[ \\t,]*)$',
        },
        "example": '"7"',
    },
    "IfNoneMatch": {
        "name": "If-None-Match",
        "in": "header",
        "description": "Answer 304, without a body, when this is still the revision.",
        "schema": {"type": "string"},
        "example": '"7"',
    },
    "LastEventId": {
        "name": "Last-Event-ID",
        "in": "header",
        "description": "Go on behind the event of this `id`, which is its position in the log. It counts"
        " before `after`; empty, it is as if it were not there.",
        "schema": {"type": "string", "pattern": f"^({POSITION_PATTERN[1:-1]})?$"},
        "example": "41",
    },
    "Player": {
        "name": "Croupier-Player",
        "in": "header",
        "description": "For an operator's key only: act as this player of his, in his seat and with his view;"
        " the log's actor names both.",
        "schema": {"type": "string", "pattern": PLAYER_PATTERN},
        "example": "x5n3bqy5phcxckor",
    },
    "RequestId": {
        "name": "X-Request-Id",
        "in": "header",
        "description": "An id of your own for this request, to find it in the service's log lines: 1 to 128"
        " letters, digits and `._~+/=-`. Anything else is passed over, and an id made.",
        "schema": {"type": "string"},
        "example": "checkout-7f3a",
    },
}


def of_path(path: str) -> list[Schema]:
    """The parameters of a path."""
    return [{"name": name, "in": "path", "required": True, **_IN_PATHS[name]} for name in _PATH.findall(path)]


def of_query(handler: Callable[..., Any]) -> list[Schema]:
    """The parameters of the query, which are those of the handler that have defaults."""
    types = get_type_hints(handler, include_extras=True)
    return [
        _in_query(parameter, types[parameter.name])
        for parameter in signature(handler).parameters.values()
        if parameter.default is not Parameter.empty
    ]


def _in_query(parameter: Parameter, kind: Any) -> Schema:
    bare, declared = get_args(kind)
    schema = inline(bare)
    if parameter.default is None:
        schema = next(part for part in schema["anyOf"] if part != {"type": "null"})
    else:
        schema["default"] = parameter.default
    bounds = {name: getattr(declared, field) for field, name in _BOUNDS.items()}
    schema |= {name: bound for name, bound in bounds.items() if bound is not None}
    name = declared.name or parameter.name
    return {"name": name, "in": "query", "description": declared.description, "schema": schema}


def of_headers(operation: Operation) -> list[Schema]:
    """References to the headers that the operation heeds."""
    heeded = {
        "IdempotencyKey": operation.keyed,
        "IfMatch": operation.matched,
        "IfNoneMatch": operation.conditional,
        "LastEventId": operation.media == MEDIA_TYPE,
        "Player": operation.use is not None and WHO_MAY[operation.use] >= {"operator", "player"},
        "RequestId": True,
    }
    return [{"$ref": f"#/components/parameters/{name}"} for name, does in heeded.items() if does]

"""The answers of an operation: its own, and every problem that it may tell."""

from collections import defaultdict
from collections.abc import Iterable
from string import ascii_lowercase
from typing import Any, Final

from croupier.adapters.http.openapi.components import Schema, reference
from croupier.adapters.http.operations import Operation
from croupier.adapters.http.problems import KINDS, MEDIA_TYPE, REJECTED, problem_type, sentence
from croupier.adapters.http.refusals import REFUSALS

_ALL: Final = ("malformed-header", "internal-error")
_KNOWN_CALLER: Final = ("unauthenticated", "forbidden", "store-unavailable")
_BODY: Final = (
    "malformed-json",
    "invalid-body",
    "body-late",
    "body-too-large",
    "unsupported-media-type",
)
_KEYED: Final = ("idempotency-key-in-flight", "idempotency-key-reused")
_COMMAND: Final = ("contended", "record-too-large", "seal-broken")

HEADERS: Final[dict[str, Schema]] = {
    "RequestId": {
        "description": "The request's id, to name it to whoever keeps the service.",
        "schema": {"type": "string"},
        "example": "965086e0e952a456c6a12c70",
    },
    "Revision": {
        "description": "The revision of the table or wallet, as an entity tag.",
        "schema": {"type": "string", "pattern": '^"[0-9]+"$'},
        "example": '"7"',
    },
    "Replayed": {
        "description": "`true` where this is the answer to an earlier request with the same key.",
        "schema": {"type": "string", "enum": ["true"]},
    },
    "Location": {
        "description": "Where the new thing is.",
        "schema": {"type": "string", "format": "uri-reference"},
    },
}


def codes_of(operation: Operation, *, parameters: bool) -> list[str]:
    """The codes of all problems that the operation may tell."""
    found = [*_ALL, *operation.refusals]
    if parameters:
        found.append("invalid-parameter")
    if operation.use:
        found += _KNOWN_CALLER
    if operation.body is not None:
        found += _BODY
    if operation.keyed:
        found += (*_KEYED, *_COMMAND)
    if operation.matched:
        found.append("revision-mismatch")
    return sorted(set(found))


def problem_responses(codes: Iterable[str]) -> dict[str, Schema]:
    """The problems by their statuses."""
    by_status: dict[int, list[str]] = defaultdict(list)
    for code in codes:
        by_status[KINDS[code].status if code in KINDS else REJECTED].append(code)
    return {str(status): _response(status, by_status[status]) for status in sorted(by_status)}


def shared(paths: dict[str, dict[str, Schema]]) -> dict[str, Schema]:
    """Move the problems that many operations tell alike out of the paths; what was moved, by its name."""
    moved: dict[str, Schema] = {}
    for operation in (operation for methods in paths.values() for operation in methods.values()):
        for status, response in operation["responses"].items():
            if MEDIA_TYPE not in response.get("content", ()):
                continue
            name = _name(status, response, moved)
            moved[name] = response
            operation["responses"][status] = {"$ref": f"#/components/responses/{name}"}
    return dict(sorted(moved.items()))


def _name(status: str, response: Schema, moved: dict[str, Schema]) -> str:
    """`Problem409`, or with a letter behind it where others of that status came first."""
    for letter in ("", *ascii_lowercase):
        name = f"Problem{status}{letter}"
        if moved.get(name, response) == response:
            return name
    raise AssertionError(f"more than 27 kinds of answers with status {status}")


def _response(status: int, codes: list[str]) -> Schema:
    lines = [f"- `{code}`: {_meaning(code)}" for code in codes]
    if "wrong-phase" in codes:
        lines.append("- and the refusals of the table's game, by codes of its own")
    content = {"schema": reference("Problem"), "example": _example(status, codes[0])}
    return {
        "description": "\n".join(lines),
        "headers": {"X-Request-Id": {"$ref": "#/components/headers/RequestId"}},
        "content": {MEDIA_TYPE: content},
    }


def _meaning(code: str) -> str:
    return f"{KINDS[code].title}." if code in KINDS else REFUSALS.get(code, f"{sentence(code)}.")


def _example(status: int, code: str) -> Any:
    title = KINDS[code].title if code in KINDS else sentence(code)
    return {
        "type": problem_type(code),
        "title": title,
        "status": status,
        "code": code,
        "request_id": "965086e0e952a456c6a12c70",
    }


def own_response(operation: Operation, status: int, schema: Schema) -> dict[str, Schema]:
    """What is answered when all is well."""
    headers = {"X-Request-Id": {"$ref": "#/components/headers/RequestId"}}
    if operation.keyed or operation.conditional:
        headers["ETag"] = {"$ref": "#/components/headers/Revision"}
    if operation.keyed:
        headers["Idempotency-Replayed"] = {"$ref": "#/components/headers/Replayed"}
    if operation.opens:
        headers["Location"] = {"$ref": "#/components/headers/Location"}
    answer = {
        "description": "Done." if operation.body is not None else "Found.",
        "headers": headers,
        "content": {operation.media: {"schema": schema}},
    }
    unchanged = {"304": {"description": "Not changed since.", "headers": headers}}
    return {
        **{str(one): answer for one in (status, *operation.also)},
        **(unchanged if operation.conditional else {}),
    }

"""The problems that an operation may tell, by their statuses."""

from collections import defaultdict
from string import ascii_lowercase
from typing import Any, Final

from croupier.adapters.http.openapi.components import Schema, reference
from croupier.adapters.http.openapi.examples import problems, told
from croupier.adapters.http.openapi.headers import QUOTAS, headers
from croupier.adapters.http.openapi.responses import appends, counted
from croupier.adapters.http.operations import Operation
from croupier.adapters.http.problems.kinds import PROBLEMS
from croupier.adapters.http.problems.telling import KINDS, MEDIA_TYPE

_ALL: Final = (
    "malformed-header",
    "invalid-parameter",
    "uri-too-long",
    "headers-too-large",
    "internal-error",
)
# Not found can be, everywhere, the player for whom an operator says to act.
_KNOWN_CALLER: Final = ("unauthenticated", "forbidden", "not-found", "store-unavailable")
_BODY: Final = (
    "malformed-json",
    "invalid-body",
    "body-late",
    "body-too-large",
    "unsupported-media-type",
)
_COUNTED: Final = ("rate-limited", "limits-unavailable")
_KEYED: Final = ("idempotency-key-in-flight", "idempotency-key-reused")
_COMMAND: Final = ("contended", "record-too-large", "seal-broken")
_REQUEST: Final = "965086e0e952a456c6a12c70"


def codes_of(operation: Operation) -> list[str]:
    """The codes of all problems that the operation may tell."""
    found = [*_ALL, *operation.refusals]
    if counted(operation):
        found += _COUNTED
    if operation.use:
        found += _KNOWN_CALLER
    if operation.body is not None:
        found += _BODY
    if operation.keyed:
        found += (*_KEYED, *(_COMMAND if appends(operation) else _COMMAND[-1:]))
    if operation.matched:
        found.append("revision-mismatch")
    return sorted(set(found))


def problem_responses(operation: Operation) -> dict[str, Schema]:
    """The problems that the operation may tell, by their statuses."""
    quotas = QUOTAS if counted(operation) else ()
    by_status: dict[int, list[str]] = defaultdict(list)
    for code in codes_of(operation):
        by_status[PROBLEMS[code].status].append(code)
    return {str(status): _response(by_status[status], quotas) for status in sorted(by_status)}


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
    letters = (
        f"{first}{second}".strip() for first in f" {ascii_lowercase}" for second in f" {ascii_lowercase}"
    )
    names = (f"Problem{status}{letter}" for letter in letters)
    return next(name for name in names if moved.get(name, response) == response)


def _response(codes: list[str], quotas: tuple[str, ...]) -> Schema:
    fields = {field: None for code in codes if code in KINDS for field in KINDS[code].headers}
    if "rate-limited" in codes:
        fields["Retry-After"] = None
    return {
        "description": "\n".join(f"- `{code}`: {PROBLEMS[code].meaning}" for code in codes),
        "headers": headers("X-Request-Id", *fields, *quotas),
        "content": {
            MEDIA_TYPE: {"schema": reference("Problem"), **told({code: _example(code) for code in codes})}
        },
    }


def _example(code: str) -> Any:
    """A problem of that code: one that was answered, else what everyone of its kind has."""
    kind = PROBLEMS[code]
    made = {
        "type": kind.type,
        "title": kind.title,
        "status": kind.status,
        "code": code,
        "request_id": _REQUEST,
    }
    return problems().get(code, made)

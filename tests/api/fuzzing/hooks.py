"""What schemathesis has to be told of this interface: its own check of well-formed requests knows no state.

`positive_data_acceptance` takes every refusal of a request that its schema allows for a fault. What a schema
can't say is a refusal's reason here, each with why; any other refusal is a fault.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

import schemathesis
from schemathesis import Case, CheckContext, Response

_DONE: Final = range(200, 400)
_STATE: Final = frozenset((401, 403, 404, 409, 410, 412, 429, 503))
"""Who asks, what there is, how it stands: no schema of a request knows."""

Excuse = Callable[[Case[Any], Mapping[str, Any]], bool]


def _of_parameter(name: str) -> Excuse:
    return lambda case, problem: any(one.get("parameter") == name for one in problem.get("errors", ()))


def _of_fields(*pointers: str) -> Excuse:
    return lambda case, problem: {one.get("pointer") for one in problem["errors"]} <= set(pointers)


def _has_whole_floats(case: Case[Any], problem: Mapping[str, Any]) -> bool:
    return all("not a number with a point or an exponent" in one["detail"] for one in problem["errors"])


def _matches_no_tag(case: Case[Any], problem: Mapping[str, Any]) -> bool:
    tag = dict(case.headers or {}).get("If-Match")
    return tag is not None and not re.fullmatch(r'\*|.*"', tag)


def _asks_for_no_span(case: Case[Any], problem: Mapping[str, Any]) -> bool:
    wrong = {one["parameter"] for one in problem["errors"]}
    return case.operation.path.startswith("/v1/log/") and wrong <= {"from", "to"}


def _asks_for_two_parts(case: Case[Any], problem: Mapping[str, Any]) -> bool:
    asked = {"table", "round", "player", "from", "to"} & set(case.query or {})
    return case.operation.path.endswith("/bundle") and len(asked) > 1


EXCUSES: Final[tuple[tuple[str, Excuse, str], ...]] = (
    ("idempotency-key-reused", lambda case, problem: True, "the key has a request already"),
    ("webhook-url-refused", lambda case, problem: True, "where a host's name leads is not in its text"),
    (
        "malformed-header",
        _matches_no_tag,
        "its pattern has quotes, and schemathesis never puts them in headers",
    ),
    ("invalid-parameter", _of_parameter("cursor"), "cursors are given out: none can be made up"),
    ("invalid-parameter", _asks_for_no_span, "a schema does not say that one end comes before the other"),
    ("invalid-parameter", _asks_for_two_parts, "OpenAPI can't say that parameters exclude each other"),
    ("invalid-body", _of_fields("/player"), "whether it must be there hangs on who asks"),
    (
        "invalid-body",
        _has_whole_floats,
        "to JSON Schema 1.0 is an integer; amounts are written without a point",
    ),
)
"""Code of a problem, when it is excused, and why."""


@schemathesis.check
def well_formed_is_understood(ctx: CheckContext, response: Response, case: Case[Any]) -> None:
    """A request that its schema allows is done, or refused for a reason that no schema knows."""
    if case.meta is None or not case.meta.generation.mode.is_positive:
        return
    if response.status_code in _DONE or response.status_code in _STATE:
        return
    problem = response.json()
    excused = [why for code, fits, why in EXCUSES if problem["code"] == code and fits(case, problem)]
    assert excused, f"well-formed, but refused: {problem}"

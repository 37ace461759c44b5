"""The same ill-formed requests at every route that there is: each is told off by a code, and no more."""

import asyncio
from collections.abc import Callable
from typing import Final

import pytest
from tests.api.calling import Operator
from tests.api.hostile.ledger import require_nothing_lost
from tests.api.hostile.raw import answer, head, require_well_formed
from tests.api.hostile.routes import METHODS, TARGETS, Target

from croupier.service.roles import WHO_MAY

JSON: Final = "Content-Type: application/json"
FORMS: Final = {
    "another method": (405, "method-not-allowed"),
    "an unknown parameter": (400, "invalid-parameter"),
    "a header too long": (431, "headers-too-large"),
    "too many headers": (431, "headers-too-large"),
    "a path too long": (414, "uri-too-long"),
    "a query too long": (414, "uri-too-long"),
    "no credential": (401, "unauthenticated"),
    "a forged credential": (401, "unauthenticated"),
}
OF_BODIES: Final = {
    "a body that is no JSON": (400, "malformed-json"),
    "a body of another type": (415, "unsupported-media-type"),
    "a compressed body": (415, "unsupported-media-type"),
    "a body too long": (413, "body-too-large"),
    "a field that is none": (422, "invalid-body"),
}


def _wrong_method(target: Target) -> str:
    return next(method for method in ("PATCH", "DELETE", "PUT") if method not in METHODS[target.path])


def _request(form: str, target: Target, bearer: str) -> bytes:
    """The request to the target, ill-formed in that way."""

    def sent(body: bytes, *lines: str) -> bytes:
        return head(target.method, target.path, bearer, f"Content-Length: {len(body)}", *lines) + body

    method, path = target.method, target.path
    match form:
        case "another method":
            return head(_wrong_method(target), path, bearer)
        case "an unknown parameter":
            return head(method, f"{path}?colour=red", bearer)
        case "a header too long":
            return head(method, path, bearer, f"X-Junk: {'x' * 9_000}")
        case "too many headers":
            return head(method, path, bearer, *(f"X-{number}: 1" for number in range(70)))
        case "a path too long":
            return head(method, f"{path}/{'x' * 5_000}", bearer)
        case "a query too long":
            return head(method, f"{path}?limit={'1' * 5_000}", bearer)
        case "no credential":
            return head(method, path, None)
        case "a forged credential":
            return head(method, path, f"{bearer[:-1]}{'a' if bearer[-1] != 'a' else 'b'}")
        case "a body that is no JSON":
            return sent(b"{", JSON)
        case "a body of another type":
            return sent(b"{}", "Content-Type: text/plain")
        case "a compressed body":
            return sent(b"\x1f\x8b\x08", JSON, "Content-Encoding: gzip")
        case "a body too long":
            return head(method, path, bearer, JSON, "Content-Length: 70000")
        case _:
            return sent(b'{"no such field": 1}', JSON)


def _expected(form: str, target: Target) -> bool:
    """Whether the form is ill at the target."""
    if form in OF_BODIES:
        return target.takes_body
    return not ("credential" in form and target.use is None)


async def _bearers(operator: Operator) -> Callable[[Target], str]:
    """Who may use a target, the operator himself if he may."""
    known = {"operator": operator.caller}
    for role in ("admin", "auditor"):
        known[role] = await operator.holder(role)

    def bearer(target: Target) -> str:
        may = WHO_MAY[target.use] if target.use else {"operator"}
        return str(next(caller.bearer for role, caller in known.items() if role in may))

    return bearer


@pytest.mark.parametrize("form", [*FORMS, *OF_BODIES])
async def test_every_route_tells_it_off_by_its_code(operator: Operator, form: str) -> None:
    bearer = await _bearers(operator)
    targets = [target for target in TARGETS if _expected(form, target)]
    asked = [answer(operator.url, _request(form, target, bearer(target))) for target in targets]
    told = dict(zip((target.name for target in targets), await asyncio.gather(*asked), strict=True))
    expected = {**FORMS, **OF_BODIES}[form]
    assert {name: found.said for name, found in told.items() if found.said != expected} == {}
    for found in told.values():
        require_well_formed(found)
    await require_nothing_lost(operator, paid_in=0)

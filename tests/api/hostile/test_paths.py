"""Paths with tricks in them: the route that they name once decoded, or none; never another's things."""

import pytest
from tests.api.calling import Operator
from tests.api.hostile.raw import answer, head, require_well_formed

TRICKS = [
    "/v1/tables/../../etc/passwd",
    "/v1/%2e%2e/%2e%2e/etc/passwd",
    "/v1/tables/%2e%2e%2f%2e%2e%2fetc%2fpasswd",
    "/v1/tables/..%5c..%5cwindows",
    "//v1//tables",
    "/v1//tables",
    "/v1/tables/",
    "/v1/tables//baccarat/deal",
    "/v1/./tables",
    "/V1/TABLES",
    "/v1/tables;x=1",
    "/v1/tables%00",
    "/v1/tables%0d%0aSet-Cookie:x",
    "/v1/tables%20",
    "/v1/tables%3flimit=1",
    "/v1/tables%23",
    "/v1/tables%",
    "/v1/tables%zz",
    "/v1/tables%c0%af",
    "/v1/tables%ff",
    "/v1/tables\u200b",
    "/v1/t\u0430bles",
    "/v1/tables/\ud83d\ude00",
    "/problems/../v1/keys",
    "/problems/%2e%2e%2fv1%2fkeys",
    "/rules/../problems",
    "/rules/%2e%2e",
    "/rules/skinball%00",
    "/docs/../../etc/passwd",
    "/docs/%2e%2e%2f%2e%2e%2fetc%2fpasswd",
    "/v1/log/x/tile/../../../etc/passwd",
    "/v1/log/x/tile/%2e%2e/%2e%2e/etc/passwd",
    "*",
]


@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_a_path_with_tricks_leads_nowhere(operator: Operator, method: str) -> None:
    for path in TRICKS:
        raw = path.encode("utf-8", "surrogatepass").decode("latin-1")
        told = await answer(operator.url, head(method, raw, operator.caller.bearer))
        assert told.status in (400, 404, 405), path
        assert b"root:" not in told.body
        assert not {"set-cookie", "location"} & told.fields.keys(), path
        if told.body:
            require_well_formed(told)


@pytest.mark.parametrize(
    "name",
    [
        "..",
        "%00",
        "%2e%2e%2f",
        "'; DROP TABLE entries --",
        "%27%20OR%201=1",
        "a" * 300,
        "baccarat-%0aaaaaaaaaaaaa",
        "baccarat-aaaaaaaaaaaaaaaa%0a",
        "baccarat-AAAAAAAAAAAAAAAA",
        "baccarat-aaaaaaaaaaaaaaa\u0131",
        "%c3%a9",
        "__proto__",
        "wallet-aaaaaaaaaaaaaaaa",
    ],
)
async def test_ids_that_are_none_never_reach_the_store(
    operator: Operator, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    async def reached(*_: object) -> object:
        raise AssertionError("the store was asked")

    monkeypatch.setattr(operator.parts.services.streams, "catch_up", reached)
    raw = name.replace(" ", "%20").encode().decode("latin-1")
    for path in (f"/v1/wallets/{raw}", f"/v1/tables/{raw}", f"/v1/tables/{raw}/events"):
        assert (await answer(operator.url, head("GET", path, operator.caller.bearer))).status == 404
    told = await answer(operator.url, head("POST", f"/v1/tables/{raw}/leave", operator.caller.bearer))
    assert told.status == 404


async def test_a_path_written_in_escapes_is_the_path_that_it_stands_for(
    operator: Operator, table: str
) -> None:
    for target in (f"/v1%2Ftables%2F{table}", f"/v1/%74ables/{table}", f"http://elsewhere/v1/tables/{table}"):
        assert (await answer(operator.url, head("GET", target, operator.caller.bearer))).status == 200
        assert (await answer(operator.url, head("GET", target, None))).said == (401, "unauthenticated")

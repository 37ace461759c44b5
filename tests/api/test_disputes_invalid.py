"""Queries, claims and corrections that are not as documented."""

from typing import Any

import pytest
from tests.api.calling import Operator, code_of
from tests.api.disputing import CLAIM, Played, pays


@pytest.mark.parametrize(
    "query",
    [
        {"status": "unopened"},
        {"player": "ann"},
        {"round": "baccarat-x.1"},
        {"limit": 0},
        {"limit": 201},
        {"cursor": "dDpiYWNjYXJhdC1hYWFhYWFhYWFhYWE"},
        {"cursor": "%%%"},
    ],
)
async def test_a_query_that_makes_no_sense_is_told_so(operator: Operator, query: dict[str, Any]) -> None:
    assert code_of(await operator.caller.get("/v1/disputes", **query), 400) == "invalid-parameter"


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"round": "baccarat-x.1", **CLAIM},
        {"round": "baccarat-aaaaaaaaaaaa.0", **CLAIM},
        {"round": "baccarat-aaaaaaaaaaaa.1", "claim": ""},
        {"round": "baccarat-aaaaaaaaaaaa.1", "claim": "x" * 2001},
        {"round": "baccarat-aaaaaaaaaaaa.1", "claim": "\x1b[2J"},
        {"round": "baccarat-aaaaaaaaaaaa.1", **CLAIM, "evidence": {}},
        {"round": "baccarat-aaaaaaaaaaaa.1", **CLAIM, "bet": "x" * 101},
    ],
)
async def test_a_claim_that_is_not_as_documented_is_refused(operator: Operator, body: dict[str, Any]) -> None:
    assert code_of(await operator.caller.post("/v1/disputes", body), 422) == "invalid-body"


async def test_corrections_that_are_not_as_documented_are_refused(played: Played) -> None:
    dispute = await played.open()
    await played.auditor.do(f"/v1/disputes/{dispute}/take")
    for corrections in (
        [pays("house", played.ann.id, 0)],
        [pays("house", played.ann.id, -5)],
        [pays("house", played.ann.id, 10**12 + 1)],
        [{**pays("house", played.ann.id, 5), "note": "x"}],
        [pays("house", played.ann.id, 1)] * 21,
    ):
        body = {"reason": "So it was.", "corrections": corrections}
        refused = await played.auditor.post(f"/v1/disputes/{dispute}/uphold", body)
        assert code_of(refused, 422) == "invalid-body"
    assert await played.balance(played.ann) == 500

"""Disputes over HTTP: from a player's claim to the chips in his wallet."""

import asyncio
from typing import Any

import httpx
from tests.api.calling import Caller, Operator, code_of
from tests.api.conftest import Served
from tests.api.disputing import CLAIM, Played, pays


async def test_a_dispute_goes_from_the_claim_to_the_corrected_wallet(played: Played) -> None:
    ann, auditor = played.ann, played.auditor
    opened = await ann.caller.post(
        "/v1/disputes", {"round": played.round, "seat": 1, "bet": "player", **CLAIM}
    )
    assert opened.status_code == 201
    path, view = opened.headers["location"], opened.json()["view"]
    house = await played.house(opened.json()["position"])
    assert [event["type"] for event in opened.json()["events"]] == ["dispute-opened", "evidence-attached"]
    assert (view["status"], view["round"], view["player"]) == ("open", played.round, ann.id)
    assert view["evidence"]["last"] > view["evidence"]["first"]
    assert view["report"] == f"/v1/rounds/{played.round}"
    assert (await auditor.do(f"{path}/take"))["view"]["auditor"] == "vera"
    await auditor.do(f"{path}/ask", of="operator", text="Was the table paused?")
    await auditor.do(f"{path}/ask", of="player", text="What did you see?")
    await played.operator.caller.do(f"{path}/answer", question=1, text="No.")
    await ann.caller.do(f"{path}/answer", question=2, text="A nine.")
    await ann.caller.do(f"{path}/comment", text="It was clear to all.")
    corrections = [pays("house", ann.id, 95), pays(played.bob.id, ann.id, 5)]
    ruled = await auditor.do(f"{path}/uphold", reason="The bet had won.", corrections=corrections)
    assert ruled["view"]["ruling"]["reason"] == "The bet had won."
    assert await played.house(ruled["position"]) == house - 95
    assert (await played.balance(ann), await played.balance(played.bob)) == (600, 495)
    found = (await ann.caller.get(path)).json()
    commands = [entry["command"] for entry in found["history"]["entries"]]
    assert commands == ["open-dispute", "take", "ask", "ask", "answer", "answer", "comment", "uphold"]
    assert found["view"]["due"] is None


async def test_the_corrections_are_in_the_histories_of_wallet_and_table(played: Played) -> None:
    dispute = await played.open()
    await played.auditor.do(f"/v1/disputes/{dispute}/take")
    body = {"reason": "So it was.", "corrections": [pays("house", played.ann.id, 7)]}
    ruled = await played.auditor.do(f"/v1/disputes/{dispute}/uphold", **body)
    wallet = (await played.ann.caller.get(f"/v1/wallets/{played.ann.id}/history")).json()["entries"][-1]
    assert wallet["events"] == [{"type": "corrected", "dispute": dispute, "amount": 7, "balance": 507}]
    assert wallet["actor"] == {"role": "auditor", "id": "vera"}
    table = (await played.ann.caller.get(f"/v1/tables/{played.table}/events")).json()["entries"][-1]
    assert (table["command"], table["events"][0]["amount"]) == ("correct-house", -7)
    positions = [ruled["position"], table["position"], wallet["position"]]
    assert positions == [*range(ruled["position"], ruled["position"] + 3)]


async def test_an_operator_opens_a_dispute_for_a_player_and_has_to_say_for_whom(played: Played) -> None:
    asked = {"round": played.round, **CLAIM}
    refused = await played.operator.caller.post("/v1/disputes", asked)
    assert code_of(refused, 422) == "invalid-body"
    assert refused.json()["errors"][0]["pointer"] == "/player"
    answer = await played.operator.caller.do("/v1/disputes", player=played.ann.id, **asked)
    assert answer["view"]["opened_by"]["role"] == "operator"
    path = f"/v1/disputes/{answer['dispute']}"
    assert code_of(await played.ann.caller.post(f"{path}/withdraw"), 409) == "not-the-opener"
    assert (await played.operator.caller.do(f"{path}/withdraw"))["view"]["status"] == "withdrawn"


async def test_a_player_disputes_for_himself_alone(played: Played) -> None:
    asked = {"round": played.round, **CLAIM, "player": played.bob.id}
    assert code_of(await played.ann.caller.post("/v1/disputes", asked), 404) == "not-found"
    asked["player"] = played.ann.id
    assert (await played.ann.caller.post("/v1/disputes", asked)).status_code == 201


async def test_rounds_that_cannot_be_disputed_are_refused_by_codes(played: Played) -> None:
    ann, operator = played.ann, played.operator

    async def refused(caller: Caller, round_id: str, **more: Any) -> str:
        return code_of(await caller.post("/v1/disputes", {"round": round_id, **CLAIM, **more}), 409)

    assert await refused(ann.caller, f"{played.table}.2") == "unknown-round"
    await operator.start(played.table)
    assert await refused(ann.caller, f"{played.table}.2") == "round-unfinished"
    assert await refused((await operator.player()).caller, played.round) == "not-in-round"
    stranger = await operator.player()
    assert await refused(operator.caller, played.round, player=stranger.id) == "not-in-round"
    assert await refused(ann.caller, played.round, seat=9) == "unknown-target"


async def test_another_operators_rounds_and_disputes_do_not_exist(played: Played, foreign: Operator) -> None:
    dispute = await played.open()
    asked = {"round": played.round, **CLAIM, "player": played.ann.id}
    assert code_of(await foreign.caller.post("/v1/disputes", asked), 409) == "unknown-round"
    for caller in (foreign.caller, await foreign.holder("auditor")):
        assert code_of(await caller.get(f"/v1/disputes/{dispute}"), 404) == "not-found"
        assert (await caller.get("/v1/disputes")).json() == {"disputes": [], "next": None}
    stranger = await foreign.holder("auditor")
    assert code_of(await stranger.post(f"/v1/disputes/{dispute}/take"), 404) == "not-found"


async def test_another_player_of_the_round_does_not_see_the_dispute(played: Played) -> None:
    dispute = await played.open()
    assert code_of(await played.bob.caller.get(f"/v1/disputes/{dispute}"), 404) == "not-found"
    said = await played.bob.caller.post(f"/v1/disputes/{dispute}/comment", {"text": "Me too."})
    assert code_of(said, 404) == "not-found"
    assert (await played.bob.caller.get("/v1/disputes")).json()["disputes"] == []


async def test_a_token_for_one_table_is_good_for_disputes_at_that_table_alone(played: Played) -> None:
    elsewhere = await played.operator.token(played.ann.id, table=await played.operator.table())
    refused = await elsewhere.post("/v1/disputes", {"round": played.round, **CLAIM})
    assert code_of(refused, 403) == "forbidden"
    dispute = await played.open()
    assert code_of(await elsewhere.get(f"/v1/disputes/{dispute}"), 403) == "forbidden"
    assert (await elsewhere.get("/v1/disputes")).json()["disputes"] == []
    here = await played.operator.token(played.ann.id, table=played.table)
    assert (await here.get(f"/v1/disputes/{dispute}")).status_code == 200


JUDGING = {
    "take": {},
    "ask": {"of": "player", "text": "Why?"},
    "uphold": {"reason": "So it was."},
    "reject": {"reason": "It was not."},
}
PARTIES = {"answer": {"question": 1, "text": "Thus."}, "withdraw": {}}


async def test_each_route_is_for_its_roles(played: Played) -> None:
    dispute = await played.open()
    regulator = await played.operator.holder("regulator")
    assert (await regulator.get(f"/v1/disputes/{dispute}")).status_code == 200
    for caller, routes in (
        (regulator, {**JUDGING, **PARTIES, "comment": {"text": "So?"}}),
        (played.ann.caller, JUDGING),
        (played.operator.caller, JUDGING),
        (played.auditor, PARTIES),
    ):
        for route, body in routes.items():
            refused = await caller.post(f"/v1/disputes/{dispute}/{route}", body)
            assert code_of(refused, 403) == "forbidden", route
    asked = {"round": played.round, **CLAIM}
    for caller in (regulator, played.auditor):
        assert code_of(await caller.post("/v1/disputes", asked), 403) == "forbidden"


async def test_a_request_sent_again_opens_no_second_dispute(played: Played) -> None:
    asked, key = {"round": played.round, **CLAIM}, {"Idempotency-Key": "one"}
    first = await played.ann.caller.post("/v1/disputes", asked, headers=key)
    again = await played.ann.caller.post("/v1/disputes", asked, headers=key)
    assert again.headers["idempotency-replayed"] == "true"
    assert again.json() == first.json()
    assert again.headers["location"] == first.headers["location"]
    assert len((await played.ann.caller.get("/v1/disputes")).json()["disputes"]) == 1


async def test_a_ruling_sent_again_moves_chips_once(played: Played) -> None:
    dispute = await played.open()
    await played.auditor.do(f"/v1/disputes/{dispute}/take")
    body = {"reason": "So it was.", "corrections": [pays("house", played.ann.id, 50)]}
    path, key = f"/v1/disputes/{dispute}/uphold", {"Idempotency-Key": "ruling"}
    first = await played.auditor.post(path, body, headers=key)
    again = await played.auditor.post(path, body, headers=key)
    assert again.json() == first.json()
    assert await played.balance(played.ann) == 550
    assert code_of(await played.auditor.post(path, body), 409) == "dispute-closed"


async def test_a_ruling_can_be_held_back_where_something_was_said_since(
    played: Played,
) -> None:
    dispute = await played.open()
    path = f"/v1/disputes/{dispute}"
    await played.auditor.do(f"{path}/take")
    seen = (await played.auditor.get(path)).headers["etag"]
    await played.ann.caller.do(f"{path}/comment", text="Wait, there is more.")
    stale = await played.auditor.post(f"{path}/reject", {"reason": "No."}, headers={"If-Match": seen})
    assert code_of(stale, 412) == "revision-mismatch"
    seen = (await played.auditor.get(path)).headers["etag"]
    unchanged = await played.auditor.get(path, headers={"If-None-Match": seen})
    assert unchanged.status_code == 304
    ruled = await played.auditor.post(f"{path}/reject", {"reason": "No."}, headers={"If-Match": seen})
    assert ruled.json()["view"]["status"] == "rejected"


async def test_a_player_who_cannot_pay_stops_the_whole_ruling(played: Played) -> None:
    dispute = await played.open()
    await played.auditor.do(f"/v1/disputes/{dispute}/take")
    corrections = [pays("house", played.ann.id, 5), pays(played.bob.id, played.ann.id, 501)]
    body = {"reason": "So it was.", "corrections": corrections}
    refused = await played.auditor.post(f"/v1/disputes/{dispute}/uphold", body)
    assert code_of(refused, 409) == "insufficient-funds"
    assert (await played.balance(played.ann), await played.balance(played.bob)) == (500, 500)
    view = (await played.auditor.get(f"/v1/disputes/{dispute}")).json()["view"]
    assert (view["status"], view["ruling"]) == ("taken", None)


async def test_of_rulings_at_once_in_two_processes_one_wins(played: Played, other_process: Served) -> None:
    dispute = await played.open()
    await played.auditor.do(f"/v1/disputes/{dispute}/take")
    there = Caller(other_process.url, played.auditor.bearer)
    path = f"/v1/disputes/{dispute}"

    def ruling(caller: Caller, paid: int) -> Any:
        body = {"reason": "So it was.", "corrections": [pays("house", played.ann.id, paid)]}
        return caller.post(f"{path}/uphold", body)

    calls = zip((played.auditor, there) * 4, range(1, 9), strict=True)
    answers: list[httpx.Response] = await asyncio.gather(
        *[ruling(caller, paid) for caller, paid in calls],
        there.post(f"{path}/reject", {"reason": "It was not."}),
    )
    assert sorted(answer.status_code for answer in answers) == [200, *[409] * 8]
    (ruled,) = [answer.json()["view"]["ruling"] for answer in answers if answer.status_code == 200]
    paid = sum(moved["amount"] for moved in ruled["moved"] if moved["party"] == played.ann.id)
    assert await played.balance(played.ann) == 500 + paid


async def test_of_auditors_who_take_it_at_once_in_two_processes_one_has_it(
    played: Played, other_process: Served
) -> None:
    dispute = await played.open()
    paul = await played.operator.holder("auditor", "paul")
    there = Caller(other_process.url, paul.bearer)
    taking = [caller.post(f"/v1/disputes/{dispute}/take") for caller in (played.auditor, there)]
    answers: list[httpx.Response] = await asyncio.gather(*taking)
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    (refused,) = [answer for answer in answers if answer.status_code == 409]
    assert refused.json()["code"] == "already-taken"


async def test_disputes_are_listed_in_pages_and_by_what_is_asked_for(played: Played) -> None:
    opened = sorted([await played.open() for _ in range(5)])
    await played.auditor.do(f"/v1/disputes/{opened[2]}/take")
    found: list[str] = []
    cursor: dict[str, Any] = {}
    while True:
        page = (await played.auditor.get("/v1/disputes", limit=2, **cursor)).json()
        found += [one["dispute"] for one in page["disputes"]]
        if page["next"] is None:
            break
        cursor = {"cursor": page["next"]}
    assert found == opened

    async def listed(**wanted: Any) -> list[str]:
        page = (await played.auditor.get("/v1/disputes", **wanted)).json()
        return [one["dispute"] for one in page["disputes"]]

    assert await listed(status="taken") == [opened[2]]
    assert await listed(player=played.ann.id) == await listed(round=played.round) == opened
    assert await listed(player=played.bob.id) == await listed(round=f"{played.table}.2") == []


async def test_nobody_gives_a_correction_by_itself(played: Played) -> None:
    for caller in (played.operator.caller, played.auditor):
        for path in (f"/v1/tables/{played.table}/correct-house", f"/v1/wallets/{played.ann.id}/corrections"):
            assert code_of(await caller.post(path, {"amount": 1}), 404) == "no-such-route"

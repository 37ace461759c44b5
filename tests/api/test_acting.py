"""An operator acts for one of his own players: he is that player, and the log names both."""

from typing import Any
from uuid import uuid4

import pytest
from tests.api.calling import Caller, Operator, Player, code_of
from tests.api.disputing import CLAIM, Played

from croupier.adapters.system import rule_code
from croupier.service.replay import OneJudge, Sealed, replay

ROLES = ("auditor", "regulator", "admin", "spectator")


class Desk:
    """An operator's desk that acts for a player."""

    def __init__(self, caller: Caller, player: str) -> None:
        self.caller, self.header = caller, {"Croupier-Player": player}

    async def get(self, path: str) -> Any:
        return await self.caller.get(path, headers=self.header)

    async def post(self, path: str, body: Any = None, **headers: str) -> Any:
        return await self.caller.post(path, body, headers={**self.header, **headers})

    async def do(self, path: str, **body: Any) -> Any:
        answer = await self.post(path, body)
        assert answer.is_success, answer.text
        return answer.json()


async def desk(operator: Operator, player: Player, name: str = "desk-4") -> Desk:
    return Desk(await operator.holder("operator", name), player.id)


def by(player: Player, name: str = "desk-4") -> dict[str, str]:
    return {"role": "player", "id": player.id, "by": name}


async def actors(operator: Operator, path: str) -> list[Any]:
    return [entry["actor"] for entry in (await operator.caller.get(path)).json()["entries"]]


async def test_he_plays_a_round_in_the_players_seat_and_the_log_names_both(operator: Operator) -> None:
    table, ann = await operator.table(), await operator.player()
    at = await desk(operator, ann)
    seated = await at.do(f"/v1/tables/{table}/take-seat", seat=1, buy_in=500)
    own = await ann.caller.get(f"/v1/tables/{table}", at_least=seated["position"])
    assert seated["options"] == own.json()["options"]
    await operator.start(table)
    bet = await at.do(f"/v1/tables/{table}/baccarat/place-bet", on="player", stake=10)
    house = (await operator.caller.get(f"/v1/tables/{table}", at_least=bet["position"])).json()
    assert bet["options"] != house["options"]
    await operator.deal(table)
    await ann.caller.do(f"/v1/tables/{table}/leave")
    told = await actors(operator, f"/v1/tables/{table}/events")
    house, himself = {"role": "operator", "id": operator.name}, {"role": "player", "id": ann.id}
    assert told == [house, by(ann), house, by(ann), house, himself]
    assert await actors(operator, f"/v1/wallets/{ann.id}/history") == [house, house, by(ann), himself]
    report = (await operator.caller.get(f"/v1/rounds/{table}.1")).json()
    assert by(ann) in [entry["actor"] for entry in report["entries"]]
    page = (await operator.caller.get(f"/v1/rounds/{table}.1/page")).text
    assert 'by <span class="id">desk-4</span>' in page


async def test_what_was_done_for_players_replays(played: Played) -> None:
    operator, parts = played.operator, played.operator.parts
    at = await desk(operator, played.bob)
    await at.do(f"/v1/tables/{played.table}/leave")
    await at.do("/v1/disputes", round=played.round, **CLAIM)
    report = await replay(parts.store, operator.log, OneJudge(Sealed(parts.secrets), rule_code()))
    assert (report.wrong, report.unchecked, report.undecided) == (0, 0, 0)


async def test_he_sees_what_the_player_sees_and_no_more(operator: Operator) -> None:
    table, ann, bob = await operator.table(), await operator.player(), await operator.player()
    seated = await ann.caller.do(f"/v1/tables/{table}/take-seat", seat=1, buy_in=100)
    at = await desk(operator, ann)
    path = f"/v1/tables/{table}?at_least={seated['position']}"
    his, own = (await at.get(path)).json(), (await ann.caller.get(path)).json()
    assert (his["view"], his["options"]) == (own["view"], own["options"])
    assert (await at.get(f"/v1/wallets/{ann.id}")).json()["balance"] == 900
    assert code_of(await at.get(f"/v1/wallets/{bob.id}"), 404) == "not-found"
    assert code_of(await at.get(f"/v1/players/{bob.id}/rounds"), 404) == "not-found"


async def test_he_may_not_what_the_player_may_not(operator: Operator) -> None:
    table, ann = await operator.table(), await operator.player()
    at = await desk(operator, ann)
    for answer in (
        await at.post("/v1/players"),
        await at.post(f"/v1/wallets/{ann.id}/deposits", {"amount": 1}),
        await at.post(f"/v1/players/{ann.id}/tokens"),
        await at.get(f"/v1/tables/{table}/attempts"),
    ):
        assert code_of(answer, 403) == "forbidden"
    assert code_of(await at.post(f"/v1/tables/{table}/close-table"), 409) == "not-the-banker"


async def test_a_dispute_that_was_opened_for_a_player_is_his_to_withdraw(played: Played) -> None:
    at = await desk(played.operator, played.ann)
    opened = await at.do("/v1/disputes", round=played.round, **CLAIM)
    assert opened["view"]["opened_by"] == by(played.ann)
    withdrawn = await played.ann.caller.do(f"/v1/disputes/{opened['dispute']}/withdraw")
    assert withdrawn["view"]["status"] == "withdrawn"


@pytest.mark.parametrize("role", ROLES)
async def test_nobody_but_an_operator_acts_for_players(operator: Operator, role: Any) -> None:
    table, ann = await operator.table(), await operator.player()
    at = Desk(await operator.holder(role), ann.id)
    assert code_of(await at.get(f"/v1/tables/{table}"), 403) == "forbidden"
    seat = f"/v1/tables/{table}/take-seat"
    assert code_of(await at.post(seat, {"seat": 1, "buy_in": 0}), 403) == "forbidden"


async def test_a_player_acts_for_nobody_not_even_himself(operator: Operator) -> None:
    table, ann, bob = await operator.table(), await operator.player(), await operator.player()
    for named in (ann, bob):
        at = Desk(ann.caller, named.id)
        assert code_of(await at.get(f"/v1/tables/{table}"), 403) == "forbidden"
        assert code_of(await at.post(f"/v1/tables/{table}/leave"), 403) == "forbidden"


async def test_players_that_are_none_or_anothers_are_not_found(
    operator: Operator, foreign: Operator, tester: Operator
) -> None:
    table = await operator.table()
    named = [player.id for player in (await foreign.player(0), await tester.player(0))]
    for player in (*named, "a" * 16, "", "nobody", "a" * 8000, "a, b"):
        at = Desk(operator.caller, player)
        for answer in (await at.get("/v1/tables"), await at.post(f"/v1/tables/{table}/leave")):
            assert code_of(answer, 404) == "not-found"


async def test_a_player_named_twice_or_outside_of_ascii_is_refused(operator: Operator) -> None:
    table, ann = await operator.table(), await operator.player()
    twice = [("Croupier-Player", ann.id), ("Croupier-Player", ann.id)]
    odd = [(b"Croupier-Player", "ä".encode() + ann.id.encode())]
    for headers in (twice, odd):
        for method, path in (("GET", "/v1/tables"), ("POST", f"/v1/tables/{table}/leave")):
            answer = await operator.caller.send(method, path, headers=headers)
            assert code_of(answer, 400) == "malformed-header"


async def test_an_idempotency_key_is_another_with_the_player_himself_and_with_each_who_acts_for_him(
    operator: Operator,
) -> None:
    table, ann = await operator.table(), await operator.player()
    await ann.caller.do(f"/v1/tables/{table}/take-seat", seat=1, buy_in=100)
    path, body, key = f"/v1/tables/{table}/top-up", {"amount": 1}, uuid4().hex
    one, other = await desk(operator, ann), await desk(operator, ann, "desk-5")
    first = await one.post(path, body, **{"Idempotency-Key": key})
    again = await one.post(path, body, **{"Idempotency-Key": key})
    assert (first.content, again.headers["idempotency-replayed"]) == (again.content, "true")
    for answer in (
        await other.post(path, body, **{"Idempotency-Key": key}),
        await ann.caller.post(path, body, headers={"Idempotency-Key": key}),
    ):
        assert answer.status_code == 200
        assert "idempotency-replayed" not in answer.headers
    assert (await operator.caller.get(f"/v1/wallets/{ann.id}")).json()["balance"] == 897


async def test_what_was_tried_in_vain_for_a_player_names_both(operator: Operator) -> None:
    table, ann = await operator.table(), await operator.player()
    at = await desk(operator, ann)
    assert code_of(await at.post(f"/v1/tables/{table}/leave"), 409) == "not-seated"
    regulator = await operator.holder("regulator", "authority")
    refused = await Desk(regulator, ann.id).post(f"/v1/tables/{table}/leave")
    assert code_of(refused, 403) == "forbidden"
    found = (await operator.caller.get(f"/v1/tables/{table}/attempts")).json()["attempts"]
    assert [attempt["actor"] for attempt in found] == [by(ann), {"role": "regulator", "id": "authority"}]


async def test_a_test_key_acts_in_the_test_log(tester: Operator) -> None:
    table, ann = await tester.table(), await tester.player()
    at = Desk(tester.caller, ann.id)
    await at.do(f"/v1/tables/{table}/take-seat", seat=1, buy_in=0)
    assert (await actors(tester, f"/v1/tables/{table}/events"))[-1] == by(ann, tester.name)

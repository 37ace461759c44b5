"""`If-Match` does a command only at the revision that the caller has seen."""

import asyncio

import pytest
from tests.api.calling import Caller, Operator, Player, code_of
from tests.api.conftest import Served
from tests.api.disputing import Played


async def test_the_etag_of_an_answer_is_the_revision(operator: Operator) -> None:
    table = await operator.table()
    answer = await operator.caller.post(f"/v1/tables/{table}/baccarat/start-round")
    assert answer.headers["etag"] == f'"{answer.json()["revision"]}"'


async def test_a_command_at_the_seen_revision_is_done_and_at_another_refused(operator: Operator) -> None:
    table = await operator.table()
    path = f"/v1/tables/{table}/baccarat/start-round"
    for wrong in ('"0"', '"2"', '"999999999"'):
        answer = await operator.caller.post(path, headers={"If-Match": wrong})
        assert code_of(answer, 412) == "revision-mismatch"
    assert (await operator.caller.post(path, headers={"If-Match": '"1"'})).status_code == 200


async def test_any_revision_will_do_for_a_star(operator: Operator) -> None:
    player = await operator.player()
    path = f"/v1/wallets/{player.id}/deposits"
    assert (await operator.caller.post(path, {"amount": 1}, headers={"If-Match": "*"})).is_success
    late = await operator.caller.post(path, {"amount": 1}, headers={"If-Match": '"1"'})
    assert code_of(late, 412) == "revision-mismatch"


@pytest.mark.parametrize("value", ['"1", "2"', '"7","1"', ', "1",,W/"9" ,', '"a,b", "1"'])
async def test_a_list_matches_when_one_of_its_tags_is_the_revision(operator: Operator, value: str) -> None:
    table = await operator.table()
    path = f"/v1/tables/{table}/baccarat/start-round"
    assert (await operator.caller.post(path, headers={"If-Match": value})).status_code == 200


@pytest.mark.parametrize("value", ['W/"1"', '"one"', '"-1"', '"01"', '"1234567890"', '""', '"2", W/"1"'])
async def test_weak_tags_and_those_that_are_no_revision_match_nothing(operator: Operator, value: str) -> None:
    table = await operator.table()
    path = f"/v1/tables/{table}/baccarat/start-round"
    assert code_of(await operator.caller.post(path, headers={"If-Match": value}), 412) == "revision-mismatch"


@pytest.mark.parametrize("value", ["1", '"', "", '"1" "2"', '*, "1"', '"1", x', ", ,", "W/1", "," * 8000])
async def test_what_is_no_list_of_tags_is_refused(operator: Operator, value: str) -> None:
    table = await operator.table()
    path = f"/v1/tables/{table}/baccarat/start-round"
    assert code_of(await operator.caller.post(path, headers={"If-Match": value}), 400) == "malformed-header"


async def test_money_and_disputes_are_moved_only_at_the_revision_that_was_seen(played: Played) -> None:
    dispute, ann = await played.open(), played.ann
    wallet, stale = f"/v1/wallets/{ann.id}", {"If-Match": '"1"'}
    for path in (f"{wallet}/deposits", f"{wallet}/withdrawals"):
        assert code_of(await played.operator.caller.post(path, {"amount": 1}, headers=stale), 412)
        seen = (await ann.caller.get(wallet)).headers["etag"]
        done = await played.operator.caller.post(path, {"amount": 1}, headers={"If-Match": seen})
        assert done.status_code == 200
        assert done.headers["etag"] != seen
    path, said = f"/v1/disputes/{dispute}/comment", {"text": "Look at the second card."}
    seen = (await ann.caller.get(f"/v1/disputes/{dispute}")).headers["etag"]
    assert (await ann.caller.post(path, said, headers={"If-Match": seen})).status_code == 200
    assert code_of(await ann.caller.post(path, said, headers={"If-Match": seen}), 412) == "revision-mismatch"


async def _two_bet_at_once(one: Player, other: Player, table: str, revision: int) -> None:
    seen = f'"{revision}"'
    answers = await asyncio.gather(
        one.bet(table, "player", if_match=seen), other.bet(table, "banker", if_match=seen)
    )
    assert sorted(answer.status_code for answer in answers) == [200, 412]
    (loser,) = (answer for answer in answers if answer.status_code == 412)
    assert code_of(loser, 412) == "revision-mismatch"
    (winner,) = (answer for answer in answers if answer.status_code == 200)
    assert winner.json()["revision"] == revision + 1
    assert len(winner.json()["view"]["play"]["bets"]) == 1


async def test_of_two_clients_who_bet_at_once_at_one_revision_one_wins(operator: Operator) -> None:
    table = await operator.table()
    one, other = await operator.seated(table, 1), await operator.seated(table, 2)
    started = await operator.start(table)
    await _two_bet_at_once(one, other, table, started["revision"])


async def test_of_two_who_bet_at_once_through_two_processes_one_wins(
    operator: Operator, other_process: Served
) -> None:
    table = await operator.table()
    one, other = await operator.seated(table, 1), await operator.seated(table, 2)
    started = await operator.start(table)
    elsewhere = Player(other.id, Caller(other_process.url, other.caller.bearer))
    await _two_bet_at_once(one, elsewhere, table, started["revision"])


async def test_all_who_bet_at_once_without_a_revision_are_served_also_by_two_processes(
    operator: Operator, other_process: Served
) -> None:
    table = await operator.table()
    players = [await operator.seated(table, seat) for seat in range(1, 9)]
    elsewhere = [Player(one.id, Caller(other_process.url, one.caller.bearer)) for one in players[::2]]
    await operator.start(table)
    answers = await asyncio.gather(*(one.bet(table) for one in (*players[1::2], *elsewhere)))
    assert [answer.status_code for answer in answers] == [200] * 8
    dealt = await operator.deal(table)
    assert len([event for event in dealt["events"] if event["type"] == "bet-settled"]) == 8

"""Requests sent again: by clients that heard no answer, by impatient ones, and by who overheard them."""

import asyncio

from tests.api.calling import Caller, Operator, code_of
from tests.api.hostile.ledger import require_nothing_lost, revision
from tests.api.hostile.raw import connect, head

STORM = 40


async def test_a_deposit_sent_many_times_at_once_is_made_once(operator: Operator) -> None:
    player = await operator.player(money=0)
    path, headers = f"/v1/wallets/{player.id}/deposits", {"Idempotency-Key": "deposit-1"}
    told = await asyncio.gather(
        *(operator.caller.post(path, {"amount": 70}, headers=headers) for _ in range(STORM))
    )
    done = [one for one in told if one.is_success]
    assert done
    assert {one.content for one in done} == {done[0].content}
    assert sum("idempotency-replayed" not in one.headers for one in done) == 1
    assert {code_of(one, 409) for one in told if one not in done} <= {"idempotency-key-in-flight"}
    await require_nothing_lost(operator, paid_in=70)


async def test_a_key_with_other_bodies_does_the_first_only(operator: Operator) -> None:
    player = await operator.player(money=0)
    path, headers = f"/v1/wallets/{player.id}/deposits", {"Idempotency-Key": "deposit-1"}
    told = await asyncio.gather(
        *(operator.caller.post(path, {"amount": amount}, headers=headers) for amount in range(1, STORM))
    )
    (done,) = [one for one in told if one.is_success]
    codes = {one.json()["code"] for one in told if one is not done}
    assert codes <= {"idempotency-key-in-flight", "idempotency-key-reused"}
    await require_nothing_lost(operator, paid_in=done.json()["balance"])


async def test_commands_without_a_key_are_each_done_or_each_refused(operator: Operator, table: str) -> None:
    player = await operator.seated(table)
    await operator.start(table)
    told = await asyncio.gather(*(player.bet(table, stake=5) for _ in range(STORM)))
    assert all(one.is_success for one in told)
    assert len({one.json()["revision"] for one in told}) == STORM
    await operator.deal(table)
    await require_nothing_lost(operator, paid_in=1_000)


async def test_a_client_that_leaves_before_its_answer_and_asks_again_bets_once(
    operator: Operator, table: str
) -> None:
    player = await operator.seated(table)
    await operator.start(table)
    before = await revision(operator, table)
    path, body = f"/v1/tables/{table}/baccarat/place-bet", b'{"on":"tie","stake":50}'
    lines = ("Idempotency-Key: bet-1", "Content-Type: application/json", f"Content-Length: {len(body)}")
    for _ in range(STORM):
        _, writer = await connect(operator.url)
        writer.write(head("POST", path, player.caller.bearer, *lines) + body)
        await writer.drain()
        writer.transport.abort()
    while True:
        told = await player.bet(table, on="tie", stake=50, idempotency_key="bet-1")
        if told.is_success:
            break
        assert code_of(told, 409) == "idempotency-key-in-flight"
    assert await revision(operator, table) == before + 1
    await require_nothing_lost(operator, paid_in=1_000)


async def test_what_was_overheard_is_of_no_use_to_another(
    operator: Operator, foreign: Operator, table: str
) -> None:
    player = await operator.seated(table)
    await operator.start(table)
    first = await player.bet(table, stake=50, idempotency_key="bet-1")
    other = await operator.player()
    for thief in (
        other.caller,
        foreign.caller,
        Caller(operator.url, "croupier_live_aaaa_bbbb"),
        operator.caller,
    ):
        told = await thief.post(
            f"/v1/tables/{table}/baccarat/place-bet",
            {"on": "player", "stake": 50},
            headers={"Idempotency-Key": "bet-1"},
        )
        assert not told.is_success
        assert first.json()["events"][0]["type"] not in told.text
    await require_nothing_lost(operator, paid_in=2_000)

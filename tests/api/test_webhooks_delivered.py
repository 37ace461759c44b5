"""Webhooks as their receiver gets them: over HTTP, verified by the library, each entry once and in order."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from datetime import timedelta
from typing import Any

import pytest
from msgspec import Struct
from standardwebhooks import WebhookVerificationError
from tests.api.calling import Caller, Operator
from tests.api.conftest import Served, new_operator, serving
from tests.support.posting import ShiftedClock, deliverer_of, entries_of, hook, private
from tests.support.receiver import Got, Receiver, answer, receiving
from tests.support.webhooks import in_order

from croupier.adapters.settings import Settings


@pytest.fixture(scope="module")
async def sending(settings: Settings) -> AsyncIterator[Served]:
    """A service whose webhooks may go to loopback; nothing is sent by itself."""
    async with serving(private(settings)) as served:
        yield served


class Office(Struct):
    """An operator with a webhook, and the receiver of it."""

    operator: Operator
    receiver: Receiver
    path: str
    secret: str
    settings: Settings
    troubles: list[Exception]
    working: AsyncExitStack
    clock: ShiftedClock

    @property
    def caller(self) -> Caller:
        return self.operator.caller

    async def works(self) -> None:
        """From now on a process delivers."""
        await self.working.enter_async_context(
            deliverer_of(self.operator.parts, self.settings, self.troubles, self.clock)
        )

    async def stops(self) -> None:
        """No process delivers any more."""
        await self.working.aclose()

    async def read(self) -> Any:
        return (await self.caller.get(self.path)).json()

    async def deliveries(self, **query: Any) -> Any:
        return (await self.caller.get(f"{self.path}/deliveries", **query)).json()["deliveries"]

    async def until(self, **wanted: Any) -> Any:
        """The webhook, when it reads so."""
        async with asyncio.timeout(20):
            while True:
                read = await self.read()
                if all(read[name] == value for name, value in wanted.items()):
                    return read
                await asyncio.sleep(0.02)

    async def told_of(self, message: str, number: int = 1) -> Any:
        """What became of a message, when it is known."""
        async with asyncio.timeout(20):
            while len(told := await self.deliveries(message=message)) < number:  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        return told


@pytest.fixture
async def office(sending: Served, settings: Settings) -> AsyncIterator[Office]:
    """An operator whose webhook wants everything; who tests says from when on it is delivered."""
    operator = await new_operator(sending)
    async with receiving() as receiver, AsyncExitStack() as working:
        made = await operator.caller.do("/v1/webhooks", url=hook(receiver), events=["*"])
        path = f"/v1/webhooks/{made['webhook']['webhook']}"
        office = Office(operator, receiver, path, made["secret"], settings, [], working, ShiftedClock())
        yield office
        await office.stops()
        await operator.caller.send("DELETE", path)
        assert office.troubles == []


async def test_a_round_is_told_entry_by_entry_as_the_log_has_it(office: Office) -> None:
    await office.works()
    operator = office.operator
    table = await operator.table()
    player = await operator.seated(table)
    await operator.start(table)
    await player.bet(table)
    dealt = await operator.deal(table)
    assert (await office.until(position=dealt["position"]))["waiting"] == 0
    said = {one.json["data"]["position"]: one.verified(office.secret) for one in office.receiver.got}
    assert len(said) == 8
    last = said[dealt["position"]]
    assert last["type"] == "baccarat.entry"
    events = (await operator.caller.get(f"/v1/tables/{table}/events", limit=500)).json()["entries"]
    told = [one["data"] for one in said.values() if one["data"]["table"] == table]
    assert [{**one, "log": None} for one in told] == [
        {**entry, "log": None, "stream": table, "table": table} for entry in events
    ]
    assert {one["type"] for one in said.values()} == {"baccarat.entry", "wallet.entry"}
    assert all(one["timestamp"] == one["data"]["at"] for one in said.values())
    assert all(one["data"]["log"] == operator.name for one in said.values())


async def test_only_what_was_asked_for_comes(office: Office) -> None:
    await office.caller.send("PATCH", office.path, json={"events": ["deposited", "tables"]})
    player = await office.operator.player(money=7)
    table = await office.operator.table()
    await office.works()
    await office.receiver.until(2)
    await office.until(position=(await office.caller.get(f"/v1/tables/{table}")).json()["position"])
    assert [stream for stream, _ in entries_of(office.receiver.got)] == [f"wallet-{player.id}", table]


async def test_what_fails_is_tried_again_with_the_same_id_and_the_attempt_told(office: Office) -> None:
    failed: list[Got] = []

    async def fails_once(got: Got) -> bytes:
        if got.message in {one.message for one in failed}:
            return answer(200)
        failed.append(got)
        return answer(500)

    office.receiver.answers = fails_once
    await office.operator.player(money=0)
    await office.works()
    await office.until(waiting=1)
    office.clock.ahead = timedelta(seconds=7)
    first, second = await office.receiver.until(2)
    assert first.message == second.message
    assert first.body == second.body
    assert second.verified(office.secret)
    later, before = await office.told_of(first.message, 2)
    assert (before["outcome"], before["status"], before["failure"]) == ("failed", 500, "status")
    assert before["next_at"] > before["at"]
    assert (later["outcome"], later["attempt"], later["next_at"]) == ("accepted", 2, None)


async def test_while_the_secret_is_replaced_old_and_new_verify_and_afterwards_the_new_alone(
    office: Office,
) -> None:
    new = (await office.caller.do(f"{office.path}/rotate-secret", overlap_seconds=600))["secret"]
    await office.operator.player(money=0)
    await office.works()
    (got,) = await office.receiver.until(1)
    assert got.verified(office.secret) == got.verified(new)
    newest = (await office.caller.do(f"{office.path}/rotate-secret", overlap_seconds=0))["secret"]
    await office.operator.player(money=0)
    got = (await office.receiver.until(2))[-1]
    assert got.verified(newest)
    for old in (office.secret, new):
        with pytest.raises(WebhookVerificationError):
            got.verified(old)


async def test_a_replay_sends_the_log_again_from_there_under_the_same_ids(office: Office) -> None:
    for _ in range(3):
        await office.operator.player(money=1)
    await office.works()
    first = list(await office.receiver.until(6))
    await office.until(position=first[-1].json["data"]["position"])
    await office.caller.do(f"{office.path}/replay", **{"from": 2})
    again = (await office.receiver.until(10))[6:]
    assert sorted(one.message for one in again) == sorted(
        one.message for one in first if one.json["data"]["position"] >= 2
    )
    assert in_order(entries_of(again))


async def test_a_test_message_comes_also_to_a_webhook_that_is_disabled(office: Office) -> None:
    await office.caller.send("PATCH", office.path, json={"status": "disabled"})
    await office.operator.player()
    await office.works()
    asked = await office.caller.post(f"{office.path}/test", headers={"Idempotency-Key": "ping"})
    again = await office.caller.post(f"{office.path}/test", headers={"Idempotency-Key": "ping"})
    assert (asked.status_code, again.json()) == (202, asked.json())
    (got,) = await office.receiver.until(1)
    said = got.verified(office.secret)
    assert said["type"] == "webhook.ping"
    assert said["data"] == {"webhook": office.path.rpartition("/")[2], "log": office.operator.name}
    assert got.message == asked.json()["message"]
    (told,) = await office.told_of(got.message)
    assert (told["outcome"], told["position"], told["stream"]) == ("accepted", None, None)
    assert len(office.receiver.got) == 1


async def test_one_message_is_sent_again_when_it_is_asked_for(office: Office) -> None:
    await office.operator.player(money=1)
    await office.works()
    first = (await office.receiver.until(2))[0]
    (told,) = await office.told_of(first.message)
    answered = await office.caller.post(f"{office.path}/deliveries/{told['delivery']}/redeliver")
    assert answered.json() == {"message": first.message}
    again = (await office.receiver.until(3))[-1]
    assert (again.message, again.body) == (first.message, first.body)
    await office.told_of(first.message, 2)


async def test_deliveries_are_listed_page_by_page_and_by_outcome(office: Office) -> None:
    for _ in range(3):
        await office.operator.player(money=1)
    await office.works()
    await office.receiver.until(6)
    await office.until(position=entries_of(office.receiver.got)[-1][1])
    pages = [await office.caller.get(f"{office.path}/deliveries", limit=4)]
    pages.append(await office.caller.send("GET", pages[0].links["next"]["url"]))
    found = [one for page in pages for one in page.json()["deliveries"]]
    assert len({one["delivery"] for one in found}) == 6
    assert [one["at"] for one in found] == sorted((one["at"] for one in found), reverse=True)
    assert pages[1].json()["next"] is None
    assert await office.deliveries(outcome="failed") == []


async def test_gone_disables_the_webhook_and_enabled_again_it_goes_on_where_it_stood(office: Office) -> None:
    office.receiver.always(answer(410))
    await office.operator.player(money=0)
    await office.works()
    read = await office.until(status="disabled")
    assert read["disabled_because"] == "gone"
    office.receiver.always(answer(204))
    await office.operator.player(money=0)
    await office.caller.send("PATCH", office.path, json={"status": "enabled"})
    got = await office.receiver.until(3)
    assert got[1].message == got[0].message
    assert len({one.message for one in got}) == 2


async def test_a_receiver_that_loses_connections_keeps_nobody_elses_webhook_waiting(
    office: Office, sending: Served
) -> None:
    office.receiver.always(b"")
    await office.operator.player()
    other = await new_operator(sending)
    async with receiving() as well:
        made = await other.caller.do("/v1/webhooks", url=hook(well), events=["*"])
        await other.player(money=1)
        await office.works()
        assert len(await well.until(2)) == 2
        await other.caller.send("DELETE", f"/v1/webhooks/{made['webhook']['webhook']}")
    read = await office.until(position=1)
    assert read["failing_since"]
    assert read["waiting"] == 1


async def test_two_processes_that_deliver_at_once_lose_nothing_and_keep_the_order(office: Office) -> None:
    await office.works()
    await office.works()
    players = [await office.operator.player(money=0) for _ in range(4)]
    for amount in range(1, 9):
        for player in players:
            await office.caller.do(f"/v1/wallets/{player.id}/deposits", amount=amount)
    await office.until(position=35)
    received = entries_of(office.receiver.got)
    assert {position for _, position in received} == set(range(36))
    assert in_order(received)


async def test_a_process_that_stops_in_the_middle_leaves_the_rest_to_the_next(office: Office) -> None:
    slow = asyncio.Event()

    async def slowly(got: Got) -> bytes:
        if len(office.receiver.got) >= 3:
            slow.set()
            await asyncio.sleep(30)
        return answer(204)

    player = await office.operator.player(money=0)
    for amount in range(1, 9):
        await office.caller.do(f"/v1/wallets/{player.id}/deposits", amount=amount)
    office.receiver.answers = slowly
    await office.works()
    await slow.wait()
    await office.stops()
    office.receiver.always(answer(204))
    await office.works()
    await office.until(position=8)
    received = entries_of(office.receiver.got)
    assert {position for _, position in received} == set(range(9))
    assert in_order(received)

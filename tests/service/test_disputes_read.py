"""Who may see which disputes, how they are listed, and what the clock notes of them."""

from typing import Any

import pytest
from msgspec.json import decode
from tests.support.court import TABLE, Court, played
from tests.support.disputes import RULE, TAKE, VERA, pays
from tests.support.fakes import MemoryStore
from tests.support.playing import HOUSE, LOG, player
from tests.support.processes import HandClock, Process
from tests.support.tampering import replayed

from croupier.domain.decider import Rejected
from croupier.domain.disputes.commands import Comment, RejectDispute, TakeDispute, WithdrawDispute
from croupier.service.callers import Caller
from croupier.service.disputes import DisputesQuery
from croupier.service.errors import NotFound
from croupier.service.history import HistoryQuery

ROUND = f"{TABLE}.1"


def events(court: Court, dispute: str) -> list[dict[str, Any]]:
    """All events of the dispute, as they are stored."""
    stored = [one for one in court.store.entries[LOG] if one.stream == dispute]
    return [event for entry in stored for event in decode(entry.record)["events"]]


# Who sees what


async def test_a_player_sees_his_own_disputes_and_everybody_else_of_the_log_all() -> None:
    court = await played()
    anns, bobs = await court.open("ann", ROUND), await court.open("bob", ROUND, HOUSE)
    for actor, seen in (
        (player("ann"), {anns}),
        (player("bob"), {bobs}),
        (HOUSE, {anns, bobs}),
        (VERA, {anns, bobs}),
    ):
        caller = Caller(LOG, actor)
        page = await court.disputes.page(caller, DisputesQuery(10))
        assert {one.dispute for one in page.disputes} == seen
        for dispute in (anns, bobs):
            if dispute in seen:
                assert (await court.disputes.read(caller, dispute, HistoryQuery(most=10))).dispute == dispute
            else:
                with pytest.raises(NotFound):
                    await court.disputes.require(caller, dispute)
    other = Caller("another", VERA)
    assert (await court.disputes.page(other, DisputesQuery(10))).disputes == ()
    with pytest.raises(NotFound):
        await court.disputes.require(other, anns)


async def test_who_gains_or_loses_by_a_ruling_sees_the_dispute_from_then_on() -> None:
    court = await played()
    dispute = await court.open("ann", ROUND)
    bob, eve = Caller(LOG, player("bob")), Caller(LOG, player("eve"))
    await court.give(dispute, TakeDispute(), VERA)
    with pytest.raises(NotFound):
        await court.disputes.require(bob, dispute)
    await court.uphold(dispute, pays("bob", "ann", 5))
    ruling = (await court.disputes.read(bob, dispute, HistoryQuery(most=10))).view.ruling
    assert ruling
    assert [one.party for one in ruling.moved] == ["ann", "bob"]
    assert [one.dispute for one in (await court.disputes.page(bob, DisputesQuery(10))).disputes] == [dispute]
    with pytest.raises(NotFound):
        await court.disputes.require(eve, dispute)
    with pytest.raises(Rejected, match="dispute-closed"):
        await court.give(dispute, Comment("Not I."), bob.actor)


async def test_a_rejected_dispute_stays_its_players_own() -> None:
    court = await played()
    dispute = await court.open("ann", ROUND)
    await court.give(dispute, TakeDispute(), VERA)
    await court.give(dispute, RejectDispute("All was right."), VERA)
    with pytest.raises(NotFound):
        await court.disputes.require(Caller(LOG, player("bob")), dispute)


async def test_a_list_is_paged_to_its_end_and_each_dispute_is_on_it_once() -> None:
    court = await played()
    opened = sorted([await court.open("ann", ROUND) for _ in range(7)])
    found: list[str] = []
    after: str | None = ""
    while after is not None:
        page = await court.disputes.page(Caller(LOG, VERA), DisputesQuery(3, after))
        assert len(page.disputes) <= 3
        found += [one.dispute for one in page.disputes]
        after = page.after
    assert found == opened


async def test_a_list_is_of_one_status_player_or_round() -> None:
    court = await played()
    await court.casino.coup(TABLE, {1: 10})
    anns, bobs = await court.open("ann", ROUND), await court.open("bob", f"{TABLE}.2")
    await court.give(bobs, WithdrawDispute(), player("bob"))

    async def listed(**wanted: Any) -> list[str]:
        page = await court.disputes.page(Caller(LOG, VERA), DisputesQuery(10, **wanted))
        return [one.dispute for one in page.disputes]

    assert await listed(status="open") == await listed(player="ann") == await listed(round=ROUND) == [anns]
    assert await listed(status="withdrawn") == [bobs]
    assert await listed(status="upheld") == []


# Deadlines


async def test_the_clock_notes_what_is_overdue_once_whatever_number_of_processes_runs() -> None:
    store, clock = MemoryStore(), HandClock()
    court = await played(store, clock)
    dispute = await court.open("ann", ROUND)
    processes = [Process(store, clock) for _ in range(3)]
    for moment, marks in ((TAKE.total_seconds() - 1, 0), (1, 1), (RULE.total_seconds(), 1)):
        clock.on(moment)
        for process in processes:
            await process.tick()
        overdue = [one for one in events(court, dispute) if one["type"] == "dispute-overdue"]
        assert len(overdue) == marks
    assert not any(process.troubles for process in processes)
    view = (await court.disputes.page(Caller(LOG, VERA), DisputesQuery(1))).disputes[0]
    assert view.overdue


async def test_a_ruling_that_is_overdue_is_noted_after_a_restart_too() -> None:
    store, clock = MemoryStore(), HandClock()
    court = await played(store, clock)
    dispute = await court.open("ann", ROUND)
    await court.give(dispute, TakeDispute(), VERA)
    clock.on(RULE.total_seconds())
    await Process(store, clock).tick()
    await Process(store, clock).tick()
    assert [one.get("awaited") for one in events(court, dispute) if one["type"] == "dispute-overdue"] == [
        "ruling"
    ]
    assert (await replayed(court.casino)).findings == ()

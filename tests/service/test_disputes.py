"""Disputes over a log: their evidence, and corrections in one append."""

import asyncio
from hashlib import sha256
from typing import Any

import pytest
from msgspec.json import decode
from tests.support.court import TABLE, BusyStore, Court, played
from tests.support.disputes import PAUL, VERA, pays
from tests.support.playing import HOUSE, LOG, player
from tests.support.tampering import replayed

from croupier.domain.amounts import FULL
from croupier.domain.decider import Rejected
from croupier.domain.disputes.commands import RejectDispute, TakeDispute, UpholdDispute
from croupier.domain.disputes.evidence import SeatedPlayer
from croupier.domain.games.baccarat.commands import StartRound
from croupier.domain.table.commands import CloseTable, Leave, TopUp
from croupier.domain.wallet.commands import Deposit, Withdraw
from croupier.service.ports.transparency import TreeHead

ROUND = f"{TABLE}.1"


def events(court: Court, dispute: str) -> list[dict[str, Any]]:
    """All events of the dispute, as they are stored."""
    stored = [one for one in court.store.entries[LOG] if one.stream == dispute]
    return [event for entry in stored for event in decode(entry.record)["events"]]


# Evidence


async def test_the_evidence_says_where_the_round_lies_and_what_binds_it() -> None:
    court = await played()
    court.heads.published = TreeHead(9, bytes(32))
    evidence = (await court.state(await court.open("ann", ROUND))).evidence
    entries = [one for one in court.store.entries[LOG] if one.stream == TABLE][-4:]
    assert b'"start-round"' in entries[0].record
    assert b'"deal"' in entries[-1].record
    assert evidence
    assert (evidence.first, evidence.last) == (entries[0].position, entries[-1].position)
    behind_lengths = b"".join(len(one.record).to_bytes(2, "big") + one.record for one in entries)
    assert (evidence.records, evidence.digest) == (4, sha256(behind_lengths).hexdigest())
    opening = next(one for one in court.store.entries[LOG] if one.stream == TABLE)
    committed = decode(opening.record)["events"][1]
    bound = [(one.deck, one.commitment) for one in evidence.decks]
    assert bound == [(committed["deck"], committed["commitment"])]
    assert (evidence.size, evidence.root) == (9, "00" * 32)


async def test_before_the_first_checkpoint_there_is_none_in_the_evidence() -> None:
    court = await played()
    evidence = (await court.state(await court.open("ann", ROUND))).evidence
    assert evidence
    assert (evidence.size, evidence.root) == (None, None)


async def test_a_later_round_of_the_same_shoe_is_bound_by_its_commitment_too() -> None:
    court = await played()
    await court.casino.coup(TABLE, {1: 10})
    first, second = [(await court.room.of_round(LOG, f"{TABLE}.{number}")).decks for number in (1, 2)]
    assert first == second != ()


async def test_who_sat_in_the_round_is_known_whoever_has_come_and_gone_since() -> None:
    court = await played()
    await court.casino.give(TABLE, Leave(), player("ann"))
    await court.casino.sit(TABLE, 1, "eve")
    await court.casino.give(TABLE, Leave(), player("bob"))
    await court.casino.sit(TABLE, 3, "bob")
    await court.casino.coup(TABLE, {1: 10})
    first, second = [(await court.room.of_round(LOG, f"{TABLE}.{number}")).players for number in (1, 2)]
    assert first == (SeatedPlayer(1, "ann"), SeatedPlayer(5, "bob"))
    assert second == (SeatedPlayer(1, "eve"), SeatedPlayer(3, "bob"))


@pytest.mark.parametrize("round_id", [f"{TABLE}.2", "fan-tan-k3vq7m2abcde.1", "nonsense", f"{TABLE}.01"])
async def test_there_is_no_dispute_on_a_round_that_was_never_played(round_id: str) -> None:
    court = await played()
    with pytest.raises(Rejected, match="unknown-round"):
        await court.open("ann", round_id)


async def test_a_round_that_is_going_on_is_not_disputed_but_a_voided_one_is() -> None:
    court = await played()
    await court.casino.give(TABLE, StartRound())
    with pytest.raises(Rejected, match="round-unfinished"):
        await court.open("ann", f"{TABLE}.2")
    await court.void()
    assert (await court.state(await court.open("ann", f"{TABLE}.2"))).status == "open"


async def test_nobody_disputes_a_round_in_which_he_did_not_sit() -> None:
    court = await played()
    await court.casino.sit(TABLE, 7, "eve")
    for by in (player("eve"), HOUSE):
        with pytest.raises(Rejected, match="not-in-round"):
            await court.open("eve", ROUND, by)


# Corrections


async def test_a_correction_moves_chips_from_the_house_in_one_append_with_the_ruling() -> None:
    court = await played()
    dispute, house = await court.open("ann", ROUND), await court.house()
    receipt = await court.uphold(dispute, pays("house", "ann", 25), pays("bob", "ann", 5))
    entries = court.store.entries[LOG][receipt.position :]
    assert [one.stream for one in entries] == [dispute, TABLE, "wallet-ann", "wallet-bob"]
    assert [decode(one.record)["actor"] for one in entries] == [{"role": "auditor", "id": "vera"}] * 4
    assert await court.house() == house - 25
    assert (await court.balance("ann"), await court.balance("bob")) == (990_030, 989_995)
    assert (await replayed(court.casino)).findings == ()


async def test_who_comes_out_even_gets_no_entry() -> None:
    court = await played()
    dispute = await court.open("ann", ROUND)
    receipt = await court.uphold(dispute, pays("house", "bob", 7), pays("bob", "ann", 7))
    assert [one.stream for one in court.store.entries[LOG][receipt.position + 1 :]] == [TABLE, "wallet-ann"]


async def test_a_dispute_may_be_upheld_without_moving_any_chips() -> None:
    court = await played()
    receipt = await court.uphold(await court.open("ann", ROUND))
    assert receipt.position == len(court.store.entries[LOG]) - 1


async def test_a_player_who_cannot_pay_stops_the_whole_ruling() -> None:
    court = await played()
    dispute = await court.open("ann", ROUND)
    await court.give(dispute, TakeDispute(), VERA)
    await court.casino.give("wallet-bob", Withdraw(989_999))
    before = len(court.store.entries[LOG])
    with pytest.raises(Rejected, match="insufficient-funds"):
        await court.uphold(dispute, pays("house", "ann", 10), pays("bob", "ann", 2))
    assert len(court.store.entries[LOG]) == before
    assert (await court.state(dispute)).status == "taken"
    await court.uphold(dispute, pays("house", "ann", 11), pays("bob", "ann", 1))
    assert await court.balance("bob") == 0
    assert (await replayed(court.casino)).findings == ()


async def test_a_wallet_that_cannot_hold_it_stops_the_whole_ruling() -> None:
    court = await played()
    dispute, house = await court.open("ann", ROUND), await court.house()
    await court.casino.give("wallet-ann", Deposit(FULL - 990_000))
    with pytest.raises(Rejected, match="wallet-full"):
        await court.uphold(dispute, pays("bob", "house", 1), pays("bob", "ann", 1))
    assert (await court.balance("bob"), await court.house()) == (990_000, house)


async def test_chips_are_corrected_at_a_closed_table_too() -> None:
    court = await played()
    await court.casino.give(TABLE, CloseTable())
    house = await court.house()
    await court.uphold(await court.open("bob", ROUND), pays("bob", "house", 3))
    assert await court.house() == house + 3
    assert (await replayed(court.casino)).findings == ()


async def test_a_correction_in_a_later_round_survives_that_rounds_voiding() -> None:
    court = await played()
    await court.casino.give(TABLE, StartRound())
    await court.casino.bet(TABLE, 1, "tie", 5)
    house = await court.house()
    await court.uphold(await court.open("ann", ROUND), pays("house", "ann", 25))
    await court.void()
    assert await court.house() == house - 25
    assert (await replayed(court.casino)).findings == ()


@pytest.mark.parametrize(
    ("correction", "code"),
    [
        (pays("house", "eve", 1), "unknown-party"),
        (pays("eve", "house", 1), "unknown-party"),
        (pays("House", "ann", 1), "unknown-party"),
        (pays("ann", "ann", 1), "unknown-target"),
        (pays("house", "house", 1), "unknown-target"),
    ],
)
async def test_chips_move_between_the_house_and_players_of_the_round_only(correction: Any, code: str) -> None:
    court = await played()
    dispute = await court.open("ann", ROUND)
    with pytest.raises(Rejected, match=code):
        await court.uphold(dispute, pays("house", "ann", 1), correction)


async def test_a_ruled_dispute_takes_nothing_more() -> None:
    court = await played()
    dispute = await court.open("ann", ROUND)
    await court.uphold(dispute, pays("house", "ann", 25))
    before = len(court.store.entries[LOG])
    for command in (
        UpholdDispute("Once more.", (pays("house", "ann", 25),)),
        RejectDispute("No."),
        TakeDispute(),
    ):
        with pytest.raises(Rejected, match="dispute-closed"):
            await court.give(dispute, command, VERA)
    assert len(court.store.entries[LOG]) == before


# Several at once


async def test_of_two_auditors_who_take_it_at_once_in_two_processes_one_has_it() -> None:
    store = BusyStore()
    court = await played(store)
    dispute = await court.open("ann", ROUND)
    others = [Court(store) for _ in range(2)]
    taking = [
        one.give(dispute, TakeDispute(), actor) for one, actor in zip(others, (VERA, PAUL), strict=True)
    ]
    outcomes = await asyncio.gather(*taking, return_exceptions=True)
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Receipt", "Rejected"]
    assert [one["type"] for one in events(court, dispute)].count("dispute-taken") == 1


async def test_of_rulings_made_at_once_in_several_processes_one_is_made() -> None:
    store = BusyStore()
    court = await played(store)
    dispute = await court.open("ann", ROUND)
    await court.give(dispute, TakeDispute(), VERA)
    others = [Court(store) for _ in range(4)]
    rulings = [
        other.give(dispute, UpholdDispute("So it was.", (pays("house", "ann", paid),)), VERA)
        for other, paid in zip(others, (10, 20, 30, 40), strict=True)
    ]
    rulings.append(Court(store).give(dispute, RejectDispute("It was not."), VERA))
    outcomes = await asyncio.gather(*rulings, return_exceptions=True)
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Receipt", *["Rejected"] * 4]
    moved = [sums for one in events(court, dispute) for sums in one.get("moved", ())]
    paid = sum(sums["amount"] for sums in moved if sums["party"] == "ann")
    assert await Court(store).balance("ann") == 990_000 + paid
    assert (await replayed(court.casino)).findings == ()


async def test_rulings_and_play_at_the_same_table_never_wait_for_each_other_for_ever() -> None:
    court = await played(BusyStore())
    disputes = [await court.open(name, ROUND) for name in ("ann", "bob") for _ in range(5)]
    rulings = [court.uphold(one, pays("house", "ann", 2), pays("ann", "bob", 1)) for one in disputes]
    play = [court.casino.give(TABLE, TopUp(1), player(name)) for name in ("ann", "bob") for _ in range(10)]
    async with asyncio.timeout(30):
        await asyncio.gather(*play, *rulings)
    assert (await court.balance("ann"), await court.balance("bob")) == (990_000, 990_000)
    assert (await replayed(court.casino)).findings == ()

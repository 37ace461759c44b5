"""Bundles of a log that nobody laid hands on are verified, whatever part of it they hold."""

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.support.bundling import TRUST, bundled, tree_of, verified
from tests.support.court import TABLE, played
from tests.support.disputes import pays
from tests.support.playing import Casino, play_at_random, short_story

from croupier.domain.games.baccarat.commands import StartRound
from croupier.service.bundles.selections import Asked, OfPlayer, OfRound, OfTable, Request, Span, WholeLog


async def test_a_whole_log_is_proven_decided_again_and_its_chips_add_up() -> None:
    report = verified(await bundled(await short_story()))
    assert (report.verdict, report.findings) == ("good", ())
    assert (report.records, report.tiles, report.log) == (25, 1, "house")
    assert report.proven
    assert (report.proven.origin, report.proven.size) == ("casino.example/house", 25)
    assert report.proven.trusted == "given"
    assert report.proven.signers == tuple(key.text for key in TRUST.keys)
    assert report.decided
    assert (report.decided.decided, report.decided.unchecked, report.decided.undecided) == (25, 0, 0)
    assert (report.decided.streams, report.decided.decks) == (3, 2)
    assert report.decided.chips
    assert (report.decided.chips.deposited, report.decided.chips.withdrawn) == (2_000_000, 500)


@pytest.mark.parametrize(
    ("request_", "records", "decided", "tables"),
    [
        (OfTable("baccarat-a1"), 20, 16, 1),
        (OfRound("baccarat-a1", 1), 16, 16, 1),
        (OfPlayer("ann"), 20, 20, 1),
        (OfPlayer("bob"), 21, 21, 1),
        (Asked(3, 9), 7, 4, 1),
        (Asked(None, None), 25, 25, 1),
    ],
)
async def test_a_part_is_proven_and_what_can_be_decided_is(
    request_: Request, records: int, decided: int, tables: int
) -> None:
    report = verified(await bundled(await short_story(), request_))
    assert (report.verdict, report.findings) == ("good", ())
    assert report.decided
    assert (report.records, report.decided.decided, report.decided.tables) == (records, decided, tables)
    assert report.decided.unchecked == records - decided
    assert report.decided.chips is None


@given(seed=st.integers(0, 2**32), data=st.data())
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
async def test_any_part_of_what_random_players_do_is_verified(seed: int, data: st.DataObject) -> None:
    casino = Casino()
    for number in range(4):
        await play_at_random(casino, f"baccarat-r{number}", Random(seed + number), 100, str(number))
    last = tree_of(casino).size - 1
    first = data.draw(st.integers(0, last))
    rounds = (await casino.table("baccarat-r2")).round
    parts: list[Request] = [
        WholeLog(),
        OfTable("baccarat-r2"),
        *(
            OfRound("baccarat-r2", number)
            for number in {1, (rounds + 1) // 2, rounds}
            if 1 <= number <= rounds
        ),
        OfPlayer("b1"),
        Asked(first, data.draw(st.integers(first, last))),
    ]
    for part in parts:
        report = verified(await bundled(casino, part))
        assert report.findings == (), part
    whole = verified(await bundled(casino)).decided
    assert whole
    assert (whole.unchecked, whole.chips is None) == (0, False)


async def test_a_log_of_more_than_a_tile_is_proven_by_full_tiles_and_partial_ones() -> None:
    casino = Casino()
    await casino.wallet("ann")
    await casino.open("baccarat-a1")
    await casino.sit("baccarat-a1", 1, "ann")
    while tree_of(casino).size < 600:
        await casino.coup("baccarat-a1", {1: 1})
    whole = verified(await bundled(casino))
    assert (whole.findings, whole.tiles) == ((), 4)
    part = verified(await bundled(casino, Asked(300, 301)))
    assert (part.findings, part.tiles, part.records) == ((), 3, 2)


async def test_a_bundle_of_an_open_table_tells_how_many_entries_wait_for_their_seeds() -> None:
    casino = Casino()
    await casino.wallet("ann")
    await casino.open("baccarat-a1")
    await casino.sit("baccarat-a1", 1, "ann")
    for _ in range(3):
        await casino.coup("baccarat-a1", {1: 5})
    report = verified(await bundled(casino))
    assert (report.findings, report.decided and report.decided.undecided) == ((), 3)


async def test_only_what_the_checkpoint_covers_is_in_a_bundle() -> None:
    casino = await short_story()
    tree = tree_of(casino)
    await casino.wallet("eve")
    report = verified(await bundled(casino, tree=tree))
    assert (report.findings, report.records, report.proven and report.proven.size) == ((), 25, 25)


async def test_other_rule_code_and_other_rule_documents_are_told_and_no_fault() -> None:
    casino = Casino(code="0.0.1+other")
    await casino.open("baccarat-a1")
    report = verified(await bundled(casino))
    assert (report.verdict, report.decided and report.decided.other_code) == ("good", 1)


async def test_a_span_of_time_is_told_with_its_positions() -> None:
    since, until = "2026-01-01T00:00:00.004000Z", "2026-01-01T00:00:00.009000Z"
    report = verified(await bundled(await short_story(), Asked(since, until)))
    assert report.findings == ()
    assert isinstance(report.selection, Span)
    assert (report.selection.since, report.selection.until) == (since, until)
    assert report.records == report.selection.last - report.selection.first + 1 > 0


@pytest.mark.parametrize(
    "request_", [WholeLog(), OfTable(TABLE), OfRound(TABLE, 1), OfPlayer("ann"), OfPlayer("bob")]
)
async def test_a_ruling_that_moved_chips_and_a_voided_round_are_verified(request_: Request) -> None:
    court = await played()
    await court.uphold(await court.open("ann", f"{TABLE}.1"), pays("house", "ann", 25), pays("bob", "ann", 5))
    await court.casino.give(TABLE, StartRound())
    await court.void()
    report = verified(await bundled(court.casino, request_))
    assert report.findings == ()
    assert report.decided
    assert (report.decided.tables, report.decided.chips is None) == (
        (0, False) if request_ == WholeLog() else (1, True)
    )


@given(data=st.data())
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
async def test_a_span_that_cuts_a_ruling_anywhere_is_verified(data: st.DataObject) -> None:
    court = await played()
    await court.uphold(await court.open("ann", f"{TABLE}.1"), pays("house", "ann", 25), pays("bob", "ann", 5))
    last = tree_of(court.casino).size - 1
    first = data.draw(st.integers(0, last))
    until = data.draw(st.integers(first, last))
    assert verified(await bundled(court.casino, Asked(first, until))).findings == ()

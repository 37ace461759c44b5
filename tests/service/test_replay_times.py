"""Times are held to ids and to each other: what no clock does is found, what one set back does is told."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from msgspec.structs import replace
from tests.support.bundling import bundled, verified
from tests.support.fakes import CountedEntropy
from tests.support.playing import Casino, short_story
from tests.support.processes import HandClock
from tests.support.tampering import at, codes, replayed, stored

from croupier.adapters.cli.verdicts import lines
from croupier.domain.wallet.commands import Deposit
from croupier.service.bundles import OfTable
from croupier.service.ports import Entry
from croupier.service.records import digest, moment, timestamp
from croupier.service.replay import Report
from croupier.service.replay.times import Times

DAY = timedelta(days=1)
NOW = datetime(2026, 1, 2, tzinfo=UTC)


def dated(entries: list[Entry], positions: list[int], by: timedelta, *, ids: bool = False) -> None:
    """Move entries in time, with their ids if asked for, and hash what follows on them anew."""
    last: dict[str, str] = {}
    for place, entry in enumerate(entries):
        record = entry.record
        if place in positions:
            was = re.search(rb'"at":"([^"]*)"', record)
            assert was
            record = record.replace(was[1], timestamp(moment(was[1].decode()) + by).encode(), 1)
            if ids:
                made = re.search(rb'"id":"(.{8})-(.{4})', record)
                assert made
                shifted = int(made[1] + made[2], 16) + round(by.total_seconds() * 1000)
                text = f"{shifted:012x}"
                record = record.replace(made[0], f'"id":"{text[:8]}-{text[8:]}'.encode(), 1)
        if entry.stream in last:
            prev = rb"\g<1>" + last[entry.stream].encode()
            record = re.sub(rb'("prev":")[0-9a-f]{64}', prev, record, count=1)
        entries[place] = replace(entry, record=record)
        last[entry.stream] = digest(record)


async def dated_story(positions: list[int], by: timedelta, *, ids: bool = False) -> tuple[Casino, Report]:
    casino = await short_story()
    dated(stored(casino), positions, by, ids=ids)
    return casino, await replayed(casino)


async def test_an_honest_log_s_times_come_to_nothing() -> None:
    _, report = await dated_story([], DAY)
    assert (report.findings, report.times.dated_back, report.times.first) == ((), 0, None)
    assert report.times.latest
    assert report.times.latest < NOW


async def test_an_entry_that_is_later_than_its_id_is_found() -> None:
    _, report = await dated_story([24], DAY)
    assert [(found.position, found.code) for found in report.findings] == [(24, "time-differs")]
    _, within = await dated_story([24], timedelta(seconds=59))
    assert within.findings == ()


async def test_an_entry_that_is_dated_back_from_its_id_is_told_and_no_fault() -> None:
    _, report = await dated_story([0], -2000 * DAY)
    assert report.findings == ()
    assert (report.times.dated_back, report.times.first) == (1, 0)


async def test_a_whole_table_dated_back_with_its_ids_is_told() -> None:
    casino = await short_story()
    table = [entry.position for entry in stored(casino) if entry.stream.startswith("baccarat")]
    dated(stored(casino), table, -5 * timedelta(hours=1), ids=True)
    report = await replayed(casino)
    assert report.findings == ()
    assert (report.times.dated_back, report.times.first) == (len(table), table[0])
    printed = list(lines(verified(await bundled(casino)), None, NOW))
    assert any(f"{len(table)} entries are dated more than a minute before" in line for line in printed)
    assert printed[-1] == f"All is well; {len(table)} entries are dated back."


async def test_a_time_that_is_still_to_come_is_told() -> None:
    casino, report = await dated_story([24], 2000 * DAY, ids=True)
    assert report.findings == ()
    printed = list(lines(verified(await bundled(casino)), None, NOW))
    assert any("which is still to come by this machine's clock" in line for line in printed)
    assert printed[-1] == "All is well; its latest time is still to come."


async def test_an_entry_before_such_a_time_is_told_as_dated_back() -> None:
    _, report = await dated_story([22], 2000 * DAY, ids=True)
    back = [entry.position for entry in stored(await short_story()) if entry.position > 22]
    assert (report.times.dated_back, report.times.first) == (len(back), back[0])


async def test_a_clock_that_was_set_back_makes_no_log_wrong() -> None:
    clock = HandClock()
    casino = Casino(clock=clock)
    await casino.wallet("ann")
    clock.on(3600)
    await casino.wallet("bob")
    clock.on(-3600)
    # The stream's time stands still until the clock has come up to it; the ids go by the clock.
    await casino.give("wallet-bob", Deposit(1))
    await casino.wallet("eve")
    report = await replayed(casino)
    assert report.findings == ()
    assert report.times == Times(NOW - 23 * timedelta(hours=1), 2, 5)


async def test_ids_that_stand_still_while_a_clock_is_set_back_make_no_log_wrong() -> None:
    ahead = HandClock()
    ahead.on(3600)
    casino = Casino(clock=HandClock(), entropy=CountedEntropy(ahead))
    await casino.wallet("ann")
    report = await replayed(casino)
    assert (report.findings, report.times.dated_back) == ((), 2)


async def test_in_a_part_an_entry_whose_stream_was_left_out_before_it_may_have_the_time_of_that() -> None:
    clock = HandClock()
    casino = Casino(clock=clock)
    clock.on(3600)
    await casino.wallet("ann")
    clock.on(-3600)
    await casino.open("baccarat-a1")
    await casino.sit("baccarat-a1", 1, "ann")
    assert codes(await replayed(casino)) == []
    assert verified(await bundled(casino, OfTable("baccarat-a1"))).findings == ()


@pytest.mark.parametrize(
    "entry_id", [b"ffffffff-ffff-7000-8000-000000000000", b"00000000-0000-7000-8000-00000000000g"]
)
async def test_ids_with_no_time_that_is_written_are_no_end_of_it(entry_id: bytes) -> None:
    casino = await short_story()
    place = at(stored(casino), b'"withdrawn"')
    entry = stored(casino)[place]
    record = re.sub(rb'"id":"[^"]{36}"', b'"id":"' + entry_id + b'"', entry.record, count=1)
    stored(casino)[place] = replace(entry, record=record)
    assert set(codes(await replayed(casino))) <= {"id-invalid"}

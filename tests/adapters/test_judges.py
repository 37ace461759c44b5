"""A log that is shared among processes is judged as one process judges it: every finding, every count."""

import os
import signal
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool

import pytest
from msgspec.structs import replace as changed
from tests.support.court import TABLE, Court, played
from tests.support.disputes import pays
from tests.support.playing import CODE, LOG
from tests.support.tampering import Tamper, at, renumber, rewrite_at, stored

from croupier.adapters.judges import JudgeProcesses
from croupier.adapters.sealer import Sealer
from croupier.domain.games.baccarat.commands import Deal, StartRound
from croupier.service.ports import Entry
from croupier.service.replay import Judges, OneJudge, Report, Sealed, replay

KEY = b"\x07" * 32


@pytest.fixture(scope="module")
def processes() -> Iterator[JudgeProcesses]:
    with JudgeProcesses([KEY], CODE, 2) as judging:
        yield judging


async def a_log() -> Court:
    """Three players at a table, a dispute that was upheld, one more coup."""
    court = await played(secrets=Sealer([KEY]))
    await court.uphold(await court.open("ann", f"{TABLE}.1"), pays("house", "ann", 25))
    await court.casino.give(TABLE, StartRound())
    await court.casino.give(TABLE, Deal())
    return court


def untouched(entries: list[Entry]) -> None:
    """All as it was."""


def without(text: bytes) -> Tamper:
    """Take the first record that has the text out, and close the gap."""

    def tamper(entries: list[Entry]) -> None:
        del entries[at(entries, text)]
        renumber(entries)

    return tamper


def of_no_kind(entries: list[Entry]) -> None:
    """The third entry is of a stream that no aggregate has."""
    entries[2] = changed(entries[2], stream="lottery-1")


def swapped(entries: list[Entry]) -> None:
    """Two neighbours have changed places, but not positions."""
    entries[4:6] = entries[5], entries[4]


@pytest.mark.parametrize("go_on", [True, False], ids=["to the end", "to the first finding"])
@pytest.mark.parametrize(
    "tamper",
    [
        untouched,
        of_no_kind,
        swapped,
        without(b'"buy-in"'),
        without(b'"uphold"'),
        without(b'"correct-house"'),
        without(b'"start-round"'),
        rewrite_at(b'"deposit"', rb'"amount":\d+', b'"amount":1'),
        rewrite_at(b'"open-dispute"', rb'"digest":"..', b'"digest":"00'),
        rewrite_at(b'"card-dealt"', rb'"card":"(.)', b'"card":"?'),
        rewrite_at(b'"deal"', rb"\{", b"("),
    ],
)
async def test_they_find_what_one_judge_finds(processes: JudgeProcesses, tamper: Tamper, go_on: bool) -> None:
    court = await a_log()
    tamper(stored(court.casino))
    alone = await report(court, OneJudge(Sealed(Sealer([KEY])), CODE), go_on)
    assert await report(court, processes.of_a_log(), go_on) == alone
    assert bool(alone.findings) is (tamper is not untouched)


async def test_the_code_and_the_keys_are_those_they_were_given() -> None:
    court = await a_log()
    with JudgeProcesses([bytes(32)], "0.2.0+other", 1) as judging:
        found = await report(court, judging.of_a_log(), True)
    assert {one.code for one in found.findings} == {"seal-broken"}
    assert found.other_code == found.entries


async def test_a_process_that_dies_is_no_clean_log() -> None:
    court = await a_log()
    with JudgeProcesses([KEY], CODE, 2) as judging:
        first, _ = await judging.ready()
        os.kill(first, signal.SIGKILL)
        with pytest.raises(BrokenProcessPool):
            await report(court, judging.of_a_log(), True)


async def report(court: Court, judges: Judges, go_on: bool) -> Report:
    """The replay but for the time that it took."""
    return changed(await replay(court.store, LOG, judges, go_on=go_on), seconds=0.0)

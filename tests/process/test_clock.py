"""The clock of a running service acts for who does not act, also when the service was killed."""

import asyncio
import signal
from pathlib import Path
from typing import Any

from tests.process.calling import Client
from tests.process.service import RunningService, wait_until_gone

TIMES = {"turn": 1, "bank": 1}


def clocked(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [entry for entry in entries if entry["actor"]["role"] == "clock"]


async def entries_with(house: Client, table: str, clocks: int) -> list[dict[str, Any]]:
    """The table's entries, as soon as the clock has made so many of them."""
    async with asyncio.timeout(15):
        while True:
            entries: list[dict[str, Any]] = house.get(f"tables/{table}/events")["entries"]
            if len(clocked(entries)) >= clocks:
                return entries
            await asyncio.sleep(0.1)


async def test_the_clock_acts_for_who_does_not_also_after_the_service_was_killed(tmp_path: Path) -> None:
    first = RunningService(tmp_path / "var")
    house = Client(first.url, first.key)
    table = house.do("tables", game="fan-tan", limits={"min": 1, "max": 50}, times=TIMES)["table"]
    for seat in range(1, 9):  # the clock goes round them once
        house.seat(first.url, table, seat)
    before = await entries_with(house, table, clocks=1)
    first.stop(signal.SIGKILL)
    await wait_until_gone(tmp_path)

    with RunningService(tmp_path / "var") as second:
        second.key = first.key
        house = Client(second.url, second.key)
        entries = await entries_with(house, table, clocks=len(clocked(before)) + 2)
        house.do(f"tables/{table}/close-table")
        replayed = second.run("replay")
        assert replayed.returncode == 0, replayed.stdout + replayed.stderr
    assert entries[: len(before)] == before
    for entry in clocked(entries):
        kinds = [event["type"] for event in entry["events"]]
        assert kinds[-2:] == ["bank-passed", "clock-set"]
    untils = [
        event["until"] for entry in entries for event in entry["events"] if event["type"] == "clock-set"
    ]
    for until, entry in zip(untils, clocked(entries), strict=False):
        assert entry["at"] >= until

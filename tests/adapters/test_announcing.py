"""The log lines that tell what software runs, and by what clock."""

import asyncio
from datetime import UTC, datetime
from typing import Any

import pytest
from structlog.testing import capture_logs

from croupier.adapters.announcing import announce
from croupier.adapters.system import SystemClock
from croupier.service.software.clocks import Clocks
from croupier.service.software.manifest import Manifest
from croupier.service.software.reading import Software

NOW = datetime(2026, 1, 1, tzinfo=UTC)
LISTED = Manifest("0.1.0", "3.11.7", "0.1.0+dd", (), ()).hashed()


class Standing:
    """An inventory, and clocks of which the database's goes ahead by one more second at every look."""

    def __init__(self, unreadable: bool = False) -> None:
        self.unreadable = unreadable
        self.looks = -1

    def manifest(self) -> Manifest:
        if self.unreadable:
            raise PermissionError("no file can be read")
        return LISTED

    async def now(self) -> datetime:
        self.looks += 1
        return NOW.replace(second=self.looks)

    def synchronised(self) -> bool | None:
        return None


class Stopped:
    def now(self) -> datetime:
        return NOW


async def announced(standing: Standing, lines: int) -> list[dict[str, Any]]:
    """The first lines that are logged."""
    software = Software(standing, Clocks(Stopped(), standing, standing, 1.0), SystemClock())
    with capture_logs() as logged:
        task = asyncio.create_task(announce(software, every=0))
        async with asyncio.timeout(10):
            while len(logged) < lines:  # noqa: ASYNC110 - log lines set no event
                await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
    return [dict(line) for line in logged[:lines]]


async def test_at_the_start_version_hash_and_rule_code_are_told() -> None:
    first, _ = await announced(Standing(), 2)
    assert first == {
        "event": "software",
        "log_level": "info",
        "version": "0.1.0",
        "hash": LISTED.hash,
        "rule_code": "0.1.0+dd",
    }


async def test_the_clock_is_told_again_and_again_and_warned_of_beyond_the_tolerance() -> None:
    _, *clocks = await announced(Standing(), 4)
    assert [line["event"] for line in clocks] == ["clock"] * 3
    assert [line["offset_seconds"] for line in clocks] == [0.0, 1.0, 2.0]
    assert [line["log_level"] for line in clocks] == ["info", "info", "warning"]


async def test_software_that_cannot_be_listed_is_told_and_the_clock_goes_on() -> None:
    first, second = await announced(Standing(unreadable=True), 2)
    assert (first["event"], first["log_level"]) == ("software", "error")
    assert "no file can be read" in first["error"]
    assert second["event"] == "clock"

"""The list of the software is read anew now and then, whoever asks how often."""

import asyncio
from datetime import UTC, datetime

import pytest

from croupier.service.software.clocks import Clocks
from croupier.service.software.manifest import Manifest
from croupier.service.software.reading import Software

NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)
LISTED = Manifest("0.1.0", "3.11", "0.1.0+dd", (), ()).hashed()


class Here:
    """An inventory that counts how often it is listed, and a clock."""

    def __init__(self) -> None:
        self.listed = 0

    def manifest(self) -> Manifest:
        self.listed += 1
        return LISTED

    def now(self) -> datetime:
        return NOW

    def synchronised(self) -> bool | None:
        return None


class Database:
    async def now(self) -> datetime:
        return NOW


@pytest.mark.parametrize(("kept", "listed"), [(3600.0, 1), (0.0, 4)])
async def test_the_files_are_read_again_when_the_list_is_too_old(
    monkeypatch: pytest.MonkeyPatch, kept: float, listed: int
) -> None:
    monkeypatch.setattr("croupier.service.software.reading.KEPT", kept)
    here = Here()
    software = Software(here, Clocks(here, Database(), here, 1.0), here)
    await software.started()
    for _ in range(3):
        await asyncio.gather(*(software.read() for _ in range(5)))
    await software.read()
    assert here.listed - 1 == listed

"""Laying hands on a stored log, and replaying what is left of it."""

import re
from collections.abc import Callable

from msgspec.structs import replace
from tests.support.fakes import MemoryStore
from tests.support.playing import CODE, LOG, Casino, short_story

from croupier.service.ports import Entry
from croupier.service.replay import OneJudge, Report, Sealed, replay

Tamper = Callable[[list[Entry]], None]
"""Changes the stored entries in place."""


def stored(casino: Casino) -> list[Entry]:
    """The casino's log, to be changed in place."""
    assert isinstance(casino.store, MemoryStore)
    return casino.store.entries[LOG]


async def replayed(casino: Casino, *, go_on: bool = True, code: str = CODE) -> Report:
    """The replay of the casino's log with the key."""
    return await replay(casino.store, LOG, OneJudge(Sealed(casino.secrets), code), go_on=go_on)


async def tampered(tamper: Tamper, *, go_on: bool = True) -> Report:
    """The replay of the short story after somebody had his hands on it."""
    casino = await short_story()
    tamper(stored(casino))
    return await replayed(casino, go_on=go_on)


def codes(report: Report) -> list[str]:
    """The kinds of what was found, in order."""
    return [finding.code for finding in report.findings]


def at(entries: list[Entry], text: bytes, number: int = 0) -> int:
    """The position of the `number`th record that has the text."""
    return [entry.position for entry in entries if text in entry.record][number]


def rewrite(position: int, pattern: bytes, by: bytes) -> Tamper:
    """Replace the first match of `pattern` in the record at a position."""

    def tamper(entries: list[Entry]) -> None:
        record, count = re.subn(pattern, by, entries[position].record, count=1)
        assert count == 1
        assert record != entries[position].record
        entries[position] = replace(entries[position], record=record)

    return tamper


def rewrite_at(text: bytes, pattern: bytes, by: bytes) -> Tamper:
    """Replace the first match of `pattern` in the first record that has the text."""
    return lambda entries: rewrite(at(entries, text), pattern, by)(entries)


def renumber(entries: list[Entry]) -> None:
    """Close up the positions, as somebody would who covers his tracks."""
    entries[:] = [replace(entry, position=position) for position, entry in enumerate(entries)]

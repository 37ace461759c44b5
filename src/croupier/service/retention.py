"""Removing what is old and no part of the log: attempts, answers stored for repeats, webhooks' deliveries.

The log itself is kept for ever: nothing here, and nothing else, removes any of it.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from msgspec import Struct

from croupier.service.ports import Retention, Trouble

Told = Callable[[str, int], None]
"""Hears what was removed, and how many."""


class Pace(Struct, frozen=True):
    """How many seconds are waited.

    `first` before the first look, since a service that starts has other things to do; `day` between two
    looks, `again` after one that failed; `breath` between two portions.
    """

    first: float = 60.0
    day: float = 24 * 60 * 60.0
    again: float = 60 * 60.0
    breath: float = 0.05


PACE: Final = Pace()


class Kept(Struct, frozen=True):
    """How many days things are kept: attempts 30 or more, the others 1 or more.

    `answers` are those of idempotent requests, `deliveries` what became of webhooks.
    """

    attempts: int = 3650
    answers: int = 30
    deliveries: int = 30


class Retaining:
    """The daily work of every process; the store lets one at a time do it."""

    def __init__(
        self, retention: Retention, kept: Kept, told: Told, trouble: Trouble, pace: Pace = PACE
    ) -> None:
        """Keep things as long as `kept` says; `told` hears what was removed, `trouble` what failed."""
        self._retention = retention
        self._kept = kept
        self._told = told
        self._trouble = trouble
        self._pace = pace

    async def run(self) -> None:
        """Look once a day until cancelled; an hour after a failure again."""
        await asyncio.sleep(self._pace.first)
        while True:
            try:
                await self.look()
            except Exception as error:  # whatever fails now is tried again
                self._trouble("what is old can't be removed", error)
                await asyncio.sleep(self._pace.again)
            else:
                await asyncio.sleep(self._pace.day)

    async def look(self) -> None:
        """Remove what is old. Raises `StoreUnavailable`."""
        await self._remove("attempts", self._retention.forget_attempts, self._kept.attempts)
        await self._remove("answers", self._retention.forget_answers, self._kept.answers)
        await self._remove("deliveries", self._retention.forget_deliveries, self._kept.deliveries)

    async def _remove(self, what: str, forget: Callable[[int], Awaitable[int]], days: int) -> None:
        """Portion by portion, so that no statement takes long and appends get their turn."""
        removed = 0
        try:
            while some := await forget(days):
                removed += some
                await asyncio.sleep(self._pace.breath)
        finally:
            if removed:
                self._told(what, removed)

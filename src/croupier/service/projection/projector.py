"""The projector: follows all logs and keeps their views, as long as the process lives."""

import asyncio
from collections.abc import Mapping
from time import monotonic
from typing import Final

from msgspec import Struct

from croupier.service.ports import Alarm, CurrentGenerations, Generation, Heads, Lease, LogReader, Trouble
from croupier.service.projection.projecting import Projecting
from croupier.service.projection.rebuilding import Rebuilding


class Pace(Struct, frozen=True):
    """How eagerly the projector works; all in seconds but `share`.

    It looks at all logs every `poll`, whatever the bell says, rests at least `rest` after each round, and
    takes at the most that `share` of the process's time; after a failure it waits `patience`, twice as
    long after each further one, up to `most_patience`.
    """

    poll: float = 0.5
    rest: float = 0.1
    share: float = 0.03
    patience: float = 0.1
    most_patience: float = 5.0


_PACE: Final = Pace()


class Projector:
    """Follows all logs and keeps their views.

    Of several processes one projects at a time, by a lease; that is for economy only, since each write
    is guarded. Whatever fails is told to `trouble` and tried again; reads fall back to the log meanwhile.
    """

    def __init__(
        self,
        store: LogReader,
        heads: Heads,
        views: CurrentGenerations,
        projecting: Projecting,
        rebuilding: Rebuilding,
        lease: Lease,
        alarm: Alarm,
        trouble: Trouble,
        pace: Pace = _PACE,
    ) -> None:
        """Wire the projector to this installation."""
        self._store = store
        self._heads = heads
        self._views = views
        self._projecting = projecting
        self._rebuilding = rebuilding
        self._lease = lease
        self._alarm = alarm
        self._trouble = trouble
        self._pace = pace
        self._known: dict[str, Generation] = {}
        self._next_poll = 0.0

    async def disown_foreign(self) -> None:
        """Have nothing read of views that another database left behind: for before anything is read.

        Where they can't be looked at, that is told and no more.
        """
        try:
            for log in await self._views.logs():
                current = await self._views.current(log)
                if current is not None:
                    await self._disowned(log, current, head=-1)
        except Exception as error:  # the service starts without views too
            self._trouble("views of other databases can't be told", error)

    async def run(self) -> None:
        """Project until cancelled."""
        patience = self._pace.patience
        try:
            while True:
                if await self._round():
                    patience = self._pace.patience
                else:
                    await asyncio.sleep(patience)
                    patience = min(2 * patience, self._pace.most_patience)
        finally:
            await self._let_go()

    async def _round(self) -> bool:
        """Wait until there is something to do and do it; False when something failed."""
        try:
            rung = await self._alarm.wait(max(0.0, self._next_poll - monotonic()))
            if not await self._lease.hold():
                self._known.clear()
                self._next_poll = 0.0
                await asyncio.sleep(self._pace.poll)
                return True
            spent = self._projecting.spent
            well = await self._work(rung)
        except (
            Exception
        ) as error:  # a failure of any part must end in another try, never in the service's end
            self._trouble("views can't be projected", error)
            return False
        spent = self._projecting.spent - spent
        await asyncio.sleep(max(self._pace.rest, spent / self._pace.share))
        return well

    async def _work(self, rung: Mapping[str, int]) -> bool:
        if monotonic() < self._next_poll:
            return all([await self._follow(log, head) for log, head in rung.items()])
        began = monotonic()
        heads = await self._heads.heads()
        well = all([await self._look_at(log, head) for log, head in heads.items()])
        now = monotonic()
        self._next_poll = now + max(self._pace.poll, (now - began) / self._pace.share)
        return well

    async def _look_at(self, log: str, head: int) -> bool:
        """See whether the log's views are still there and belong to it, then bring them up to date."""
        try:
            current = await self._views.current(log)
            if current is None or await self._disowned(log, current, head):
                self._known.pop(log, None)
                await self._rebuild(log)
            else:
                self._known[log] = current
        except Exception as error:  # other logs may be well
            self._trouble(f"views of {log} can't be rebuilt", error)
            return False
        return await self._follow(log, head)

    async def _disowned(self, log: str, current: Generation, head: int) -> bool:
        """Whether the views know more than the log, whose head is `head` or later, and so are read no more.

        They are another log's, left by another database or by a later state of this one.
        """
        if current.position <= head or current.position <= await self._store.head(log):
            return False
        await self._views.disown(log, current)
        return True

    async def _rebuild(self, log: str) -> None:
        rebuilt = await self._rebuilding.rebuild(log)
        if rebuilt is not None:
            self._known[log] = rebuilt.generation

    async def _follow(self, log: str, head: int) -> bool:
        """Bring the log's views up to date, if there are any."""
        known = self._known.get(log)
        if known is None or known.position >= head:
            return True
        try:
            now = await self._projecting.advance(log, known)
            if now is not None and await self._disowned(log, now, head):
                now = None
        except Exception as error:  # other logs may be well
            self._known.pop(log, None)
            self._trouble(f"views of {log} can't be projected", error)
            return False
        if now is None:
            del self._known[log]
            self._next_poll = 0.0
        else:
            self._known[log] = now
        return True

    async def _let_go(self) -> None:
        try:
            async with asyncio.timeout(self._pace.poll):
                await self._lease.release()
        except Exception as error:  # it falls to another process soon
            self._trouble("the projector's lease can't be released", error)

"""The publisher: signs a checkpoint of every log about once a second when there is something new in it."""

import asyncio
from collections.abc import Callable
from itertools import chain
from time import monotonic
from typing import Final

from msgspec import Struct

from croupier.service.ports import Heads, Lease, Trouble
from croupier.service.transparency.cosigning import Cosigning
from croupier.service.transparency.patrol import Patrol
from croupier.service.transparency.refusals import SigningRefused
from croupier.service.transparency.signing import Signing


class Pace(Struct, frozen=True):
    """A round over all logs every `interval` seconds, and it may take that `share` of the time at the most.

    `patience` is how many seconds the last round may take when the process stops.
    """

    interval: float = 1.0
    share: float = 0.2
    patience: float = 5.0


Shout = Callable[[str, str, str], None]
"""Told which log is not signed, the code of the reason, and the reason for people."""

_PACE: Final = Pace()


class Publisher:
    """Publishes all logs.

    Of several processes one publishes at a time, by a lease; that is for economy only, and without it all
    do. A log that must not be signed is shouted about in every round, and the others go on.
    """

    def __init__(
        self,
        heads: Heads,
        signing: Signing,
        patrol: Patrol,
        lease: Lease,
        cosigning: Cosigning | None,
        trouble: Trouble,
        shout: Shout,
        pace: Pace = _PACE,
    ) -> None:
        """Wire the publisher to this installation; without witnesses there is no `cosigning`."""
        self._heads = heads
        self._signing = signing
        self._patrol = patrol
        self._lease = lease
        self._cosigning = cosigning
        self._trouble = trouble
        self._shout = shout
        self._pace = pace
        self._published: dict[str, int] = {}
        self._refused: dict[str, SigningRefused] = {}
        self._lost: dict[str, SigningRefused] = {}
        self._differing: dict[str, SigningRefused] = {}
        self._looked = ""
        self._ours = True

    async def run(self) -> None:
        """Publish until cancelled."""
        while True:
            began = monotonic()
            self._ours = await self._is_ours()
            if self._ours:
                await self.publish()
            else:
                self._forget()
            await asyncio.sleep(max(self._pace.interval, (monotonic() - began) / self._pace.share))

    async def publish(self) -> None:
        """One round: publish every log that has something new, then look after what is old.

        That is one tile, and the last checkpoint of one log.
        """
        try:
            # Before the heads: a log is in the database before it is signed for the first time.
            remembered = await self._signing.remembered()
            heads = await self._heads.heads()
        except Exception as error:  # whatever fails now is tried again
            self._trouble("no checkpoints can be published", error)
            return
        self._miss(self._signing.lost(remembered, heads))
        # What comes back is checked anew.
        self._published = {log: size for log, size in self._published.items() if log in heads}
        self._differing = {log: refusal for log, refusal in self._differing.items() if log in heads}
        for log, head in heads.items():
            await self._publish(log, head + 1)
        await self._look_again()
        await self._look_after_old()

    async def close(self) -> None:
        """Publish what came last, after the last command; `run` must have ended."""
        self._forget()
        try:
            async with asyncio.timeout(self._pace.patience):
                await self.publish()
                await self._lease.release()
        except Exception as error:  # the next start, or another process, publishes it
            self._trouble("the last checkpoints may not be published", error)
        if self._cosigning:
            await self._cosigning.close(self._pace.patience)

    async def well(self) -> None:
        """Raise `SigningRefused` when there is a log that this process refuses to sign.

        While another process publishes, it is that one's to say; damage found here is still not signed
        when the lease comes back.
        """
        found = (self._lost, self._refused, self._differing, self._patrol.damaged)
        for refusal in chain.from_iterable(one.values() for one in found) if self._ours else ():
            raise refusal

    def _miss(self, lost: dict[str, SigningRefused]) -> None:
        """Shout about logs that are gone whole."""
        self._lost = lost
        for log, refusal in lost.items():
            self._shout(log, refusal.code, str(refusal))

    async def _publish(self, log: str, size: int) -> None:
        try:
            self._patrol.check(log)
            if self._published.get(log) != size:
                self._published[log] = await self._signing.publish(log, size)
            self._refused.pop(log, None)
        except SigningRefused as refusal:
            self._refused[log] = refusal
            self._shout(log, refusal.code, str(refusal))
        except Exception as error:  # other logs may be well
            self._trouble(f"no checkpoint of {log} can be published", error)
        else:
            if self._cosigning and self._published[log]:
                self._cosigning.show(log, self._published[log])

    async def _look_again(self) -> None:
        """Hold the last checkpoint of the next log, in turn, to what was signed."""
        logs = sorted(log for log, size in self._published.items() if size)
        if not logs:
            return
        log = self._looked = next((log for log in logs if log > self._looked), logs[0])
        try:
            await self._signing.look_again(log)
            self._differing.pop(log, None)
        except SigningRefused as refusal:
            self._differing[log] = refusal
            self._shout(log, refusal.code, str(refusal))
        except Exception as error:  # its turn comes again
            self._trouble(f"the checkpoint of {log} can't be looked at", error)

    async def _look_after_old(self) -> None:
        try:
            await self._patrol.walk(self._published)
        except Exception as error:  # the same tile is looked at again
            self._trouble("no tile can be looked after", error)

    async def _is_ours(self) -> bool:
        try:
            return await self._lease.hold()
        except Exception:  # without the lease's keeper all publish, which is only dearer
            return True

    def _forget(self) -> None:
        """What another process publishes meanwhile isn't known here."""
        self._published.clear()
        self._refused.clear()
        self._lost.clear()
        self._differing.clear()

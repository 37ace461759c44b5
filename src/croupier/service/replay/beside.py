"""Judging what a store keeps of a log beside its entries: what it counts of them, and what it published.

No record speaks of it, and all commands fail, or readers are shown an old history, where it is wrong.
"""

from collections.abc import AsyncIterator, Iterable

from msgspec import Struct

from croupier.service.errors import CheckpointDiffers, NotFound
from croupier.service.ports.counts import CountedStream, Counts
from croupier.service.ports.transparency import PublishedHeads, TreeHead
from croupier.service.replay.findings import Finding


class Beside(Struct, frozen=True):
    """What lies beside the entries of a log.

    `remembered` is the last checkpoint that was seen published, None where none is remembered.
    """

    counts: Counts
    published: PublishedHeads
    remembered: TreeHead | None = None

    async def judge(self, log: str, streams: Iterable[str]) -> AsyncIterator[Finding]:
        """What is wrong beside the log's entries, which are of those streams. Raises `StoreUnavailable`."""
        end = await self.counts.end(log)
        if end.head < end.last:
            what = f"the log's head is {end.head}, and there are entries up to position {end.last}"
            yield Finding(end.last, "", 0, "head-differs", what)
        uncounted = set(streams)
        async for counted in self.counts.counted(log):
            uncounted.discard(counted.stream)
            if counted.revision != counted.last:
                yield _miscounted(counted)
        for stream in sorted(uncounted):
            what = "the stream has entries, and is not counted among the log's streams"
            yield Finding(-1, stream, 0, "count-differs", what)
        if wrong := await self._misread(log):
            yield Finding(-1, "", 0, "checkpoint-differs", wrong)

    async def _misread(self, log: str) -> str | None:
        """What is wrong with the last checkpoint."""
        size = 0
        try:
            size = (await self.published.head(log)).size
        except CheckpointDiffers as differs:
            return str(differs)
        except NotFound:
            pass
        if self.remembered is None or self.remembered.size <= size:
            return None
        return f"a checkpoint of {self.remembered.size} entries was published, and the last is one of {size}"


def _miscounted(counted: CountedStream) -> Finding:
    what = f"revision {counted.revision} is counted, the stream's last entry is revision {counted.last}"
    return Finding(counted.position, counted.stream, counted.last, "count-differs", what)

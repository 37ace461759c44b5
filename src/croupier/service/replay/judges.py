"""Who judges the entries of a log by their streams: one judge, or several that share the streams."""

from collections.abc import Sequence
from typing import Protocol

from croupier.service.ports import Entry
from croupier.service.replay.judged import Judged
from croupier.service.replay.judging import Judge
from croupier.service.replay.seeds import Seeds


class Judges(Protocol):
    """Judges a log once, stretch after stretch; a stretch may be handed in while the last is being judged."""

    async def judge(self, entries: Sequence[Entry]) -> Sequence[Judged]:
        """What each of the log's next entries comes to by its stream, in their order."""


class OneJudge:
    """The `Judges` of a log that is judged right here."""

    def __init__(self, seeds: Seeds, code: str) -> None:
        """`code` is version and content hash of the running rule code."""
        self._judge = Judge(seeds, code)

    async def judge(self, entries: Sequence[Entry]) -> Sequence[Judged]:
        """What each of the log's next entries comes to by its stream, in their order."""
        return list(map(self._judge.judge, entries))

"""What a store counts of a log, so that it need not look at the entries for it."""

from collections.abc import AsyncIterator
from typing import Protocol

from msgspec import Struct


class End(Struct, frozen=True):
    """Where a log ends: the `head` that is counted, and the position of the `last` entry; -1 for none."""

    head: int
    last: int


class CountedStream(Struct, frozen=True):
    """A stream's revision as it is counted, and that of its `last` entry, 0 for none.

    `position` is the last entry's, -1 for none.
    """

    stream: str
    revision: int
    last: int
    position: int


class Counts(Protocol):
    """Knows what is counted of a log, each beside what there is at the same moment.

    All raise `StoreUnavailable`.
    """

    async def end(self, log: str) -> End:
        """Where the log ends."""

    def counted(self, log: str) -> AsyncIterator[CountedStream]:
        """All streams that are counted, by name."""

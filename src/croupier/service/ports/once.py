"""The answers to requests that append nothing, kept for their repeats."""

from contextlib import AbstractAsyncContextManager
from typing import Protocol

from croupier.service.ports.log import Idempotency


class Answers(Protocol):
    """Keeps answers, each in one transaction with what was done for it."""

    def turn(self, log: str, scope: str, key: str) -> AbstractAsyncContextManager[Idempotency | None]:
        """What is kept under the key, None when nothing is; until the block's end nobody else has the key.

        All that is written to the store within the block is one transaction, which is undone when the block
        raises. Raises `KeyInFlight` while somebody else has the key, in whatever process, and
        `StoreUnavailable`: then the block's work is done or not, whole.
        """

    async def keep(self, log: str, answer: Idempotency) -> None:
        """Keep an answer, in the present turn. Raises `StoreUnavailable`."""

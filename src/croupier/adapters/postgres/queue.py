"""Appends that wait for their batch, log by log."""

from collections import deque

from croupier.adapters.postgres.batch import Submission

_MOST_APPENDS = 512
_MOST_BYTES = 4 * 1024 * 1024


class LogQueue:
    """The appends to one log that wait, in the order they came."""

    def __init__(self) -> None:
        self._waiting: deque[Submission] = deque()

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def put(self, submission: Submission) -> None:
        """Add one at the end."""
        self._waiting.append(submission)

    def take(self) -> list[Submission]:
        """Take out the next batch: whatever waits, but no two that share a stream or an idempotency key.

        The second of two such waits for the next batch, and so does all that must not overtake it.
        """
        batch: list[Submission] = []
        held: list[Submission] = []
        claimed: set[object] = set()
        size = 0
        while self._waiting and len(batch) < _MOST_APPENDS and size < _MOST_BYTES:
            submission = self._waiting.popleft()
            free = claimed.isdisjoint(submission.claims)
            claimed |= submission.claims
            if free:
                batch.append(submission)
                size += submission.size
            else:
                held.append(submission)
        self._waiting.extendleft(reversed(held))
        return batch

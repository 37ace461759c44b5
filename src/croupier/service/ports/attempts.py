"""Refused commands, kept beside the log, and how long what is no part of the log is kept."""

from datetime import datetime
from typing import Protocol

from msgspec import Raw, Struct

from croupier.domain.decider import Actor


class Attempt(Struct, frozen=True):
    """A command that was refused: who tried what, when, and why it was not done.

    `id` is a UUIDv7. `stream` is the table, wallet or dispute that it was for and `revision` where that
    stood as far as was known (0: nowhere). `command` is the command's tag and `fields` its other fields,
    with nothing secret among them; `code` and `rule` are those of the refusal.
    """

    id: str
    log: str
    stream: str
    at: datetime
    actor: Actor
    command: str
    fields: Raw
    code: str
    rule: int | None
    revision: int
    request_id: str


class Attempts(Protocol):
    """Keeps attempts, append-only."""

    def record(self, attempt: Attempt) -> None:
        """Keep it, without waiting: it is written within a second, if the store can be reached in time."""

    async def of_stream(
        self,
        log: str,
        stream: str,
        since: datetime | None = None,
        until: datetime | None = None,
        limit: int = 100,
        after: str | None = None,
    ) -> list[Attempt]:
        """The attempts in a stream, the oldest first, `limit` of them at most.

        They are from the moment `since` on and before `until`, and come behind the attempt `after`.
        """


class Retention(Protocol):
    """Removes what is older than so many days by the store's own clock, one portion a call."""

    async def forget_attempts(self, days: int) -> int:
        """Remove some old attempts. How many; 0 when none is left, or another process is at it."""

    async def forget_answers(self, days: int) -> int:
        """Remove some old answers stored for repeats of idempotent requests; the number as above."""

    async def forget_deliveries(self, days: int) -> int:
        """Remove some old notes of webhooks' deliveries; the number as above."""

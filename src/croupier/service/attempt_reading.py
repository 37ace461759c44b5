"""Reading what was tried in vain."""

from datetime import UTC, datetime

from msgspec import Raw, Struct

from croupier.domain.decider import Actor
from croupier.service.ports import Attempt, Attempts
from croupier.service.records import timestamp
from croupier.service.streams import Streams, existing


class AttemptReading(Struct, frozen=True):
    """A refused command: who tried what, when, and why it was not done.

    `revision` is where the table, wallet or dispute stood, as far as was known, 0 where nothing was known;
    `fields` are the command's, without what would name a face-down card, and none of a very long command.
    A command that the caller's role or token may not give (`forbidden`) is refused before it is read and
    before its stream is looked at: no `fields`, and `revision` 0.
    """

    id: str
    at: str
    actor: Actor
    command: str
    fields: Raw
    code: str
    rule: int | None
    revision: int
    request_id: str


class AttemptPage(Struct, frozen=True):
    """A page of refused commands. `after` is the one to read on from, None at the end of the list."""

    attempts: tuple[AttemptReading, ...]
    after: str | None


class Span(Struct, frozen=True):
    """From the moment `since` on and before `until`; None: without an end."""

    since: datetime | None = None
    until: datetime | None = None


async def attempt_page(
    streams: Streams, attempts: Attempts, log: str, stream: str, span: Span, after: str | None, most: int
) -> AttemptPage:
    """What was tried in vain in the stream. Raises `NotFound`, `StoreUnavailable`."""
    existing(await streams.load(log, stream), "thing")
    found = await attempts.of_stream(log, stream, span.since, span.until, most + 1, after)
    page = tuple(map(_reading, found[:most]))
    return AttemptPage(page, page[-1].id if len(found) > most else None)


def _reading(attempt: Attempt) -> AttemptReading:
    return AttemptReading(
        attempt.id,
        timestamp(attempt.at.astimezone(UTC)),
        attempt.actor,
        attempt.command,
        attempt.fields,
        attempt.code,
        attempt.rule,
        attempt.revision,
        attempt.request_id,
    )

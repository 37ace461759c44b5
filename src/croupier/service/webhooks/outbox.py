"""How far an endpoint has got, and how each round of sending moves it: pure, without clock or chance.

The invariant, which every function here keeps: of each stream, all that the endpoint is to get at positions
below the head of its lag, or without one up to the cursor, was accepted or given up. So nothing is lost by
whatever stops in between; and who sends an entry has seen all before it in its stream accepted or given up,
himself or in what he read. That holds of several senders at once, which then only repeat each other.

An endpoint that is not to be had at all (no answer, 429, 502, 503, 504) is told from a message that it does
not take. The first gives nothing up: the endpoint is tried now and then, until it is there again or disabled.
Where the service itself was too busy to look for it nothing is counted against it: it is tried again soon.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from croupier.service.ports.webhooks import Answered, Lag, Outbox
from croupier.service.webhooks.schedule import ATTEMPTS, delay, rest

MOST_LAGS: Final = 256
"""Streams that may wait behind the cursor. With so many it stops: what comes next waits in the log itself."""


class TurnEnd(Struct, frozen=True):
    """How a stream's turn in a round ended.

    `accepted` messages were taken. `next` is the position to go on at, that of the entry which `failed` if
    one did; None when nothing of the stream waits up to the round's cursor.
    """

    stream: str
    accepted: int
    next: int | None
    failed: Answered | None = None


def is_resting(outbox: Outbox, now: datetime) -> bool:
    """Whether the endpoint is left alone for now."""
    return outbox.rest_until is not None and outbox.rest_until > now


def room(outbox: Outbox) -> int:
    """How many streams more may come to wait behind the cursor."""
    return max(0, MOST_LAGS - len(outbox.lags))


def due(outbox: Outbox, now: datetime) -> list[str]:
    """The waiting streams whose time has come, the longest due first."""
    ready = [(lag.next_at, stream) for stream, lag in outbox.lags.items() if lag.next_at <= now]
    return [stream for _, stream in sorted(ready)]


def first_due(outbox: Outbox) -> datetime | None:
    """When the first of the waiting streams is to be tried again; None where none waits."""
    if outbox.lags and is_tried(outbox):
        return outbox.rest_until
    return min((lag.next_at for lag in outbox.lags.values()), default=None)


def is_tried(outbox: Outbox) -> bool:
    """Whether the endpoint was not to be had last: it is then tried with one message at a time."""
    return outbox.unavailable > 0


def longest_untried(outbox: Outbox) -> list[str]:
    """The waiting stream, if any, to try the endpoint with: each of them has its turn."""
    return sorted(outbox.lags, key=lambda stream: (outbox.lags[stream].tried_at, stream))[:1]


def attempt_number(outbox: Outbox, stream: str, position: int) -> int:
    """Which attempt (1, 2, ..) at the stream's entry there is the next."""
    lag = outbox.lags.get(stream)
    return lag.attempts + 1 if lag and lag.head == position else 1


def settled(outbox: Outbox, cursor: int, ends: Iterable[TurnEnd], now: datetime, chance: float) -> Outbox:
    """The outbox after a round that read the log up to `cursor` and in which streams had these turns."""
    ends = tuple(ends)
    lags = dict(outbox.lags)
    for end in ends:
        lag = _lag(outbox, end, now, chance)
        if lag is None:
            lags.pop(end.stream, None)
        else:
            lags[end.stream] = lag
    waits_for = outbox.replayed_to if outbox.replayed_to is not None and cursor < outbox.replayed_to else None
    return _rested(replace(outbox, cursor=cursor, lags=lags, replayed_to=waits_for), ends, now, chance)


def _lag(outbox: Outbox, end: TurnEnd, now: datetime, chance: float) -> Lag | None:
    """What of the stream waits after its turn."""
    if end.next is None:
        return None
    if end.failed is None:
        return Lag(end.next, 0, now, now)
    if is_given_up(outbox, end.stream, end.next, end.failed):
        return Lag(end.next + 1, 0, now, now)
    attempts = attempt_number(outbox, end.stream, end.next)
    if end.failed.verdict == "busy":
        return Lag(end.next, attempts - 1, now, now + delay(1, chance))
    if _is_the_endpoints(outbox, end.failed):
        attempts = max(1, attempts - 1)
    return Lag(end.next, attempts, now, now + delay(attempts, chance, end.failed.retry_after))


def is_given_up(outbox: Outbox, stream: str, position: int, failed: Answered) -> bool:
    """Whether the entry, having failed once more, is not tried again."""
    if failed.verdict == "busy" or _is_the_endpoints(outbox, failed):
        return False
    return attempt_number(outbox, stream, position) >= ATTEMPTS


def _is_the_endpoints(outbox: Outbox, failed: Answered) -> bool:
    """Whether the failure says nothing of the message: the endpoint was not to be had before either."""
    return is_tried(outbox) and failed.verdict == "unavailable"


def _rested(outbox: Outbox, ends: tuple[TurnEnd, ...], now: datetime, chance: float) -> Outbox:
    """The outbox with what the round says of the endpoint as a whole."""
    failures = [end.failed for end in ends if end.failed and end.failed.verdict != "busy"]
    unavailable = [failed for failed in failures if failed.verdict == "unavailable"]
    asked = max((failed.retry_after or 0.0 for failed in unavailable), default=0.0)
    if any(end.accepted for end in ends):
        until = now + timedelta(seconds=asked) if asked else None
        lags = _hurried(outbox.lags, now) if outbox.unavailable else outbox.lags
        return replace(outbox, lags=lags, unavailable=0, rest_until=until, failing_since=None)
    if not failures:
        busy = any(end.failed for end in ends)
        return replace(outbox, rest_until=now + rest(1, chance)) if busy else outbox
    since = outbox.failing_since or now
    if not unavailable:
        return replace(outbox, unavailable=0, rest_until=None, failing_since=since)
    rounds = outbox.unavailable + 1
    until = now + rest(rounds, chance, asked)
    return replace(outbox, unavailable=rounds, rest_until=until, failing_since=since)


def _hurried(lags: Mapping[str, Lag], now: datetime) -> dict[str, Lag]:
    """All that waits is due at once: what it waited for is over."""
    return {stream: replace(lag, next_at=min(lag.next_at, now)) for stream, lag in lags.items()}


def awakened(outbox: Outbox, now: datetime) -> Outbox:
    """The outbox of an endpoint that is enabled again: it goes on where it stood, at once."""
    lags = _hurried(outbox.lags, now)
    return replace(outbox, lags=lags, unavailable=0, rest_until=None, failing_since=None)


def rewound(outbox: Outbox, first: int) -> Outbox:
    """The outbox that sends everything from the position `first` on again, at most one above the cursor."""
    lags = {stream: lag for stream, lag in outbox.lags.items() if lag.head < first}
    replayed_to = outbox.cursor if first <= outbox.cursor else None
    return replace(outbox, cursor=first - 1, lags=lags, replayed_to=replayed_to)

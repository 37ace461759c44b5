"""When what failed is tried again: the schedule that Standard Webhooks 1.0 suggests."""

from datetime import timedelta
from typing import Final

_MINUTE: Final = 60.0
_HOUR: Final = 3600.0

DELAYS: Final = (
    5.0,
    5 * _MINUTE,
    30 * _MINUTE,
    2 * _HOUR,
    5 * _HOUR,
    10 * _HOUR,
    14 * _HOUR,
    20 * _HOUR,
    24 * _HOUR,
)
"""Seconds from each failed attempt to the next: ten attempts in a little more than three days."""

ATTEMPTS: Final = len(DELAYS) + 1
"""After so many failed attempts a message is given up."""

LONGEST_RETRY_AFTER: Final = 24 * _HOUR
"""Seconds: an endpoint that asks for more is tried again then all the same."""

_SHORTEST_REST: Final = 5.0
_LONGEST_REST: Final = 5 * _MINUTE
_JITTER: Final = 0.2


def delay(attempts: int, chance: float, retry_after: float | None = None) -> timedelta:
    """How long to wait after so many failed attempts, fewer than `ATTEMPTS`.

    `chance` (0 to 1) lengthens it by up to a fifth, so that what failed together does not come back together.
    """
    return _longer(DELAYS[attempts - 1], chance, retry_after)


def rest(rounds: int, chance: float, retry_after: float | None = None) -> timedelta:
    """How long an endpoint is left alone that was not to be had in so many rounds in a row (1, 2, ..)."""
    doubled = _SHORTEST_REST * 2.0 ** min(rounds - 1, 10)
    return _longer(min(doubled, _LONGEST_REST), chance, retry_after)


def _longer(seconds: float, chance: float, retry_after: float | None) -> timedelta:
    asked = min(retry_after or 0.0, LONGEST_RETRY_AFTER)
    return timedelta(seconds=max(seconds * (1 + _JITTER * chance), asked))

"""Long requests: how many of them one caller may have open at a time, in this process.

A stream, a long-poll or an export holds a connection and memory of the process that answers it. That is what
is bounded, so each process counts its own, and what a crashed one held is gone with it.
"""

from collections import Counter
from types import TracebackType
from typing import Final, Self

from croupier.service.callers import Caller
from croupier.service.errors import RateLimited
from croupier.service.quotas import PEOPLE, Quota, Rates, Standing

_AGAIN: Final = 5
"""Seconds to wait before another try: when one of them ends nobody knows."""


class Hold:
    """One open request; a context manager. It is to be released when the request ends, however it does."""

    def __init__(self, counted: Counter[str], caller: str) -> None:
        """Count it as the caller's."""
        self._counted = counted
        self._caller: str | None = caller
        counted[caller] += 1

    def release(self) -> None:
        """The request has ended; said again it changes nothing."""
        caller, self._caller = self._caller, None
        if caller is not None:
            self._counted[caller] -= 1
            if not self._counted[caller]:
                del self._counted[caller]

    def __enter__(self) -> Self:
        """It is open."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Release it."""
        self.release()


class Holding:
    """Counts the long requests that are open in this process, by their callers."""

    def __init__(self, rates: Rates) -> None:
        """None is open yet."""
        self._rates = rates
        self._counted: Counter[str] = Counter()

    def hold(self, caller: Caller) -> Hold:
        """Count a long request of the caller as open. Raises `RateLimited` when he has too many."""
        rates, person = self._rates, caller.actor.role in PEOPLE
        quota = rates.open_by_player if person else rates.open_by_key
        name = _name(caller)
        if quota is not None and self._counted[name] >= quota.requests:
            raise RateLimited(_said(quota), _AGAIN, (Standing(quota, 0, _AGAIN),))
        return Hold(self._counted, name)


def _name(caller: Caller) -> str:
    return f"{caller.log}:{caller.actor.role}:{caller.actor.id}"


def _said(quota: Quota) -> str:
    return f"{quota.requests} streams, long-polls and exports may be open at a time; close some"

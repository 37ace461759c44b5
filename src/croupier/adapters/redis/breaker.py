"""A short circuit: while Valkey is away, nobody is made to wait for it one after the other."""

from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Final, TypeVar

from redis.exceptions import RedisError

from croupier.service.ports import Trouble

T = TypeVar("T")
_SECONDS: Final = 1.0
_VIEWS: Final = "views can't be read, the log is read instead"


class Breaker:
    """Lets calls through until one fails, then one a second until one succeeds."""

    def __init__(self, trouble: Trouble, seconds: float = _SECONDS, said: str = _VIEWS) -> None:
        """`trouble` is told of the first failure of a row, as `said`."""
        self._said = said
        self._trouble = trouble
        self._seconds = seconds
        self._closed = True
        self._next = 0.0

    @property
    def closed(self) -> bool:
        """Whether the last call succeeded."""
        return self._closed

    @property
    def resting(self) -> bool:
        """Whether a call would not be let through now."""
        return not self._closed and monotonic() < self._next

    async def call(self, ask: Callable[[], Awaitable[T]]) -> T | None:
        """What `ask` gives, None when it fails or is not worth a try now."""
        if not self._closed:
            now = monotonic()
            if now < self._next:
                return None
            self._next = now + self._seconds
        try:
            answer = await ask()
        except (RedisError, OSError, TimeoutError) as error:
            if self._closed:
                self._trouble(self._said, error)
            self._closed = False
            self._next = monotonic() + self._seconds
            return None
        self._closed = True
        return answer

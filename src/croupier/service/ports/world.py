"""The world's time, secrets and chance, and who in it is told how the work goes."""

from collections.abc import Callable
from datetime import datetime
from typing import Protocol

Trouble = Callable[[str, Exception], None]
"""Told what failed and how; the work goes on."""

Progress = Callable[[int, int], None]
"""Told now and then how much is done, and how much there is to do."""


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """The present moment in UTC, aware, to the microsecond."""


class Secrets(Protocol):
    """Encrypts what must wait beside the log until it is revealed."""

    def seal(self, secret: bytes, context: bytes) -> bytes:
        """Encrypt and authenticate `secret`, bound to `context`."""

    def unseal(self, sealed: bytes, context: bytes) -> bytes:
        """The secret. Raises `SealBroken` when the bytes, the key or the context do not fit."""


class Entropy(Protocol):
    """Randomness from the operating system."""

    def seed(self) -> bytes:
        """64 fresh secret bytes."""

    def entry_id(self) -> str:
        """A fresh UUIDv7."""

"""What a witness needs of the world."""

from typing import Protocol

from croupier.service.transparency.notes import VerifierKey


class Cosigner(Protocol):
    """A witness's own key."""

    @property
    def key(self) -> VerifierKey:
        """Its public half."""

    def sign(self, message: bytes) -> bytes:
        """Ed25519 over the message."""


class CosignedNotes(Protocol):
    """The note that was cosigned last of each log, kept through crashes."""

    def latest(self, origin: str) -> bytes | None:
        """The note; None before the first. Raises `OSError`."""

    def keep(self, origin: str, note: bytes) -> None:
        """Put this one in its place: once it returns, no crash brings the old one back. Raises `OSError`."""

"""The operating system's clock and entropy, and the identity of the rule code that runs."""

import os
from datetime import UTC, datetime
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

import uuid_utils

from croupier import __version__
from croupier.domain.shuffle import SEED_BYTES

_SEEDS_AT_ONCE: Final = 64


class SystemClock:
    """Implements `Clock` by the system's clock."""

    def now(self) -> datetime:
        """The present moment in UTC."""
        return datetime.now(UTC)


class SystemEntropy:
    """Implements `Entropy` by the operating system's generator.

    Every command is given a seed and few use it, so seeds are drawn many at a time.
    """

    def __init__(self) -> None:
        """Nothing drawn yet."""
        self._drawn: list[bytes] = []

    def seed(self) -> bytes:
        """64 fresh secret bytes, handed out once."""
        if not self._drawn:
            drawn = os.urandom(SEED_BYTES * _SEEDS_AT_ONCE)
            self._drawn = [drawn[at : at + SEED_BYTES] for at in range(0, len(drawn), SEED_BYTES)]
        return self._drawn.pop()

    def entry_id(self) -> str:
        """A fresh UUIDv7 (RFC 9562)."""
        return str(uuid_utils.uuid7())


def rule_code() -> str:
    """Version and content hash of the rule code: `0.1.0+` and SHA-256 over the files of the domain.

    Hashed are, in order of their paths below `domain/`, path, a zero byte, length as u64be, content.
    """
    digest = sha256()
    for path, content in sorted(_sources(files("croupier") / "domain", "")):
        digest.update(path.encode() + b"\0" + len(content).to_bytes(8, "big") + content)
    return f"{__version__}+{digest.hexdigest()}"


def _sources(folder: Traversable, prefix: str) -> list[tuple[str, bytes]]:
    found: list[tuple[str, bytes]] = []
    for child in folder.iterdir():
        if child.is_dir() and child.name != "__pycache__":
            found += _sources(child, f"{prefix}{child.name}/")
        elif child.name.endswith(".py"):
            found.append((prefix + child.name, child.read_bytes()))
    return found

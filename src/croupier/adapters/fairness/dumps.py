"""The raw stream for a laboratory: written piece by piece, however long it is."""

from collections.abc import Iterator
from itertools import count
from typing import BinaryIO, Final

from croupier.adapters.system import SystemEntropy
from croupier.service.fairness.dealing import fresh_seeds, repeatable_seeds, streams
from croupier.service.ports import Progress

_SEEDS_AT_ONCE: Final = 256


def shuffle_stream(key: bytes | None) -> Iterator[bytes]:
    """The streams of one fresh seed after the other, or of the seeds that `key` determines; without end."""
    entropy = SystemEntropy()
    for first in count(0, _SEEDS_AT_ONCE):
        yield from streams(
            fresh_seeds(entropy, _SEEDS_AT_ONCE)
            if key is None
            else repeatable_seeds(key, first, _SEEDS_AT_ONCE)
        )


def entropy_stream() -> Iterator[bytes]:
    """The seeds themselves, as the operating system's generator gives them; without end."""
    entropy = SystemEntropy()
    while True:
        yield b"".join(fresh_seeds(entropy, _SEEDS_AT_ONCE))


def write(pieces: Iterator[bytes], to: BinaryIO, size: int, progress: Progress) -> None:
    """Write the first `size` bytes of the pieces. Raises `OSError`."""
    written = 0
    while written < size:
        piece = next(pieces)[: size - written]
        to.write(piece)
        written += len(piece)
        progress(written, size)

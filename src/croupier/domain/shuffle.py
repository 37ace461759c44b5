"""The shuffle that anyone can check: commit, contribute, shuffle (the public deck format, version 1).

A deck's seed is 64 secret bytes. Its commitment is published before players add their entropy, the seed
itself when the deck is done with; from seed and contributions everybody recomputes the cards.
"""

import hmac
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256, sha512
from struct import unpack
from typing import Final, TypeVar

T = TypeVar("T")

SEED_BYTES: Final = 64
MOST_ENTROPY_BYTES: Final = 64

_WORD: Final = 1 << 32
_BLOCKS: Final = 255  # HKDF-SHA-512 ends after 255 blocks, 16,320 bytes (RFC 5869)


class Seed(bytes):
    """A deck's secret, 64 bytes. As text it is mute, so that no log line tells it."""

    def __repr__(self) -> str:
        """Nothing of the secret."""
        return "Seed(..)"

    __str__ = __repr__


class StreamExhausted(RuntimeError):
    """The shuffle asked for more than the 16,320 bytes that a seed yields; it must never repeat them."""


def commitment(deck: str, seed: Seed) -> str:
    """SHA-256 (hex) that binds the service to `seed` for the deck of that id before anybody contributes."""
    return sha256(b"croupier deck commitment v1\n" + deck.encode() + b"\n" + seed).hexdigest()


def salt(contributions: Mapping[int, bytes]) -> bytes:
    """SHA-512 of the seats' contributions, in ascending order of the seats."""
    digest = sha512(b"croupier deck entropy v1\n")
    for seat in sorted(contributions):
        entropy = contributions[seat]
        digest.update(seat.to_bytes(1, "big") + len(entropy).to_bytes(2, "big") + entropy)
    return digest.digest()


class Draws:
    """Uniform draws from the stream HKDF-SHA-512 of a deck's seed and the contributions to it."""

    def __init__(self, words: Iterable[int]) -> None:
        """Draw from 32-bit words; `of_deck` is the way to get those of a deck."""
        self._words = iter(words)

    @classmethod
    def of_deck(cls, deck: str, seed: Seed, contributions: Mapping[int, bytes], shuffle: int) -> "Draws":
        """The draws of the deck's shuffle number `shuffle`: 1 the first with this seed, 2 a reshuffle, .."""
        return cls(_words(deck_stream(deck, seed, contributions, shuffle)))

    def uniform(self, below: int) -> int:
        """The next integer in 0 .. below-1, each equally likely (by rejection)."""
        limit = _WORD - _WORD % below
        for word in self._words:
            if word < limit:
                return word % below
        raise StreamExhausted(f"the shuffle's stream ended at {_BLOCKS * 64} bytes")


def deck_stream(deck: str, seed: Seed, contributions: Mapping[int, bytes], shuffle: int) -> Iterator[bytes]:
    """The stream of a deck's shuffle, HKDF-SHA-512 (RFC 5869): blocks of 64 bytes, made when asked for."""
    key = hmac.digest(salt(contributions), seed, "sha512")
    info = f"croupier deck shuffle v1\n{deck}\n{shuffle}".encode()
    block = b""
    for counter in range(1, _BLOCKS + 1):
        block = hmac.digest(key, block + info + bytes((counter,)), "sha512")
        yield block


def _words(stream: Iterable[bytes]) -> Iterator[int]:
    """The big-endian 32-bit words of the stream."""
    for block in stream:
        yield from unpack(">16I", block)


def shuffled(cards: Sequence[T], draws: Draws) -> tuple[T, ...]:
    """The cards in the order in which they come off: Fisher-Yates from the last card down to the second."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        other = draws.uniform(last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)

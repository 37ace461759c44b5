"""Decks dealt only to be counted, by the same shuffle and the same draws as those that are played with."""

import hmac
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct

from croupier.domain.decks.cut import drawn_cut
from croupier.domain.shuffle import Draws, Seed, deck_stream, shuffled
from croupier.service.ports import Entropy

UNIFORMS: Final = {13: 13, 52: 52, 3 << 30: 12, 1 << 32: 256}
"""For which m `uniform(m)` is counted, and in how many classes of equal width.

By 3 * 2^30 a generator shows that merely takes the remainder: the lower third would come twice as often.
2^32 is the words of the stream themselves, by their first byte.
"""

UNIFORMS_A_DECK: Final = 4
"""How often each of them is drawn after a deck's cut."""

_DECK: Final = "rng-test"
_SHUFFLE: Final = 1

Shuffle = Callable[[Sequence[int], Draws], Sequence[int]]


class Dealt(Struct, frozen=True):
    """A deck as it was dealt: its cards by number from the top, the cut, and what `uniform` gave after it."""

    cards: Sequence[int]
    cut: int
    uniforms: tuple[tuple[int, ...], ...]
    """For each m of `UNIFORMS`, in their order."""


def deal(cards: int, draws: Draws, shuffle: Shuffle = shuffled) -> Dealt:
    """Deal a deck of so many cards. `shuffle` is only ever another one to show that a bad one is found."""
    order = shuffle(range(cards), draws)
    cut = drawn_cut(draws)
    drawn = tuple(tuple(draws.uniform(m) for _ in range(UNIFORMS_A_DECK)) for m in UNIFORMS)
    return Dealt(order, cut, drawn)


def draws_of(seed: Seed) -> Draws:
    """The draws by which a deck of this seed is shuffled when no player contributes: the house's alone."""
    return Draws.of_deck(_DECK, seed, {}, _SHUFFLE)


def fresh_seeds(entropy: Entropy, number: int) -> Iterator[Seed]:
    """So many seeds as the service draws them for its decks."""
    return (Seed(entropy.seed()) for _ in range(number))


def repeatable_seeds(key: bytes, first: int, number: int) -> Iterator[Seed]:
    """So many seeds, from number `first` on, that `key` determines: HMAC-SHA-512 of `seed <number>` by it."""
    return (Seed(hmac.digest(key, b"seed %d" % at, "sha512")) for at in range(first, first + number))


def streams(seeds: Iterable[Seed]) -> Iterator[bytes]:
    """The raw streams of these seeds, 16,320 bytes each: all that a shuffle could draw from."""
    return (b"".join(deck_stream(_DECK, seed, {}, _SHUFFLE)) for seed in seeds)

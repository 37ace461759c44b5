"""A fair shuffle is found fair, and each way of rigging one is found."""

from collections.abc import Callable, Sequence
from functools import cache

import pytest

from croupier.domain.shuffle import Draws, Seed, commitment, deck_stream, shuffled
from croupier.service.fairness.dealing import (
    Shuffle,
    deal,
    draws_of,
    fresh_seeds,
    repeatable_seeds,
    streams,
)
from croupier.service.fairness.tally import Tally
from croupier.service.fairness.verdict import TooFewDecks, Verdict, verdict

KEY = b"any sixteen bytes"
DECKS = 3_000


class RemainderDraws(Draws):
    """Draws that merely take the remainder of the next word: small numbers come a little more often."""

    def uniform(self, below: int) -> int:
        return super().uniform(1 << 32) % below


def by_remainder(seed: Seed) -> Draws:
    words = b"".join(deck_stream("rng-test", seed, {}, 1))
    return RemainderDraws(int.from_bytes(words[at : at + 4], "big") for at in range(0, len(words), 4))


def naive(cards: Sequence[int], draws: Draws) -> Sequence[int]:
    """The well-known wrong shuffle: each card is swapped with any card at all."""
    order = list(cards)
    for at in range(len(order)):
        other = draws.uniform(len(order))
        order[at], order[other] = order[other], order[at]
    return order


def never_staying(cards: Sequence[int], draws: Draws) -> Sequence[int]:
    """Off by one: no card may stay where it is, so that only cycles come out."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        other = draws.uniform(last)
        order[last], order[other] = order[other], order[last]
    return order


def cut_only(cards: Sequence[int], draws: Draws) -> Sequence[int]:
    """Each card is everywhere equally often, but always behind the same one."""
    at = draws.uniform(len(cards))
    return [*cards[at:], *cards[:at]]


def low_before_high(cards: Sequence[int], draws: Draws) -> Sequence[int]:
    """The right cards lie together, but of the first two the lower always comes first, and so on."""
    order = list(shuffled(cards, draws))
    for at in range(0, len(order), 2):
        order[at : at + 2] = sorted(order[at : at + 2])
    return order


def last_card_to_the_top(cards: Sequence[int], draws: Draws) -> Sequence[int]:
    """A cheat: once in twenty decks a certain card is put on top."""
    order = list(shuffled(cards, draws))
    if draws.uniform(20) == 0:
        order.remove(51)
        order.insert(0, 51)
    return order


def found(
    shuffle: Shuffle = shuffled, draws: Callable[[Seed], Draws] = draws_of, decks: int = DECKS
) -> Verdict:
    tally = Tally(52)
    for seed in repeatable_seeds(KEY, 0, decks):
        tally.add(deal(52, draws(seed), shuffle))
    return verdict(tally, 1, "file", 1.0)


@cache
def fair() -> Verdict:
    return found()


def unfair(judged: Verdict) -> set[str]:
    return {finding.name for finding in judged.findings if not finding.fair}


def test_the_products_own_shuffle_is_found_fair() -> None:
    assert unfair(fair()) == set()
    assert fair().fair


@pytest.mark.parametrize(
    ("shuffle", "by"),
    [
        (naive, "places"),
        (never_staying, "places"),
        (cut_only, "neighbours"),
        (low_before_high, "order"),
        (last_card_to_the_top, "places"),
    ],
)
def test_a_rigged_shuffle_is_found(shuffle: Shuffle, by: str) -> None:
    judged = found(shuffle, decks=2 * DECKS)
    assert by in unfair(judged)
    assert not judged.fair


def test_draws_by_the_mere_remainder_are_found() -> None:
    assert unfair(found(draws=by_remainder, decks=1_000)) == {f"uniform-{3 << 30}"}


def test_what_is_too_even_for_chance_is_found_too() -> None:
    tally = Tally(52)
    for number, seed in enumerate(repeatable_seeds(KEY, 0, 520)):
        dealt = deal(52, draws_of(seed))
        tally.add(dealt)
        tally.cuts[dealt.cut - 18] -= 1
        tally.cuts[number % 32] += 1  # one size after the other
    assert unfair(verdict(tally, 1, "file", 1.0)) == {"cut"}


def test_the_level_is_shared_among_all_statistics_and_both_ends() -> None:
    judged = fair()
    assert judged.bound == judged.level / (2 * len(judged.findings))


def test_too_few_decks_are_refused() -> None:
    with pytest.raises(TooFewDecks, match="520 decks, not 519"):
        found(decks=519)


def test_seeds_of_a_key_are_the_same_again_wherever_they_are_begun() -> None:
    assert [*repeatable_seeds(KEY, 2, 3)] == [*repeatable_seeds(KEY, 0, 5)][2:]
    assert len(set(repeatable_seeds(KEY, 0, 100))) == 100
    assert {len(seed) for seed in repeatable_seeds(KEY, 0, 3)} == {64}


def test_fresh_seeds_are_those_of_the_service() -> None:
    class Counting:
        drawn = 0

        def seed(self) -> bytes:
            self.drawn += 1
            return bytes([self.drawn]) * 64

        def entry_id(self) -> str:
            raise AssertionError("nothing is logged")

    assert [*fresh_seeds(Counting(), 2)] == [bytes([1]) * 64, bytes([2]) * 64]


def test_the_raw_stream_is_what_the_decks_are_shuffled_by() -> None:
    (seed,) = repeatable_seeds(KEY, 7, 1)
    (stream,) = streams([seed])
    assert len(stream) == 16_320
    draws = draws_of(seed)
    assert b"".join(draws.uniform(1 << 32).to_bytes(4, "big") for _ in range(4_080)) == stream
    assert commitment("rng-test", seed)  # a seed like any other

"""The shuffle that anyone can check: every test vector of the public deck format."""

from hashlib import sha256
from itertools import count, islice
from typing import Final

import pytest

from croupier.domain.cards import PACK
from croupier.domain.shuffle import Draws, Seed, StreamExhausted, commitment, salt, shuffled

DECK: Final = "deck-0001"
S: Final = Seed(range(64))
BOTH: Final = {1: b"alice", 2: b"bob"}


def draws(shuffle: int = 1, contributions: dict[int, bytes] = BOTH) -> Draws:
    return Draws.of_deck(DECK, S, contributions, shuffle)


def words(drawn: Draws, number: int) -> bytes:
    """The first words of the stream, by drawing below 2^32, which rejects nothing."""
    return b"".join(drawn.uniform(1 << 32).to_bytes(4, "big") for _ in range(number))


def digest(order: tuple[int, ...]) -> str:
    return sha256(b"".join(index.to_bytes(2, "big") for index in order)).hexdigest()


def test_the_commitment_binds_deck_and_seed() -> None:
    assert commitment(DECK, S) == "8eda9ac787fc09346df4069b53519ea6948736d76ed0cb468f80a16403c17d19"


def test_the_salt_is_made_of_all_contributions_in_the_order_of_the_seats() -> None:
    assert salt(BOTH).hex().startswith("401e48d521461d731980cd6d02e5cbc2")
    assert salt({2: b"bob", 1: b"alice"}) == salt(BOTH)


def test_moving_bytes_from_one_contribution_to_the_next_changes_the_salt() -> None:
    assert salt({1: b"ali", 2: b"cebob"}) != salt(BOTH)
    assert salt({1: b"alice", 3: b"bob"}) != salt(BOTH)


@pytest.mark.parametrize(("shuffle", "begins"), [(1, "27d6dab2ebd850d6"), (2, "bab47359fd72c3aa")])
def test_the_stream_begins_as_published(shuffle: int, begins: str) -> None:
    assert words(draws(shuffle), 2).hex() == begins


@pytest.mark.parametrize(
    ("shuffle", "packs", "first_cards", "indices"),
    [
        (
            1,
            1,
            "JH 8H AD 6S QC QD 4H 3D AS 2D 8D 9D",
            "9bc239d36cf45b4d80fe63fa0035285400241c5810225b5747723a1db45bc566",
        ),
        (
            2,
            1,
            "KC 2C TH 7S TD 9D 4C 5H 8C KH 6C 8H",
            "1ea2e291c44f1212d001ae180060cd0772b22639429b09cb2172ce441fec8b12",
        ),
        (
            1,
            8,
            "2H 3H 2C 7H AS 5D 9H 3C AS TH 3S 2C",
            "198246da6377d6ec898eb5a0d5d45b2f52d6b49c3a8348a7ec497a7fb2762279",
        ),
    ],
)
def test_the_cards_come_off_as_published(shuffle: int, packs: int, first_cards: str, indices: str) -> None:
    assert " ".join(shuffled(PACK * packs, draws(shuffle))[:12]) == first_cards
    assert digest(shuffled(range(52 * packs), draws(shuffle))) == indices


def test_without_contributions_the_cards_come_off_as_published() -> None:
    assert " ".join(shuffled(PACK, draws(contributions={}))[:12]) == "JS 9C QD 8D TC 9H AH TD 7S JC 6C 8S"


@pytest.mark.parametrize(("shuffle", "contributions", "cut"), [(1, BOTH, 48), (2, BOTH, 41), (1, {}, 21)])
def test_the_cut_is_the_next_draw_of_the_same_stream(
    shuffle: int, contributions: dict[int, bytes], cut: int
) -> None:
    drawn = draws(shuffle, contributions)
    shuffled(PACK, drawn)
    assert 18 + drawn.uniform(32) == cut


def test_a_word_beyond_the_last_whole_multiple_is_dropped() -> None:
    drawn = Draws([0xFFFFFFD0, 0xFFFFFFCF, 0x00000005])
    assert [drawn.uniform(52), drawn.uniform(52)] == [51, 5]


def test_the_stream_has_16320_bytes_and_is_never_repeated() -> None:
    drawn = draws()
    assert len(words(drawn, 16_320 // 4)) == 16_320
    with pytest.raises(StreamExhausted, match="16320 bytes"):
        drawn.uniform(2)


def test_a_shuffle_that_the_stream_is_too_short_for_fails() -> None:
    with pytest.raises(StreamExhausted):
        shuffled(range(4_082), draws())


def test_every_draw_of_one_outcome_is_zero() -> None:
    assert Draws(islice(count(7), 3)).uniform(1) == 0


def test_a_seed_is_not_shown() -> None:
    assert repr(S) == "Seed(..)"
    assert str(S) == "Seed(..)"
    assert f"{S}" == "Seed(..)"

"""Shuffling again what is left of a deck in use (the public deck format, 3)."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec import Struct
from tests.support.story import SEED

from croupier.domain.cards import PACK
from croupier.domain.decider import Rejected
from croupier.domain.decks.events import DeckReshuffled, DiscardsShuffled
from croupier.domain.decks.evolve import evolve_reshuffle, put_under
from croupier.domain.decks.state import Deck, Decks, FixedDecks
from croupier.domain.decks.steps import reshuffle_deck, shuffle_discards
from croupier.domain.shuffle import Draws, Seed, shuffled

DECK = "blackjack-1/1"
CONTRIBUTIONS = {1: b"ann", 2: b"bob"}


class Holder(Struct, frozen=True):
    """Something that holds decks."""

    id: str
    decks: Decks


def decks(
    seed: Seed | None = SEED, fixed: tuple[tuple[str, ...], ...] | None = None, dealt: int = 0
) -> Decks:
    """A deck in use after its first shuffle; with `fixed` the first of those lists was taken."""
    cards = PACK if seed or fixed else ()
    deck = Deck(DECK, "", seed, CONTRIBUTIONS, 1, cards, 52, dealt)
    return Decks(FixedDecks(fixed) if fixed else None, current=deck, committed=2, shuffled=1)


def order(shuffle: int, cards: tuple[str, ...] = PACK) -> tuple[str, ...]:
    return shuffled(cards, Draws.of_deck(DECK, SEED, CONTRIBUTIONS, shuffle))


def current(held: Decks) -> Deck:
    assert held.current
    return held.current


def test_a_gathered_deck_is_shuffled_by_the_next_shuffle_of_its_seed() -> None:
    deck = current(evolve_reshuffle(decks(dealt=7), DeckReshuffled(DECK, 2, 1)))
    assert (deck.cards, deck.dealt, deck.size, deck.shuffle) == (order(2), 0, 52, 2)


def test_discards_lie_under_the_deck_in_their_new_order() -> None:
    event = DiscardsShuffled(DECK, 3, (0, 4, 51))
    deck = current(evolve_reshuffle(decks(dealt=52), event))
    assert deck.cards == (*PACK, *order(3, (PACK[0], PACK[4], PACK[51])))
    assert (deck.dealt, deck.left, deck.shuffle) == (52, 3, 3)


def test_the_discards_of_discards_are_found_by_their_places() -> None:
    once = evolve_reshuffle(decks(dealt=52), DiscardsShuffled(DECK, 2, (0, 1)))
    twice = current(evolve_reshuffle(once, DiscardsShuffled(DECK, 3, (52, 53))))
    assert twice.cards[54:] == order(3, order(2, (PACK[0], PACK[1])))


def test_named_discards_come_first_the_others_in_the_fixed_order() -> None:
    held = decks(fixed=((), ("9D", "2C")), dealt=52)
    places = tuple(PACK.index(card) for card in ("2C", "9D", "KH", "3C"))
    after = evolve_reshuffle(held, DiscardsShuffled(DECK, 2, places))
    assert current(after).cards[52:] == ("9D", "2C", "3C", "KH")
    assert after.exhausted


def test_a_named_list_is_taken_for_a_gathered_deck_too() -> None:
    after = evolve_reshuffle(decks(fixed=((), ("9D", "2C"))), DeckReshuffled(DECK, 2, 1))
    assert current(after).cards[:4] == ("9D", "2C", "3C", "4C")
    assert sorted(current(after).cards) == sorted(PACK)


def test_two_packs_are_named_from_the_earliest_copies() -> None:
    after = evolve_reshuffle(decks(fixed=((), ("2C", "2C", "3C"))), DeckReshuffled(DECK, 2, 2))
    cards = current(after).cards
    assert cards[:5] == ("2C", "2C", "3C", "4C", "5C")
    assert sorted(cards) == sorted(PACK * 2)


def test_a_card_put_under_the_deck_comes_off_once_more() -> None:
    deck = current(put_under(decks(dealt=3), 1))
    assert (deck.cards[-1], deck.size, deck.left) == (PACK[1], 53, 50)


@pytest.mark.parametrize("event", [DeckReshuffled(DECK, 2, 1), DiscardsShuffled(DECK, 2, (0, 1))])
def test_who_does_not_know_the_seed_counts_along(event: DeckReshuffled | DiscardsShuffled) -> None:
    deck = current(evolve_reshuffle(decks(seed=None, dealt=52), event))
    assert deck.cards == ()
    assert deck.left == (52 if isinstance(event, DeckReshuffled) else 2)
    assert current(put_under(decks(seed=None), 0)).left == 53


def decided(step: Callable[..., Any], held: Decks, *arguments: Any) -> Any:
    """The event that a step decides."""
    return next(step(Holder("blackjack-1", held), *arguments))


def test_the_steps_count_the_shuffles_of_the_seed() -> None:
    assert decided(reshuffle_deck, decks(), 1) == DeckReshuffled(DECK, 2, 1)
    assert decided(shuffle_discards, decks(), (5, 2)) == DiscardsShuffled(DECK, 2, (2, 5))
    once = evolve_reshuffle(decks(), DeckReshuffled(DECK, 2, 1))
    assert decided(reshuffle_deck, once, 1) == DeckReshuffled(DECK, 3, 1)


@pytest.mark.parametrize(("step", "what"), [(reshuffle_deck, 1), (shuffle_discards, (0, 1))])
def test_without_a_named_list_nothing_is_shuffled(step: Callable[..., Any], what: Any) -> None:
    with pytest.raises(Rejected, match="no-deck-left"):
        decided(step, decks(fixed=((),)), what)


def test_a_list_names_discards_only() -> None:
    held = decks(fixed=((), ("9D", "2C")))
    with pytest.raises(Rejected, match="impossible-deck: not among the discards: 9D"):
        decided(shuffle_discards, held, (0, 1))

"""A table's decks: committed to, contributed to, shuffled, revealed (the public deck format)."""

import pytest
from tests.support.baccarat import FIRST, SECOND, betting, given, opened, seated, started
from tests.support.story import FRESH_SEED, SEED, commitment_to, entrusted

from croupier.domain.cards import PACK
from croupier.domain.decks.events import DeckCommitted, DeckRevealed, DeckShuffled, EntropyContributed
from croupier.domain.games.baccarat.commands import BaccaratRules, Deal, StartRound
from croupier.domain.games.baccarat.events import CardDealt
from croupier.domain.shuffle import Draws, Seed, commitment, shuffled
from croupier.domain.table.commands import CloseTable, Contribute

ONE_PACK = BaccaratRules(decks=1, cut_card=52)
"""Every coup has a new shoe."""


def test_a_deck_is_committed_to_before_anybody_sits_down() -> None:
    story = given(opened())
    assert story.state.decks.coming.id == FIRST
    assert story.state.decks.coming.commitment == commitment(FIRST, SEED)


def test_a_contribution_is_an_event_that_names_the_coming_deck() -> None:
    story = given(opened(), seated())
    story.when(Contribute("c0ffee"), by=1).then(EntropyContributed(1, FIRST, "c0ffee"))


def test_the_last_contribution_of_a_seat_counts() -> None:
    story = given(
        opened(),
        seated(1),
        seated(2),
        EntropyContributed(1, FIRST, "01"),
        EntropyContributed(2, FIRST, "02"),
        EntropyContributed(1, FIRST, "03"),
    )
    assert story.state.decks.coming.contributions == {1: b"\x03", 2: b"\x02"}


def test_during_a_round_entropy_is_contributed_to_the_deck_after_it() -> None:
    story = given(opened(), seated(), started())
    story.when(Contribute("0f"), by=1).then(EntropyContributed(1, SECOND, "0f"))


def test_only_who_is_seated_contributes() -> None:
    given(opened(), seated()).when(Contribute("0f"), "stranger").then_refused("not-seated")
    given(opened(), seated()).when(Contribute("0f"), "house").then_refused("not-seated")


def test_the_shuffle_uses_seed_and_contributions_and_commits_to_the_next_deck() -> None:
    story = given(opened(rules=ONE_PACK), seated(), EntropyContributed(1, FIRST, "c0ffee"))
    outcome = story.when(StartRound())
    assert outcome.of(DeckShuffled, DeckCommitted) == (
        DeckShuffled(FIRST, 1, 1),
        DeckCommitted(SECOND, commitment(SECOND, FRESH_SEED)),
    )
    assert outcome.seeds == (entrusted(SECOND, FRESH_SEED),)
    cards = outcome.accepted().state.decks.current.cards
    assert cards == shuffled(PACK, Draws.of_deck(FIRST, SEED, {1: bytes.fromhex("c0ffee")}, 1))


def test_another_contribution_gives_other_cards() -> None:
    def cards(entropy: str) -> tuple[str, ...]:
        story = given(opened(), seated(), EntropyContributed(1, FIRST, entropy), started())
        return tuple(story.state.decks.current.cards)

    assert cards("00") != cards("01")


def test_from_the_revealed_seed_anyone_verifies_the_commitment_and_recomputes_the_cards() -> None:
    story = given(opened(rules=ONE_PACK), seated(), EntropyContributed(1, FIRST, "c0ffee"), started(packs=1))
    outcome = story.when(Deal())
    (revealed,) = outcome.of(DeckRevealed)
    assert revealed == DeckRevealed(FIRST, SEED.hex(), used=True)
    seed = Seed(bytes.fromhex(revealed.seed))
    assert commitment(FIRST, seed) == commitment_to(FIRST)
    order = shuffled(PACK, Draws.of_deck(FIRST, seed, {1: bytes.fromhex("c0ffee")}, 1))
    assert [event.card for event in outcome.of(CardDealt)] == list(order[: len(outcome.of(CardDealt))])


def test_when_the_table_closes_the_unused_deck_is_revealed_as_such() -> None:
    revealed = given(opened()).when(CloseTable()).of(DeckRevealed)
    assert revealed == (DeckRevealed(FIRST, SEED.hex(), used=False),)


def test_when_the_table_closes_the_deck_in_use_is_revealed_too() -> None:
    story = given(opened(), started()).when(Deal()).accepted()
    story = story.when(CloseTable()).accepted()
    assert story.state.decks.current is None
    assert story.state.decks.coming is None
    assert story.state.decks.committed == 2


def test_without_the_seed_the_state_is_known_but_for_the_cards() -> None:
    history = [event for event in (*opened(), *started()) if not isinstance(event, type(entrusted("")))]
    decks = given(tuple(history)).state.decks
    assert decks.current.cards == ()
    assert decks.current.left == 8 * 52
    with pytest.raises(IndexError):
        decks.current.next_card()


def test_a_seed_is_kept_for_no_other_deck_than_its_own() -> None:
    story = given(opened()[:-1], entrusted("baccarat-2/1"))
    assert story.state.decks.coming.seed is None


def test_what_is_secret_is_not_in_the_representation_of_the_state() -> None:
    story = betting("9C KD TC 7H")
    shown = repr(story.state.decks.current) + repr(story.state.decks.coming)
    assert SEED.hex() not in shown
    assert "9C" not in shown
    assert f"{story.state.decks.current}" == f"Deck('{FIRST}', shuffle=1, dealt=0, left=416)"


def test_a_shuffled_deck_is_the_one_in_use_and_takes_no_more_entropy() -> None:
    decks = given(opened(), DeckShuffled(FIRST, 1, 8)).state.decks
    assert decks.current.id == FIRST
    assert decks.coming is None

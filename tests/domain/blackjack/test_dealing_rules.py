"""Blackjack, rules 3, 4, 7 and 24: burning and dealing, done by the table."""

from typing import Any

from tests.support.blackjack import FIRST, SECOND, TWO, bets, commands, given, opened, playing, shuffling
from tests.support.moves import after, stacks, when
from tests.support.story import FRESH_SEED, SEED, commitment_to, entrusted

from croupier.domain.cards import PACK
from croupier.domain.decks.events import DeckCommitted, DeckReshuffled, DeckRevealed, DeckShuffled
from croupier.domain.games.blackjack.commands import BlackjackRules
from croupier.domain.games.blackjack.events.cards import (
    CardBurned,
    CardDealt,
    CardOffered,
    CardRefused,
    GoRoundEnded,
    GoRoundStarted,
    PlayersDealtIn,
)
from croupier.domain.games.blackjack.events.hands import BankerTurnedUp
from croupier.domain.shuffle import Draws, shuffled
from croupier.domain.table.bank.events import BankerNamed
from croupier.domain.table.events import RoundStarted

AS_IT_LIES = BlackjackRules(after_burn="deal")


def order(shuffle: int) -> tuple[str, ...]:
    """The pack by that shuffle of the first deck's seed."""
    return shuffled(PACK, Draws.of_deck(FIRST, SEED, {}, shuffle))


def test_rules_3_and_4_the_banker_burns_and_deals_one_card_to_everyone_himself_last() -> None:
    when(given(opened("2C 3C 4C")), "1 start-round").then(
        BankerNamed(1),
        RoundStarted(1),
        PlayersDealtIn((2, 3)),
        DeckShuffled(FIRST, 1, 1),
        DeckCommitted(SECOND, commitment_to(SECOND, FRESH_SEED)),
        CardBurned(None, 3),
        CardDealt(2, 1, None, 0, "down", 4),
        CardDealt(3, 1, None, 1, "down", 4),
        CardDealt(1, 1, None, 2, "down", 4),
        GoRoundEnded(1),
    )


def test_rule_4_the_deal_begins_at_the_bankers_left() -> None:
    story = playing("2C 3C 4C 5C", banker=3, stacks={1: 9, 3: 9, 7: 9, 14: 9})
    assert story.state.play.order == (7, 14, 1)
    assert [hand.seat for hand in story.state.play.hands] == [7, 14, 1]


def test_rule_7_the_second_card_is_face_up_and_everybody_sees_it() -> None:
    story = playing("2C 3C 4C 5C 6C 7C", "2 stake 1", "3 stake 1")
    assert when(story, "1 no-double").of(GoRoundStarted, CardDealt, GoRoundEnded) == (
        GoRoundStarted(2),
        CardDealt(2, 1, "5C", 3, "up", 7),
        CardDealt(3, 1, "6C", 4, "up", 7),
        CardDealt(1, 1, "7C", 5, "up", 7),
        GoRoundEnded(2),
    )


def drawn_and_started(rules: BlackjackRules) -> tuple[tuple[Any, ...], Any]:
    """The events of the pack and the state after the start of a round with shuffled cards."""
    story = given((*shuffling(TWO, rules), BankerNamed(1)))
    outcome = when(story, "1 start-round")
    return outcome.of(DeckShuffled, CardBurned, DeckReshuffled), outcome.accepted().state


def test_rule_3_after_the_burn_the_pack_is_shuffled_again_by_the_same_seed() -> None:
    events, table = drawn_and_started(BlackjackRules())
    assert events == (DeckShuffled(FIRST, 1, 1), CardBurned(order(1)[0], 3), DeckReshuffled(FIRST, 2, 1))
    assert table.decks.current.cards == order(2)
    assert table.play.exposed == order(1)[0]


def test_rule_3_or_it_is_dealt_as_it_lies_and_the_burned_card_is_out() -> None:
    events, table = drawn_and_started(AS_IT_LIES)
    assert events == (DeckShuffled(FIRST, 1, 1), CardBurned(order(1)[0], 3))
    assert table.play.exposed is None
    assert [hand.cards[0].place for hand in table.play.hands] == [1]
    assert table.decks.current.left == 49


def test_rule_3_a_named_burned_card_at_the_bottom_is_never_dealt() -> None:
    story = playing("2C 3C", burned="4C", rules=AS_IT_LIES, stacks=TWO)
    cards = story.state.decks.current.cards
    assert cards[:4] == ("4C", "2C", "3C", "5C")
    assert sorted(cards) == sorted(PACK)
    assert story.state.decks.current.left == 49


def test_rule_3_where_no_burned_card_is_named_none_is_out() -> None:
    story = playing("2C 3C", rules=AS_IT_LIES, stacks=TWO)
    assert story.state.decks.current.left == 50


def test_rule_3_each_round_has_its_burned_card() -> None:
    history = opened("TC TD 9C 8D", "TC TD 9C 8D", burned="2C 3C", stacks=TWO)
    story = given(history, "1 start-round", *bets(1), "2 stand", "1 stand")
    assert when(story, "1 start-round").of(CardBurned) == (CardBurned("3C", 3),)


def test_rule_24_who_gets_the_exposed_card_decides_and_the_deal_waits() -> None:
    story = given(opened("2C KC 3C 4C", burned="KC"))
    outcome = when(story, "1 start-round")
    assert outcome.events[-2:] == (
        CardDealt(2, 1, None, 0, "down", 4),
        CardOffered(3, 1, "KC", 1, "down", None),
    )
    story = outcome.accepted()
    assert commands(story, 3) == ["accept-card", "refuse-card"]
    assert commands(story, 2) == []
    when(story, "2 stake 1").then_refused("wrong-phase")
    when(story, "2 accept-card").then_refused("not-your-turn", rule=25)
    when(story, "3 keep-card KC").then_refused("wrong-phase", rule=25)


def test_rule_24_accepted_it_is_his_card_and_everybody_knows_it() -> None:
    story = playing("2C KC 3C", burned="KC")
    when(story, "3 accept-card").then(
        CardDealt(3, 1, "KC", 1, "down", 24), CardDealt(1, 1, None, 2, "down", 4), GoRoundEnded(1)
    )


def test_rule_24_refused_it_goes_to_the_bottom_and_the_next_card_comes() -> None:
    story = playing("2C KC 3C 4C", burned="KC")
    when(story, "3 refuse-card").then(
        CardRefused(3, 1, 1, 24),
        CardDealt(3, 1, None, 2, "down", 24),
        CardDealt(1, 1, None, 3, "down", 4),
        GoRoundEnded(1),
    )
    table = after(story, "3 refuse-card").state
    assert table.decks.current.cards[-1] == "KC"
    assert table.play.exposed is None


def test_rule_24_the_banker_takes_the_exposed_card() -> None:
    story = given(opened("2C 3C KC", burned="KC"))
    dealt = when(story, "1 start-round").of(CardDealt)
    assert dealt[-1] == CardDealt(1, 1, "KC", 2, "down", 4)


def test_rule_24_in_the_second_go_round_the_deal_waits_as_well() -> None:
    story = playing("2C 3C 4C KC 5C 6C 7C", burned="KC")
    outcome = when(after(story, "2 stake 1", "3 stake 1"), "1 no-double")
    assert outcome.events[-1] == CardOffered(2, 1, "KC", 3, "up", None)
    when(outcome.accepted(), "2 refuse-card").then(
        CardRefused(2, 1, 3, 24),
        CardDealt(2, 1, "5C", 4, "up", 24),
        CardDealt(3, 1, "6C", 5, "up", 7),
        CardDealt(1, 1, "7C", 6, "up", 7),
        GoRoundEnded(2),
    )


def test_rule_24_when_drawing_an_accepted_card_may_break_the_hand() -> None:
    story = playing("TC TD 6C 9D KC", *bets(5), "2 hit", burned="KC", stacks=TWO)
    assert commands(story, 2) == ["accept-card", "refuse-card"]
    when(story, "2 hit").then_refused("wrong-phase")
    assert stacks(after(story, "2 accept-card")) == {1: 105, 2: 95}


def test_rule_24_the_banker_draws_the_exposed_card_himself() -> None:
    story = playing("TC 5D 9C 9D 2C", *bets(5), "2 stand", burned="2C", stacks=TWO)
    when(story, "1 hit").then(CardDealt(1, 1, "2C", 4, "up", 11))


def test_the_deck_is_revealed_when_the_round_is_settled() -> None:
    story = playing("TC TD 9C 8D", *bets(5), "2 stand", stacks=TWO)
    assert when(story, "1 stand").of(DeckRevealed) == (DeckRevealed(FIRST, SEED.hex(), used=True),)


def test_without_the_seed_everything_but_the_cards_is_known() -> None:
    history = [event for event in shuffling(TWO) if not isinstance(event, type(entrusted("")))]
    moves = when(given((*shuffling(TWO), BankerNamed(1))), "1 start-round").events
    table = given((*history, BankerNamed(1), *moves)).state
    assert table.decks.current.cards == ()
    assert table.decks.current.left == 50
    assert table.play.order == (2,)


def test_the_named_decks_may_run_out() -> None:
    story = given(opened("TC TD 9C 8D", stacks=TWO), "1 start-round", *bets(5), "2 stand", "1 stand")
    assert commands(story, 1) == []
    when(story, "1 start-round").then_refused("no-deck-left")


def test_the_banker_turns_up_when_all_are_done() -> None:
    story = playing("TC TD 9C 8D", *bets(5), stacks=TWO)
    assert when(story, "2 stand").of(BankerTurnedUp) == (BankerTurnedUp(1, ("TD", "8D"), 18, 11),)

"""Slippery Sam, rules 1, 9, 10, 12 and 13: the settlement of a bet, and the end of the round."""

import pytest
from tests.support.slippery_sam import FIRST, SECOND, playing
from tests.support.story import SEED, entrusted

from croupier.domain.cards import RANKS
from croupier.domain.decks.events import DeckRevealed, DeckShuffled
from croupier.domain.games.game import Standing
from croupier.domain.games.slippery_sam.commands import Bet, BuyUpcard, StartRound
from croupier.domain.games.slippery_sam.events import BetPlaced, BetSettled, TurnBegan
from croupier.domain.games.slippery_sam.hands import beats, winning_card
from croupier.domain.games.slippery_sam.standing import standing
from croupier.domain.table.bank.events import BankPassed
from croupier.domain.table.bank.setting import SetBank
from croupier.domain.table.events import RoundEnded


@pytest.mark.parametrize("suit", ["C", "D", "H", "S"])
def test_rules_1_and_9_a_higher_card_of_the_suit_wins_and_the_ace_is_the_highest(suit: str) -> None:
    for place, rank in enumerate(RANKS):
        higher = {other for other in RANKS if beats(other + suit, rank + suit)}
        assert higher == set(RANKS[place + 1 :])


def test_rules_1_and_9_a_card_of_another_suit_never_wins() -> None:
    assert not any(beats(f"A{suit}", "2H") for suit in "CDS")


def test_rule_9_the_lowest_card_that_wins_is_the_one_that_is_shown() -> None:
    assert winning_card(("QH", "TH", "AS"), "9H") == "TH"
    assert winning_card(("TH", "AH", "QH"), "JH") == "QH"
    assert winning_card(("AS", "KC", "8H"), "9H") is None


def test_rule_9_the_winner_shows_that_card_only_and_gets_his_stake_and_as_much_from_the_bank() -> None:
    story = playing("QH 5C TH 6C 2C 7C 9H", bank=40)
    story = story.when(Bet(25), by=2).then(
        BetPlaced(2, "9H", 25, 75),
        BetSettled(2, "9H", ("TH",), "won", 9, 25, 25, 125, 15),
        TurnBegan(3, 3),
    )
    assert story.state.bank == 15


def test_rule_10_the_loser_shows_all_three_and_his_stake_joins_the_bank() -> None:
    story = playing("AS 5C KC 6C 8H 7C 9H", bank=40)
    story = story.when(Bet(25), by=2).then(
        BetPlaced(2, "9H", 25, 75),
        BetSettled(2, "9H", ("AS", "KC", "8H"), "lost", 10, 25, -25, 75, 65),
        TurnBegan(3, 13),
    )
    assert story.state.bank == 65


@pytest.mark.parametrize("hand", ["KS QS JS", "AC AD AH", "2S 3S 4S"])
def test_rules_1_and_9_nothing_beats_an_ace(hand: str) -> None:
    cards = hand.split()
    story = playing(f"{cards[0]} 5C {cards[1]} 6C {cards[2]} 7C AS")
    assert story.when(Bet(25), by=2).of(BetSettled)[0].outcome == "lost"


def test_rule_9_a_bet_is_settled_against_the_upcard_that_lies_last() -> None:
    story = playing("QH 5C 2C 6C 3C 7C AD JH").when(BuyUpcard(), by=2).accepted()
    assert story.when(Bet(25), by=2).of(BetSettled) == (
        BetSettled(2, "JH", ("QH",), "won", 9, 25, 25, 115, 35),
    )


def test_rule_12_when_all_have_acted_the_banker_takes_the_bank_and_it_passes_to_the_left() -> None:
    story = playing("2C 5C 3C 6C 4C 7C AD", bank=40).when(Bet(10), by=2).accepted()
    story = story.when(Bet(20), by=3).then(
        BetPlaced(3, "AD", 20, 80),
        BetSettled(3, "AD", ("5C", "6C", "7C"), "lost", 10, 20, -20, 80, 70),
        BankPassed(1, 2, 70, 120, 12),
        RoundEnded(1, 0),
        DeckRevealed(FIRST, SEED.hex(), used=True),
    )
    assert standing(story.state) == Standing(bank=0, in_play=0, banker=2)
    story.when(SetBank(20), by=1).then_refused("not-the-banker")
    story.when(SetBank(20), by=2).accepted()


def test_rule_12_a_bank_emptied_by_the_last_player_passes_as_after_any_round() -> None:
    story = playing("2C TD 3C 6C 4C 7C 9D", bank=40).when(Bet(10), by=2).accepted()
    assert story.when(Bet(50), by=3).of(BankPassed) == (BankPassed(1, 2, 0, 50, 12),)


def test_rule_12_seats_without_chips_are_skipped() -> None:
    story = playing("2C 5C 3C 6C 4C 7C AD", stacks={2: 20, 3: 100}).when(Bet(20), by=2).accepted()
    assert story.when(Bet(20), by=3).of(BankPassed) == (BankPassed(1, 3, 90, 140, 12),)


def test_rule_12_with_all_others_ruined_the_bank_stays() -> None:
    story = playing("2C 5C 3C 6C 4C 7C AD", stacks={2: 20, 3: 30}).when(Bet(20), by=2).accepted()
    story = story.when(Bet(30), by=3).accepted()
    assert story.state.banker == 1
    assert story.state.seats[1].stack == 150


def test_rule_13_an_emptied_bank_passes_at_once_and_the_others_do_not_act() -> None:
    story = playing("TH QH 2C 3C 4C 5C 9H", bank=30)
    story = story.when(Bet(30), by=2).then(
        BetPlaced(2, "9H", 30, 70),
        BetSettled(2, "9H", ("TH",), "won", 9, 30, 30, 130, 0),
        BankPassed(1, 2, 0, 50, 13),
        RoundEnded(1, 0),
        DeckRevealed(FIRST, SEED.hex(), used=True),
    )
    story.when(Bet(5), by=3).then_refused("wrong-phase")


def test_rule_2_the_next_round_is_dealt_from_the_next_deck() -> None:
    story = playing("TH QH 2C 3C 4C 5C 9H", bank=30).when(Bet(30), by=2).accepted()
    story = story.when(SetBank(10), by=2).accepted()
    outcome = story.when(StartRound(), by=2)
    assert outcome.of(DeckShuffled) == (DeckShuffled(SECOND, 1, 1),)
    story = outcome.accepted()
    assert story.state.play.order == (3, 1)
    assert story.state.play.settled == ()
    assert story.state.decks.current.seed == entrusted(SECOND).seed

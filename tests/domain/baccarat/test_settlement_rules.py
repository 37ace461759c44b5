"""Punto banco, rules 9 to 12: settlement, and the end of the shoe."""

import pytest
from tests.support.baccarat import (
    FIRST,
    RULES,
    SECOND,
    THIRD,
    betting,
    given,
    opened,
    placed,
    seated,
    started,
)
from tests.support.story import FRESH_SEED, SEED, Story, commitment_to

from croupier.domain.decks.events import DeckCommitted, DeckRevealed, DeckShuffled
from croupier.domain.games.baccarat.commands import BaccaratRules, BoxName, Deal, StartRound
from croupier.domain.games.baccarat.events import BetSettled, CardDealt, CoupDecided
from croupier.domain.table.events import RoundEnded, RoundStarted

PLAYER_WINS = "9C KD TC 7H"
BANKER_WINS = "2C 9D 4H KS"
TIE = "6C KD QH 6S"


def settled(cards: str, on: BoxName, stake: int, rules: BaccaratRules = RULES) -> BetSettled:
    """How ann's one bet is settled, of a stack of 1000."""
    history = (opened(cards, rules=rules), seated(), started(), placed(1, on, stake, 1000 - stake))
    (event,) = given(*history).when(Deal()).of(BetSettled)
    assert isinstance(event, BetSettled)
    return event


def test_rule_9_a_bet_on_player_pays_1_to_1() -> None:
    assert settled(PLAYER_WINS, "player", 100) == BetSettled(1, "player", "won", 9, 100, 100, 0, 1100)


@pytest.mark.parametrize(
    ("stake", "charge"), [(1, 1), (19, 1), (20, 1), (21, 2), (100, 5), (105, 6), (1000, 50)]
)
def test_rule_9_a_bet_on_banker_pays_1_to_1_less_the_commission_rounded_up(stake: int, charge: int) -> None:
    profit = stake - charge
    assert settled(BANKER_WINS, "banker", stake) == BetSettled(
        1, "banker", "won", 9, stake, profit, charge, 1000 + profit
    )


def test_rule_9_a_bet_on_tie_pays_tie_pays_to_1() -> None:
    assert settled(TIE, "tie", 10) == BetSettled(1, "tie", "won", 9, 10, 80, 0, 1080)


def test_rule_9_commission_and_price_of_the_tie_are_rules_of_the_table() -> None:
    rules = BaccaratRules(commission_percent=4, tie_pays=9)
    assert settled(BANKER_WINS, "banker", 50, rules).charge == 2
    assert settled(TIE, "tie", 10, rules).profit == 90


@pytest.mark.parametrize(
    ("cards", "on"),
    [
        (PLAYER_WINS, "banker"),
        (PLAYER_WINS, "tie"),
        (BANKER_WINS, "player"),
        (BANKER_WINS, "tie"),
    ],
)
def test_rule_9_a_bet_on_another_box_is_lost(cards: str, on: BoxName) -> None:
    assert settled(cards, on, 100) == BetSettled(1, on, "lost", 9, 100, -100, 0, 900)


def test_rule_9_the_house_account_pays_and_collects() -> None:
    story = betting(PLAYER_WINS, placed(1, "player", 100, 900), placed(1, "tie", 10, 890))
    assert story.when(Deal()).of(RoundEnded) == (RoundEnded(1, house=-90),)
    assert story.when(Deal()).accepted().state.house == -90


@pytest.mark.parametrize("on", ["player", "banker"])
def test_rule_10_on_a_tie_bets_on_player_and_banker_are_returned(on: BoxName) -> None:
    assert settled(TIE, on, 100) == BetSettled(1, on, "returned", 10, 100, 0, 0, 1000)


def one_pack(*decks: str, cut_card: int) -> Story:
    """A table of one pack in its first round."""
    rules = BaccaratRules(decks=1, cut_card=cut_card)
    return given(opened(*decks, rules=rules), seated(), started(packs=1))


def test_rule_11_with_exactly_cut_card_cards_left_the_shoe_goes_on() -> None:
    story = one_pack(PLAYER_WINS, cut_card=48)
    story = story.when(Deal()).accepted()
    story = story.when(StartRound()).then(RoundStarted(2))
    dealt = story.when(Deal()).of(CardDealt)
    assert dealt[0] == CardDealt("player", "2C", 4, 3)


def test_rule_11_with_fewer_left_the_shoe_is_revealed_and_the_next_round_has_a_new_one() -> None:
    story = one_pack(PLAYER_WINS, "6C 6D JC JD", cut_card=49)
    outcome = story.when(Deal())
    assert outcome.events[-2:] == (RoundEnded(1, 0), DeckRevealed(FIRST, SEED.hex(), used=True))
    story = outcome.accepted()
    story = story.when(StartRound()).then(
        RoundStarted(2),
        DeckShuffled(SECOND, 1, 1),
        DeckCommitted(THIRD, commitment_to(THIRD, FRESH_SEED)),
    )
    assert story.when(Deal()).of(CardDealt)[0] == CardDealt("player", "6C", 0, 3)


def test_rule_11_a_shoe_always_lasts_for_the_six_cards_of_a_coup() -> None:
    story = given(
        opened("KC KD KH QD 2C 2D", rules=BaccaratRules(decks=1, cut_card=6)), seated(), started(packs=1)
    )
    rounds = 0
    while story.state.decks.current:
        story.when(Deal()).accepted()
        rounds += 1
        if story.state.decks.current:
            story.when(StartRound()).accepted()
    assert 52 // 6 <= rounds <= 52 // 4


def test_rule_12_settlement_goes_by_seat_and_within_a_seat_by_the_order_of_placing() -> None:
    story = given(
        opened("4C 2D 2H 6S"),
        *(seated(seat, 500) for seat in (2, 3, 7)),
        started(),
        placed(7, "banker", 60, 440),
        placed(3, "tie", 10, 490),
        placed(2, "banker", 40, 460),
        placed(7, "player", 20, 420),
        placed(2, "tie", 15, 445),
        placed(7, "banker", 5, 415, total=65),
    )
    order = [(event.seat, event.on, event.stake) for event in story.when(Deal()).of(BetSettled)]
    assert order == [
        (2, "banker", 40),
        (2, "tie", 15),
        (3, "tie", 10),
        (7, "banker", 65),
        (7, "player", 20),
    ]


def test_a_deal_is_told_from_its_first_card_to_the_end_of_the_round() -> None:
    story = betting(PLAYER_WINS, placed(1, "player", 100, 900))
    story = story.when(Deal(), "house").then(
        CardDealt("player", "9C", 0, 3),
        CardDealt("banker", "KD", 1, 3),
        CardDealt("player", "TC", 2, 3),
        CardDealt("banker", "7H", 3, 3),
        CoupDecided(9, 7, "player", 4),
        BetSettled(1, "player", "won", 9, 100, 100, 0, 1100),
        RoundEnded(1, -100),
    )
    assert story.state.play.bets == ()
    assert not story.state.in_round

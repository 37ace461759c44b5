"""Slippery Sam, rules 4, 6 to 8 and 11: the deal and the turns."""

import pytest
from tests.support.slippery_sam import PLAYERS, banking, given, opened, playing, seated
from tests.support.story import CLOCK, Story

from croupier.domain.games.slippery_sam.bounds import refusals_left
from croupier.domain.games.slippery_sam.commands import (
    Bet,
    BuyUpcard,
    Pass,
    SlipperySamLimits,
    SlipperySamRules,
    StartRound,
)
from croupier.domain.games.slippery_sam.events import (
    BetPlaced,
    HandsDealt,
    TurnBegan,
    TurnPassed,
    UpcardRefused,
    UpcardTurned,
)
from croupier.domain.games.slippery_sam.hands import hand_of
from croupier.domain.table.bank.events import BankPassed
from croupier.domain.table.bank.setting import SetBank
from croupier.domain.table.commands import ExpireTurn

CARDS = "2C 5C 3C 6C 4C 7C AD AH AS KD QD JD TD 9D"
"""Seat 2 gets 2C 3C 4C and seat 3 5C 6C 7C; nobody beats an ace."""


def test_rule_4_the_cards_go_one_at_a_time_from_the_bankers_left() -> None:
    table = playing("2C 3C 4C 5C 6C 7C 8C 9C TC 2D", stacks={2: 100, 7: 100, 9: 100}).state
    hands = [hand_of(table, seat) for seat in (2, 7, 9)]
    assert hands == [("2C", "5C", "8C"), ("3C", "6C", "9C"), ("4C", "7C", "TC")]
    assert table.play.upcard == "2D"


def test_rule_4_who_has_no_chips_is_dealt_to_all_the_same() -> None:
    story = given(opened("", banker=3), seated(1, 0), seated(3), seated(4))
    story = story.when(SetBank(20), by=3).accepted()
    assert story.when(StartRound(), by=3).of(HandsDealt) == (HandsDealt((4, 1)),)


def test_rule_4_two_to_nine_are_dealt_to() -> None:
    for players in range(2, 10):
        story = given(opened("", banker=1), *(seated(seat) for seat in range(1, players + 1)))
        story = story.when(SetBank(20), by=1).accepted()
        assert story.when(StartRound(), by=1).of(HandsDealt)[0].seats == tuple(range(2, players + 1))


def test_rule_6_a_bet_is_from_the_minimum_to_the_whole_bank() -> None:
    story = playing(CARDS, bank=30)
    story.when(Bet(4), by=2).then_refused("stake-below-minimum", rule=6)
    story.when(Bet(31), by=2).then_refused("stake-above-maximum", rule=6)
    assert story.when(Bet(5), by=2).of(BetPlaced) == (BetPlaced(2, "AD", 5, 95),)
    assert story.when(Bet(30), by=2).of(BetPlaced) == (BetPlaced(2, "AD", 30, 70),)


@pytest.mark.parametrize("stake", [-5, 0])
def test_rule_6_nothing_is_no_bet(stake: int) -> None:
    playing(CARDS).when(Bet(stake), by=2).then_refused("stake-below-minimum", rule=6)


def test_rule_6_no_bet_is_more_than_the_stack_holds() -> None:
    story = playing(CARDS, stacks={2: 20, 3: 100})
    story.when(Bet(21), by=2).then_refused("insufficient-chips", rule=6)
    story.when(Bet(20), by=2).accepted()


def test_rule_6_when_the_bank_holds_less_than_the_minimum_the_least_bet_is_the_whole_bank() -> None:
    story = playing(CARDS, bank=3)
    story.when(Bet(2), by=2).then_refused("stake-below-minimum", rule=6)
    story.when(Bet(4), by=2).then_refused("stake-above-maximum", rule=6)
    story.when(Bet(3), by=2).accepted()


def test_rule_6_the_next_bet_may_be_as_much_as_the_bank_has_come_to_hold() -> None:
    story = playing(CARDS, bank=30).when(Bet(30), by=2).accepted()
    story.when(Bet(61), by=3).then_refused("stake-above-maximum", rule=6)
    story.when(Bet(60), by=3).accepted()


def test_rule_6_each_acts_in_turn_and_once() -> None:
    story = playing(CARDS)
    for command in (Bet(10), BuyUpcard(), Pass()):
        story.when(command, by=3).then_refused("not-your-turn", rule=6)
    story = story.when(Bet(10), by=2).accepted()
    for command in (Bet(10), BuyUpcard(), Pass()):
        story.when(command, by=2).then_refused("not-your-turn", rule=6)


def test_rule_6_the_banker_does_not_play_against_his_bank() -> None:
    story = playing(CARDS)
    story.when(Bet(10), by=1).then_refused("banker-may-not-bet", rule=6)
    story.when(BuyUpcard(), by=1).then_refused("not-your-turn", rule=6)
    story.when(Pass(), by=1).then_refused("not-your-turn", rule=6)


def test_rule_6_the_house_has_no_part_in_the_round() -> None:
    for command in (Bet(10), BuyUpcard(), Pass()):
        playing(CARDS).when(command, "house").then_refused("not-your-turn", rule=6)


@pytest.mark.parametrize(("bank", "price"), [(1, 1), (4, 1), (5, 1), (6, 2), (50, 10), (52, 11)])
def test_rule_7_a_new_upcard_costs_a_fifth_of_the_bank_rounded_up(bank: int, price: int) -> None:
    story = given(opened(CARDS), seated(1), seated(2), seated(3), banking(1, bank, 50))
    story = story.when(StartRound(), by=1).accepted()
    story.when(BuyUpcard(), by=2).then(
        UpcardRefused(2, "AD", 1, price, 100 - price, bank + price), UpcardTurned("AH", 7, 7)
    )


def test_rule_7_within_a_turn_each_upcard_has_the_same_price() -> None:
    story = playing(CARDS, bank=52)
    prices = []
    for _ in range(3):
        outcome = story.when(BuyUpcard(), by=2)
        prices += [event.price for event in outcome.of(UpcardRefused)]
        story = outcome.accepted()
    assert prices == [11, 11, 11]
    assert story.state.bank == 85


def test_rule_7_the_next_turn_has_a_price_of_its_own() -> None:
    story = playing(CARDS, bank=50).when(BuyUpcard(), by=2).accepted()
    assert story.when(Bet(60), by=2).of(TurnBegan) == (TurnBegan(3, 24),)


def test_rule_7_a_fixed_price_stays_whatever_the_bank_holds() -> None:
    story = playing(CARDS, bank=52, rules=SlipperySamRules(upcard_price=7))
    assert story.when(BuyUpcard(), by=2).of(UpcardRefused) == (UpcardRefused(2, "AD", 1, 7, 93, 59),)
    assert story.when(Bet(52), by=2).of(TurnBegan) == (TurnBegan(3, 7),)


def test_rule_7_who_cannot_pay_the_price_does_not_buy() -> None:
    story = playing(CARDS, bank=50, stacks={2: 9, 3: 10})
    story.when(BuyUpcard(), by=2).then_refused("insufficient-chips", rule=7)
    story = story.when(ExpireTurn(), CLOCK).accepted()
    story.when(BuyUpcard(), by=3).accepted()


def refused(times: int, story: Story, by: int = 2) -> Story:
    """The seat refuses that many upcards."""
    for _ in range(times):
        story = story.when(BuyUpcard(), by).accepted()
    return story


@pytest.mark.parametrize("refusals", [0, 1, 2, 3])
def test_rule_8_after_the_last_refusal_he_bets_or_passes(refusals: int) -> None:
    story = refused(refusals, playing(CARDS, rules=SlipperySamRules(refusals=refusals)))
    story.when(BuyUpcard(), by=2).then_refused("no-more-refusals", rule=8)
    story.when(Bet(5), by=2).accepted()


@pytest.mark.parametrize("refusals", [0, 1, 2])
def test_rule_8_he_may_not_pass_earlier(refusals: int) -> None:
    story = refused(refusals, playing(CARDS))
    story.when(Pass(), by=2).then_refused("may-not-pass", rule=8)


def test_rule_8_after_the_third_refusal_he_may_pass() -> None:
    story = refused(3, playing(CARDS, bank=50))
    story.when(Pass(), by=2).then(TurnPassed(2, 8), TurnBegan(3, 16))


@pytest.mark.parametrize(
    ("stack", "may_pass"),
    [(0, True), (4, True), (5, False), (9, False), (10, False)],
)
def test_rule_8_who_can_pay_neither_the_least_bet_nor_the_price_may_pass(stack: int, may_pass: bool) -> None:
    outcome = playing(CARDS, bank=50, stacks={2: stack, 3: 100}).when(Pass(), by=2)
    if may_pass:
        outcome.accepted()
    else:
        outcome.then_refused("may-not-pass", rule=8)


def test_rule_8_who_can_buy_but_not_bet_may_not_pass() -> None:
    story = playing(CARDS, bank=20, stacks={2: 4, 3: 100})
    story.when(Bet(5), by=2).then_refused("insufficient-chips")
    story.when(Pass(), by=2).then_refused("may-not-pass", rule=8)
    story = story.when(BuyUpcard(), by=2).accepted()
    story.when(Pass(), by=2).accepted()


def test_rule_8_with_a_bank_below_the_minimum_the_least_bet_that_counts_is_the_whole_bank() -> None:
    limits = SlipperySamLimits(50)
    playing(CARDS, bank=20, stacks={2: 3, 3: 100}, limits=limits).when(Pass(), by=2).accepted()
    story = playing(CARDS, bank=20, stacks={2: 20, 3: 100}, rules=SlipperySamRules(30), limits=limits)
    story.when(Pass(), by=2).then_refused("may-not-pass", rule=8)


def test_rule_8_the_clock_passes_for_who_may_not_pass_himself() -> None:
    story = playing(CARDS, bank=50)
    story.when(Pass(), by=2).then_refused("may-not-pass")
    story.when(ExpireTurn(), CLOCK).then(TurnPassed(2, 8), TurnBegan(3, 10))


def test_the_clock_ends_a_round_in_which_nobody_acts() -> None:
    story = playing(CARDS, bank=50)
    while story.state.in_round:
        story = story.when(ExpireTurn(), CLOCK).accepted()
    assert story.state.banker == 2
    assert {seat: taken.stack for seat, taken in story.state.seats.items()} == {1: 100, 2: 100, 3: 100}


def test_rule_11_the_upcard_that_was_bet_on_stays_for_the_next() -> None:
    story = refused(1, playing(CARDS)).when(Bet(10), by=2).accepted()
    assert story.state.play.upcard == "AH"
    assert story.when(Bet(10), by=3).of(BetPlaced) == (BetPlaced(3, "AH", 10, 90),)


def test_rule_11_the_upcard_that_was_passed_stays_for_the_next() -> None:
    story = refused(3, playing(CARDS)).when(Pass(), by=2).accepted()
    outcome = story.when(BuyUpcard(), by=3)
    assert outcome.of(UpcardRefused)[0].upcard == "KD"
    assert outcome.of(UpcardTurned) == (UpcardTurned("QD", 10, 7),)


def test_the_pack_lasts_for_nine_players_who_refuse_three_times_each() -> None:
    stacks = dict.fromkeys([seat for seat in PLAYERS if seat != 1], 10_000)
    cards = " ".join(rank + suit for rank in "23456789TJQKA" for suit in "CDHS")
    story = playing(cards, stacks=stacks)
    for seat in stacks:
        story = refused(3, story, seat)
        assert story.state.decks.current.left >= 3
        story = story.when(Pass(), by=seat).accepted()
    assert not story.state.in_round


def test_where_more_refusals_are_allowed_the_last_card_of_the_pack_is_the_last_upcard() -> None:
    rules = SlipperySamRules(upcard_price=1, refusals=48)
    story = refused(45, playing(CARDS, rules=rules))
    assert story.state.decks.current.left == 0
    assert refusals_left(story.state) == 0
    story.when(BuyUpcard(), by=2).then_refused("no-more-refusals", rule=8)
    story = story.when(Pass(), by=2).accepted()
    story.when(BuyUpcard(), by=3).then_refused("no-more-refusals", rule=8)
    assert story.when(Pass(), by=3).of(BankPassed) == (BankPassed(1, 2, 95, 145, 12),)


class TestPrecedence:
    """Where a command is wrong in several ways, the refusal named is always the same one."""

    def test_the_phase_comes_before_the_banker(self) -> None:
        playing(CARDS).when(StartRound(), by=2).then_refused("wrong-phase")
        playing(CARDS).when(SetBank(0), by=2).then_refused("wrong-phase")

    def test_the_banker_who_bets_comes_before_the_turn(self) -> None:
        playing(CARDS).when(Bet(0), by=1).then_refused("banker-may-not-bet")

    def test_the_turn_comes_before_the_amounts(self) -> None:
        playing(CARDS).when(Bet(0), by=3).then_refused("not-your-turn")

    def test_the_bounds_come_before_the_stack(self) -> None:
        story = playing(CARDS, bank=20, stacks={2: 1, 3: 100})
        story.when(Bet(4), by=2).then_refused("stake-below-minimum")
        story.when(Bet(21), by=2).then_refused("stake-above-maximum")
        story.when(Bet(20), by=2).then_refused("insufficient-chips")

    def test_the_last_refusal_comes_before_the_stack(self) -> None:
        story = refused(1, playing(CARDS, stacks={2: 10, 3: 100}, rules=SlipperySamRules(refusals=1)))
        story.when(BuyUpcard(), by=2).then_refused("no-more-refusals")

"""Blackjack, rules 2 and 18 to 20: who banks, and how the bank changes hands."""

from tests.support.blackjack import FIRST, THREE, TWO, bets, commands, given, opened, playing
from tests.support.moves import after, events_of, stacks, when
from tests.support.story import SEED

from croupier.domain.amounts import MOST
from croupier.domain.catalogue import GAMES
from croupier.domain.decks.events import DeckRevealed
from croupier.domain.games.blackjack.commands import BlackjackLimits
from croupier.domain.games.blackjack.events.bank import BankOffered, BankRefused, BankSold, BankWon
from croupier.domain.games.game import Standing
from croupier.domain.options import OneOf, Option, Range
from croupier.domain.table.bank.events import BankerNamed, BankPassed, CardDrawn
from croupier.domain.table.events import LeaveAsked, RoundEnded, SeatLeft

GAME = GAMES["blackjack"]
TWO_NATURALS = "AC AD 9S TC TD 9H"
WON = bets(5, 5)
"""Both players are dealt naturals, which settles the round."""


def test_rule_2_the_first_black_jack_makes_the_first_banker() -> None:
    story = given(opened("2C 3C", banker=None, stacks={2: 9, 5: 9, 9: 9}, draw="4C JH KD 2S JS"))
    assert when(story, "5 start-round").of(CardDrawn, BankerNamed) == (
        CardDrawn(2, "4C"),
        CardDrawn(5, "JH"),
        CardDrawn(9, "KD"),
        CardDrawn(2, "2S"),
        CardDrawn(5, "JS"),
        BankerNamed(5),
    )
    when(story, "2 start-round").then_refused("not-the-banker", rule=3)


def test_rule_2_the_jack_of_clubs_does_as_well() -> None:
    story = given(opened("2C 3C", banker=None, stacks=TWO, draw="JC"))
    assert commands(story, 1) == ["start-round"]
    assert commands(story, 2) == []


def test_rule_2_nobody_is_drawn_while_only_one_has_chips() -> None:
    story = given(opened("2C 3C", banker=None, stacks={1: 9, 2: 0}, draw="JC"))
    when(story, "1 start-round").then_refused("too-few-players")
    assert commands(story, 1) == []


def test_rule_3_only_the_banker_starts_and_only_between_rounds() -> None:
    when(given(opened("2C")), "2 start-round").then_refused("not-the-banker", rule=3)
    when(given(opened("2C")), "house start-round").then_refused("not-the-banker", rule=3)
    when(playing("2C"), "2 start-round").then_refused("wrong-phase", rule=3)


def test_a_round_needs_one_who_can_stake_the_minimum() -> None:
    story = given(opened("2C", stacks={1: 100, 2: 4}, limits=BlackjackLimits(5, 20)))
    assert commands(story, 1) == []
    when(story, "1 start-round").then_refused("too-few-players", rule=5)


def test_a_banker_without_chips_starts_nothing() -> None:
    story = given(opened("2C", stacks={1: 0, 2: 9}))
    assert commands(story, 1) == []
    when(story, "1 start-round").then_refused("wrong-phase", rule=20)
    when(story, "2 start-round").then_refused("wrong-phase", rule=20)


def test_rule_18_the_nearest_natural_to_the_left_wins_the_bank() -> None:
    story = playing(TWO_NATURALS, "2 stake 5", "3 stake 5")
    events = events_of(story, "1 no-double")
    assert events[-2:] == [DeckRevealed(FIRST, SEED.hex(), used=True), BankWon(2, 18)]
    story = after(story, "1 no-double")
    when(story, "3 take-bank").then_refused("not-your-turn", rule=18)
    when(story, "1 take-bank").then_refused("not-your-turn", rule=18)


def test_rule_18_until_he_has_chosen_the_old_banker_is_shown_and_no_round_starts() -> None:
    story = playing(TWO_NATURALS, *WON)
    assert GAME.standing(story.state) == Standing(0, 0, 1)
    assert commands(story, 1) == commands(story, 3) == []
    when(story, "1 start-round").then_refused("wrong-phase")


def test_rule_18_he_takes_the_bank_and_the_round_ends() -> None:
    story = playing(TWO_NATURALS, *WON)
    when(story, "2 take-bank").then(BankPassed(1, 2, 0, 80, 18), RoundEnded(1, 0))
    assert after(story, "2 take-bank").state.banker == 2


def test_rule_18_without_a_natural_the_banker_goes_on() -> None:
    story = playing("TC TD 9C 8D", *bets(5), "2 stand", "1 stand", stacks=TWO)
    assert story.state.banker == 1
    when(story, "2 take-bank").then_refused("wrong-phase", rule=18)


def test_rule_19_the_right_may_be_sold() -> None:
    story = playing(TWO_NATURALS, *WON)
    assert GAME.options(story.state, 2) == (
        Option("take-bank"),
        Option("sell-bank", {"to": OneOf((1, 3)), "price": Range(1, MOST)}),
    )
    when(story, "2 sell-bank 3 30").then(BankOffered(2, 3, 30))
    story = after(story, "2 sell-bank 3 30")
    assert commands(story, 3) == ["buy-bank", "refuse-bank"]
    assert commands(story, 2) == []
    when(story, "3 buy-bank").then(
        BankSold(2, 3, 30, 140, 80, 19), BankPassed(1, 3, 0, 80, 19), RoundEnded(1, 0)
    )
    assert after(story, "3 buy-bank").state.banker == 3


def test_rule_19_the_old_banker_may_buy_it() -> None:
    story = playing(TWO_NATURALS, *WON, "2 sell-bank 1 30")
    when(story, "1 buy-bank").then(BankSold(2, 1, 30, 140, 50, 19), RoundEnded(1, 0))
    assert after(story, "1 buy-bank").state.banker == 1


def test_rule_19_a_refused_sale_leaves_him_the_choice_again() -> None:
    story = playing(TWO_NATURALS, *WON, "2 sell-bank 3 30")
    when(story, "2 take-bank").then_refused("wrong-phase", rule=18)
    when(story, "2 sell-bank 1 30").then_refused("wrong-phase", rule=18)
    when(story, "1 refuse-bank").then_refused("not-your-turn", rule=19)
    when(story, "3 refuse-bank").then(BankRefused(2, 3))
    story = after(story, "3 refuse-bank")
    when(story, "3 buy-bank").then_refused("wrong-phase", rule=19)
    assert commands(story, 2) == ["take-bank", "sell-bank"]


def test_rule_19_a_sale_has_another_seat_and_a_price() -> None:
    story = playing(TWO_NATURALS, *WON)
    when(story, "2 sell-bank 5 30").then_refused("unknown-target", rule=19)
    when(story, "2 sell-bank 2 30").then_refused("unknown-target", rule=19)
    when(story, "2 sell-bank 3 0").then_refused("stake-below-minimum", rule=19)


def test_rule_19_the_price_is_checked_when_he_buys() -> None:
    story = playing(TWO_NATURALS, *WON, "2 sell-bank 3 111")
    assert commands(story, 3) == ["refuse-bank"]
    when(story, "3 buy-bank").then_refused("insufficient-chips", rule=19)


def test_rule_19_who_pays_his_last_chip_banks_when_he_has_others() -> None:
    story = playing(TWO_NATURALS, *WON, "2 sell-bank 3 110", "3 buy-bank")
    assert story.state.banker == 3
    assert stacks(story)[3] == 0
    when(story, "3 start-round").then_refused("wrong-phase")
    when(story, "clock expire-turn").then(BankPassed(3, 1, 0, 0, None))
    assert commands(after(story, "3 top-up 50"), 3) == []  # no more packs are named


def test_rule_20_a_banker_with_an_empty_stack_passes_the_bank_over_empty_stacks() -> None:
    how = {1: 5, 2: 3, 3: 100}
    story = playing("TC TD 9H 6C 9D 8H", *bets(3, 8), "2 stand", "3 stand", stacks=how)
    assert when(story, "1 stand").events[-2:] == (BankPassed(1, 3, 0, 0, 20), RoundEnded(1, 0))


def test_rule_20_a_natural_goes_before_the_empty_stack() -> None:
    story = playing("AC 9S TC 9H", *bets(5), stacks={1: 3, 2: 100})
    assert stacks(story)[1] == 0
    assert commands(story, 2) == ["take-bank", "sell-bank"]
    when(story, "2 take-bank").then(BankPassed(1, 2, 0, 0, 18), RoundEnded(1, 0))


def test_a_late_banker_loses_the_bank_to_his_left() -> None:
    story = given(opened("2C 3C 4C", banker=2))
    assert when(story, "clock expire-turn").of(BankPassed) == (BankPassed(2, 3, 0, 100, None),)


def test_nobody_is_late_who_has_nobody_to_play_with() -> None:
    story = given(opened("2C", stacks={1: 100, 2: 4}, limits=BlackjackLimits(5, 20)))
    when(story, "clock expire-turn").then_refused("wrong-phase")
    when(given(opened("2C", stacks={1: 100})), "clock expire-turn").then_refused("wrong-phase")


def test_a_banker_who_leaves_passes_the_bank_to_his_left() -> None:
    story = after(given(opened("2C", "3C", stacks=THREE)), "1 start-round", "1 leave")
    assert story.state.seats[1].leaving
    story = given(opened("TC TD 9C 8D", stacks=TWO), "1 start-round", *bets(5), "2 stand")
    when(story, "1 leave").then(LeaveAsked(1))
    assert when(after(story, "1 leave"), "1 stand").events[-3:] == (
        RoundEnded(1, 0),
        BankPassed(1, 2, 0, 95, None),
        SeatLeft(1, "player1", 95),
    )


def test_who_won_the_bank_and_leaves_still_chooses() -> None:
    story = after(playing(TWO_NATURALS, *WON), "2 leave")
    assert when(story, "2 take-bank").events == (
        BankPassed(1, 2, 0, 80, 18),
        RoundEnded(1, 0),
        BankPassed(2, 3, 0, 110, None),
        SeatLeft(2, "player2", 110),
    )

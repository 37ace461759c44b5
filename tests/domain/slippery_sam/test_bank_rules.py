"""Slippery Sam, rules 1 to 3, 12 and the conventions: the bank between rounds."""

import pytest
from tests.support.slippery_sam import (
    FIRST,
    PLAYERS,
    SECOND,
    banking,
    given,
    opened,
    playing,
    seated,
    shuffling,
)
from tests.support.story import CLOCK, FRESH_SEED, SEED, commitment_to

from croupier.domain.decks.events import DeckCommitted, DeckRevealed, DeckShuffled
from croupier.domain.games.slippery_sam.commands import Bet, BuyUpcard, Pass, StartRound
from croupier.domain.games.slippery_sam.events import HandsDealt, TurnBegan, UpcardTurned
from croupier.domain.games.slippery_sam.options import options
from croupier.domain.table.bank.events import BankerNamed, BankPassed, BankSet, CardDrawn
from croupier.domain.table.bank.setting import SetBank
from croupier.domain.table.commands import CloseTable, ExpireTurn, Leave, TakeSeat
from croupier.domain.table.events import RoundEnded, RoundStarted, SeatLeft, TableClosed

WON_BY_NOBODY = "2C 3C 4C 5C 6C 7C AD"


def test_rule_1_everyone_cuts_in_seat_order_and_the_highest_banks() -> None:
    story = given(opened(draw="JH AD KC"), seated(2), seated(5), seated(9))
    story.when(SetBank(60), by=5).then(
        CardDrawn(2, "JH"),
        CardDrawn(5, "AD"),
        CardDrawn(9, "KC"),
        BankerNamed(5),
        BankSet(5, 60, 60, 40),
    )


def test_rule_1_equals_cut_again_among_themselves() -> None:
    story = given(opened(draw="TC 9D TS 6H 7H"), seated(1), seated(3), seated(4))
    story.when(SetBank(30), by=1).then_refused("not-the-banker", rule=3)
    drawn = story.when(SetBank(30), by=4).of(CardDrawn)
    assert [(card.seat, card.card) for card in drawn[3:]] == [(1, "6H"), (4, "7H")]


def test_rule_1_a_shuffled_table_cuts_from_the_deck_it_is_committed_to() -> None:
    story = given(shuffling(), seated(1), seated(2), seated(3))
    [banker] = [seat for seat in (1, 2, 3) if options(story.state, seat)]
    story = story.when(SetBank(30), by=banker).accepted()
    assert story.state.banker == banker


def test_rule_1_who_has_no_chips_does_not_cut_for_the_bank() -> None:
    story = given(opened(draw="2H 3H"), seated(1, 0), seated(2), seated(3))
    assert story.when(SetBank(30), by=3).of(CardDrawn) == (CardDrawn(2, "2H"), CardDrawn(3, "3H"))


def test_rule_1_who_sits_alone_banks_without_a_cut() -> None:
    story = given(opened(), seated(1)).when(SetBank(30), by=1).then(BankerNamed(1), BankSet(1, 30, 30, 70))
    story.when(StartRound(), by=1).then_refused("too-few-players")


def test_rules_2_and_4_the_banker_shuffles_and_deals_each_round_afresh() -> None:
    story = given(opened(WON_BY_NOBODY), seated(1), seated(2), seated(3), banking(1, 50, 50))
    story.when(StartRound(), by=1).then(
        RoundStarted(1),
        DeckShuffled(FIRST, 1, 1),
        DeckCommitted(SECOND, commitment_to(SECOND, FRESH_SEED)),
        HandsDealt((2, 3)),
        UpcardTurned("AD", 6, 4),
        TurnBegan(2, 10),
    )


def test_rule_3_the_bank_is_any_amount_from_the_minimum_that_the_stack_holds() -> None:
    story = given(opened(banker=1), seated(1, 200), seated(2))
    story.when(SetBank(4), by=1).then_refused("stake-below-minimum", rule=3)
    story.when(SetBank(201), by=1).then_refused("insufficient-chips", rule=3)
    story.when(SetBank(200), by=1).then(BankerNamed(1), BankSet(1, 200, 200, 0))


@pytest.mark.parametrize("amount", [-1, 0, 2])
def test_rule_3_who_has_less_than_the_minimum_banks_his_whole_stack(amount: int) -> None:
    story = given(opened(banker=1), seated(1, 3), seated(2))
    story.when(SetBank(amount), by=1).then_refused("stake-below-minimum", rule=3)
    story.when(SetBank(3), by=1).accepted()


def test_rule_3_the_bank_is_put_up_once_and_only_by_the_banker() -> None:
    story = given(opened(""), seated(1), seated(2), BankerNamed(1))
    story.when(SetBank(10), by=2).then_refused("not-the-banker", rule=3)
    story.when(SetBank(10), "house").then_refused("not-the-banker", rule=3)
    story = story.when(SetBank(10), by=1).accepted()
    story.when(SetBank(10), by=1).then_refused("wrong-phase", rule=3)
    story = story.when(StartRound(), by=1).accepted()
    story.when(SetBank(10), by=1).then_refused("wrong-phase", rule=3)


def test_rule_4_without_a_bank_nothing_is_dealt() -> None:
    story = given(opened(""), seated(1), seated(2), BankerNamed(1))
    story.when(StartRound(), by=1).then_refused("wrong-phase", rule=3)
    story.when(StartRound(), by=2).then_refused("wrong-phase", rule=3)


def test_rule_4_only_the_banker_deals() -> None:
    story = given(opened(""), seated(1), seated(2), banking(1, 50, 50))
    story.when(StartRound(), by=2).then_refused("not-the-banker", rule=4)
    story.when(StartRound(), "house").then_refused("not-the-banker", rule=4)


def test_rule_4_a_round_needs_two_players() -> None:
    story = given(opened(""), seated(1), banking(1, 50, 50))
    story.when(StartRound(), by=1).then_refused("too-few-players")


def test_between_rounds_nobody_bets_buys_or_passes() -> None:
    story = given(opened(""), seated(1), seated(2), banking(1, 50, 50))
    for command in (Bet(10), BuyUpcard(), Pass()):
        for by in (1, 2, "house"):
            story.when(command, by).then_refused("wrong-phase")


def test_a_banker_who_does_not_put_up_his_bank_in_time_loses_it_to_the_left() -> None:
    story = given(opened(draw="KC 2C 3C"), seated(1), seated(2), seated(3))
    story.when(ExpireTurn(), CLOCK).then(
        CardDrawn(1, "KC"),
        CardDrawn(2, "2C"),
        CardDrawn(3, "3C"),
        BankerNamed(1),
        BankPassed(1, 2, 0, 100, None),
    )


def test_a_banker_who_does_not_deal_in_time_takes_his_bank_back_and_loses_it() -> None:
    story = given(opened(""), seated(1), seated(2, 0), seated(3), banking(1, 60, 40))
    story = story.when(ExpireTurn(), CLOCK).then(BankPassed(1, 3, 60, 100, None))
    story.when(SetBank(10), by=3).accepted()


def test_nobody_is_late_while_nobody_else_could_bank() -> None:
    alone = given(opened(), seated(1), banking(1, 60, 40))
    alone.when(ExpireTurn(), CLOCK).then_refused("wrong-phase")
    poor = given(opened(), seated(1), seated(2, 0), banking(1, 60, 40))
    poor.when(ExpireTurn(), CLOCK).then_refused("wrong-phase")
    given(opened()).when(ExpireTurn(), CLOCK).then_refused("wrong-phase")
    given(opened(), seated(1)).when(ExpireTurn(), CLOCK).then_refused("wrong-phase")


def test_only_the_clock_says_who_is_late() -> None:
    story = given(opened(), seated(1), seated(2), banking(1, 60, 40))
    for by in (1, 2, "house"):
        story.when(ExpireTurn(), by).then_refused("not-your-turn")


def test_a_banker_who_leaves_takes_his_bank_with_him_and_passes_it_to_the_left() -> None:
    story = given(opened(), seated(1), seated(2, 0), seated(3), banking(1, 60, 40))
    story.when(Leave(), by=1).then(BankPassed(1, 3, 60, 100, None), SeatLeft(1, "ann", 100))


def test_the_last_to_leave_leaves_the_bank_to_nobody_and_the_next_is_drawn() -> None:
    story = given(opened(draw="2C 3C"), seated(1), banking(1, 60, 40))
    story = story.when(Leave(), by=1).then(BankPassed(1, None, 60, 100, None), SeatLeft(1, "ann", 100))
    for seat in (2, 3):
        story = story.when(TakeSeat(seat, 100), PLAYERS[seat]).accepted()
    assert story.when(SetBank(10), by=3).of(BankerNamed) == (BankerNamed(3),)


def test_rule_12_who_asks_to_leave_in_the_round_is_not_passed_the_bank() -> None:
    story = playing(WON_BY_NOBODY, bank=20)
    for command, by in ((Leave(), 2), (Leave(), 1), (Bet(10), 2)):
        story = story.when(command, by).accepted()
    story = story.when(Bet(10), by=3).accepted()
    assert story.state.banker == 3
    assert [*story.state.seats] == [3]
    assert story.state.seats[3].stack == 90


def test_rule_12_a_leaving_banker_goes_with_what_his_bank_won() -> None:
    story = playing(WON_BY_NOBODY, bank=20).when(Leave(), by=1).accepted()
    story = story.when(Bet(20), by=2).accepted()
    outcome = story.when(Bet(40), by=3)
    assert outcome.events[-4:] == (
        BankPassed(1, 2, 80, 130, 12),
        RoundEnded(1, 0),
        SeatLeft(1, "ann", 130),
        DeckRevealed(FIRST, SEED.hex(), used=True),
    )


def test_closing_the_table_returns_the_bank() -> None:
    story = given(opened(), seated(1), seated(2), banking(1, 60, 40))
    outcome = story.when(CloseTable())
    assert outcome.of(SeatLeft) == (SeatLeft(1, "ann", 100), SeatLeft(2, "bob", 100))
    assert outcome.events[-1] == TableClosed()


def test_a_test_table_starts_no_round_when_its_named_decks_are_used_up() -> None:
    story = given(opened(), seated(1), seated(2), banking(1, 60, 40))
    story.when(StartRound(), by=1).then_refused("no-deck-left")


def test_who_has_no_seat_does_nothing() -> None:
    story = given(opened(""), seated(1), seated(2), banking(1, 50, 50))
    for command in (SetBank(10), StartRound(), Bet(10), BuyUpcard(), Pass()):
        story.when(command, "stranger").then_refused("not-seated")

"""Voiding a round: all is as it was before it, and the cards are laid open."""

from datetime import timedelta

import pytest
from msgspec import ValidationError, convert, structs
from tests.support import baccarat, fan_tan
from tests.support.story import AT, CLOCK, SEED, Story

from croupier.domain.decider import Actor
from croupier.domain.decks.events import DeckRevealed
from croupier.domain.games.baccarat.commands import BaccaratRules, Deal, PlaceBet, StartRound
from croupier.domain.games.fan_tan.commands import AddToBank, Cut
from croupier.domain.games.fan_tan.commands import PlaceBet as BetOnCorner
from croupier.domain.games.fan_tan.commands import StartRound as Shuffle
from croupier.domain.table.bank.events import BankPassed
from croupier.domain.table.bank.setting import SetBank
from croupier.domain.table.clock import ClockSet, DecisionTimes
from croupier.domain.table.commands import CloseTable, CorrectHouse, Leave, VoidRound
from croupier.domain.table.events import (
    HouseCorrected,
    RoundStarted,
    RoundVoided,
    SeatLeft,
    StackRestored,
    TableClosed,
)
from croupier.domain.table.state import VoidedRound

NATURAL_NINE = "9C KD TC 7H"
VOID = VoidRound("the lights went out")
JUDGE = Actor("auditor", "vera")


def bets_lie() -> Story:
    """Ann and bob have bet in the first round; its deck is a test table's, and one more is named."""
    history = (baccarat.seated(1), baccarat.seated(2), baccarat.started())
    story = baccarat.given(baccarat.opened(NATURAL_NINE, NATURAL_NINE), *history)
    return story.when(PlaceBet("player", 100), by=1).accepted().when(PlaceBet("tie", 30), by=2).accepted()


def test_all_stakes_go_back_and_the_deck_is_revealed() -> None:
    bets_lie().when(VOID).then(
        RoundVoided(
            1,
            "the lights went out",
            (StackRestored(1, 100, 1000), StackRestored(2, 30, 1000)),
            bank=0,
            banker=None,
            house=0,
        ),
        DeckRevealed(baccarat.FIRST, SEED.hex(), used=True),
    )


def test_the_rounds_number_is_used_up_and_the_next_is_dealt_from_another_deck() -> None:
    story = bets_lie().when(VOID).accepted()
    started, shuffled, *_ = story.when(StartRound()).events
    assert started == RoundStarted(2)
    assert shuffled.deck == baccarat.SECOND


def test_voided_rounds_are_counted_and_listed_with_their_reasons() -> None:
    story = bets_lie().when(VOID).accepted().when(StartRound()).accepted()
    story = story.when(VoidRound("again")).accepted()
    assert story.state.voided == (VoidedRound(1, "the lights went out"), VoidedRound(2, "again"))


def test_what_earlier_rounds_won_and_lost_stays() -> None:
    story = bets_lie().when(Deal()).accepted().when(StartRound()).accepted()
    stacks, house = dict(story.state.seats), story.state.house
    story = story.when(PlaceBet("banker", 50), by=1).accepted().when(VOID).accepted()
    assert (dict(story.state.seats), story.state.house) == (stacks, house)
    assert (stacks[1].stack, stacks[2].stack, house) == (1100, 970, -70)
    assert story.state.play.coup.winner == "player"


def test_a_shoe_that_served_earlier_rounds_is_revealed_with_the_round() -> None:
    story = bets_lie().when(Deal()).accepted().when(StartRound()).accepted()
    assert story.state.decks.current
    assert story.when(VOID).of(DeckRevealed)[0].deck == baccarat.FIRST


def test_who_asked_to_leave_leaves_with_the_stack_that_he_got_back() -> None:
    story = bets_lie().when(Leave(), by=1).accepted()
    voided, left, _ = story.when(VOID).events
    assert isinstance(voided, RoundVoided)
    assert left == SeatLeft(1, "ann", 1000)


@pytest.mark.parametrize("who", [1, CLOCK, JUDGE])
def test_only_the_operator_voids_a_round(who: Actor | int) -> None:
    bets_lie().when(VOID, who).then_refused("not-the-banker")


def test_there_is_nothing_to_void_between_rounds_or_at_a_closed_table() -> None:
    between = bets_lie().when(Deal()).accepted()
    between.when(VOID).then_refused("wrong-phase")
    between.when(CloseTable()).accepted().when(VOID).then_refused("table-closed")


@pytest.mark.parametrize(
    "reason", ["", " ", " x", "x" * 501, "two\nlines", "x\n", "\x1b[31mred", "a\u202eb", "a\x85b"]
)
def test_a_reason_is_one_line_that_hides_nothing(reason: str) -> None:
    with pytest.raises(ValidationError):
        convert({"reason": reason}, VoidRound)


@pytest.mark.parametrize("reason", ["x", "x" * 500, "Стол остановлен: сбой питания", "🂡 fell"])
def test_any_other_line_of_up_to_500_characters_is_a_reason(reason: str) -> None:
    assert convert({"reason": reason}, VoidRound).reason == reason


# A bank that a player set apart


def cut_is_due() -> Story:
    """Seat 1 banks with 200 of his 500 chips, bob has bet 50 on a corner."""
    history = (fan_tan.opened(20, 21, banker=1), fan_tan.seated(1, 500), fan_tan.seated(2, 500))
    story = fan_tan.given(*history).when(SetBank(200), by=1).accepted()
    story = story.when(Shuffle(), by=1).accepted()
    return story.when(BetOnCorner("1", 50), by=2).accepted()


def test_a_bank_goes_back_to_what_it_was_when_the_round_began() -> None:
    story = cut_is_due().when(Cut(), by=1).accepted()
    assert (story.state.bank, story.state.play.rounds) == (250, 1)
    story = story.when(AddToBank(10), by=1).accepted().when(Shuffle(), by=1).accepted()
    story = story.when(BetOnCorner("2", 50), by=2).accepted().when(VOID).accepted()
    assert (story.state.bank, story.state.banker, story.state.play.rounds) == (260, 1, 1)
    assert [seat.stack for seat in story.state.seats.values()] == [290, 450]


def test_a_banker_who_asked_to_leave_takes_his_bank_as_it_was() -> None:
    story = cut_is_due().when(Leave(), by=1).accepted()
    assert story.when(VOID).of(BankPassed, SeatLeft) == (
        BankPassed(1, 2, 200, 500, None),
        SeatLeft(1, "ann", 500),
    )


# The clock


def timed(story: Story) -> Story:
    """The same table with decision times."""
    story.state = structs.replace(story.state, times=DecisionTimes(turn=10, bank=20))
    return story


def test_after_a_void_the_banker_has_the_whole_of_his_time_anew() -> None:
    story = timed(fan_tan.given(fan_tan.opened(20, 21, banker=1), fan_tan.seated(1, 500), fan_tan.seated(2)))
    story = story.when(SetBank(200), by=1).accepted().when(Shuffle(), by=1).accepted()
    late = AT + timedelta(seconds=19)
    *_, clock = story.when(VOID, at=late).events
    assert clock == ClockSet(1, late + timedelta(seconds=20))


def test_after_a_void_nobody_is_waited_for_where_the_house_banks() -> None:
    story = timed(baccarat.given(baccarat.opened(), baccarat.seated(1)))
    story = story.when(StartRound()).accepted()
    assert story.state.clock
    assert story.when(VOID).accepted().state.clock is None


# Corrections of the house account


def test_a_correction_in_a_round_outlives_the_voiding_of_it() -> None:
    story = bets_lie().when(CorrectHouse("dispute-k3vq7m2abcdefghi", -25), JUDGE).accepted()
    assert story.when(VOID).events[0].house == -25


def test_the_house_account_is_corrected_at_a_closed_table_too() -> None:
    story = baccarat.given(baccarat.opened(), DeckRevealed(baccarat.FIRST, SEED.hex(), False), TableClosed())
    story.when(CorrectHouse("dispute-k3vq7m2abcdefghi", 40), JUDGE).then(
        HouseCorrected("dispute-k3vq7m2abcdefghi", 40, 40)
    )


def test_a_correction_sets_no_clock() -> None:
    story = timed(baccarat.given(baccarat.opened(rules=BaccaratRules()), baccarat.seated(1)))
    story = story.when(StartRound()).accepted()
    later = AT + timedelta(seconds=5)
    corrected = story.when(CorrectHouse("dispute-k3vq7m2abcdefghi", 40), JUDGE, later)
    corrected.then(HouseCorrected("dispute-k3vq7m2abcdefghi", 40, 40))


@pytest.mark.parametrize("who", ["house", 1, CLOCK, Actor("regulator", "rex")])
def test_only_the_ruling_of_an_auditor_corrects_the_house_account(who: Actor | int | str) -> None:
    bets_lie().when(CorrectHouse("dispute-k3vq7m2abcdefghi", 1), who).then_refused("not-the-judge")


def test_a_house_account_stays_within_what_clients_count_exactly() -> None:
    most = 2**53 - 1
    story = bets_lie().when(CorrectHouse("dispute-k3vq7m2abcdefghi", -most), JUDGE).accepted()
    refused = story.when(CorrectHouse("dispute-k3vq7m2abcdefghi", -1), JUDGE)
    refused.then_refused("house-account-full")


def test_a_table_that_is_not_open_yet_has_no_house_account() -> None:
    story = baccarat.given()
    story.when(CorrectHouse("dispute-k3vq7m2abcdefghi", 1), JUDGE).then_refused("wrong-phase")

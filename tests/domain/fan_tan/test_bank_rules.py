"""Fan-tan, rules 1, 3, 4, 12 and 13: the banker, his bank, and its passing."""

import pytest
from tests.support.fan_tan import (
    FIRST,
    LIMITS,
    RULES,
    SECOND,
    banking,
    betting,
    given,
    opened,
    placed,
    seated,
    shuffling,
    started,
)
from tests.support.story import CLOCK, FRESH_SEED, Story, commitment_to

from croupier.domain.decks.events import DeckCommitted, DeckShuffled
from croupier.domain.decks.state import FixedDecks
from croupier.domain.games.fan_tan.banking import banker_at
from croupier.domain.games.fan_tan.commands import AddToBank, Cut, FanTanRules, StartRound
from croupier.domain.table.bank.events import BankerNamed, BankPassed, BankSet, CardDrawn
from croupier.domain.table.bank.setting import SetBank
from croupier.domain.table.commands import CloseTable, ExpireTurn, Leave, OpenTable
from croupier.domain.table.events import LeaveAsked, RoundEnded, RoundStarted, SeatLeft

TWO_ROUNDS = FanTanRules(rounds_per_bank=2)


def cut_through(story: Story, rounds: int) -> Story:
    """The banker at seat 1 has cut for that many rounds, the first of which is being played."""
    for number in range(rounds):
        if number:
            story = story.when(StartRound(), by=1).accepted()
        story = story.when(Cut(), by=1).accepted()
    return story


class TestFirstBanker:
    """Rule 1: everyone cuts a card, the highest banks."""

    def test_rule_1_the_highest_card_banks_and_equals_cut_again(self) -> None:
        story = given(opened(draw="AC KD AS 3H 4C"), seated(1), seated(3), seated(6))
        story.when(SetBank(30), by=6).then(
            CardDrawn(1, "AC"),
            CardDrawn(3, "KD"),
            CardDrawn(6, "AS"),
            CardDrawn(1, "3H"),
            CardDrawn(6, "4C"),
            BankerNamed(6),
            BankSet(6, 30, 30, 70),
        )

    def test_rule_1_a_refused_command_leaves_the_draw_to_the_next(self) -> None:
        story = given(opened(draw="KC AD"), seated(1), seated(2))
        story = story.when(SetBank(30), by=1).then_refused("not-the-banker", rule=3)
        assert story.state.banker is None
        story.when(SetBank(30), by=2).accepted()

    def test_rule_1_who_has_no_chips_does_not_cut(self) -> None:
        story = given(opened(draw="KC QD"), seated(1), seated(2, 0), seated(3))
        outcome = story.when(SetBank(30), by=1)
        assert [event.seat for event in outcome.of(CardDrawn)] == [1, 3]

    def test_rule_1_who_sits_alone_cuts_highest(self) -> None:
        story = given(opened(), seated(1))
        story = story.when(SetBank(30), by=1).then(BankerNamed(1), BankSet(1, 30, 30, 70))
        story.when(StartRound(), by=1).then_refused("too-few-players")

    def test_rule_1_where_nobody_has_chips_nobody_banks(self) -> None:
        given(opened(), seated(1, 0), seated(2, 0)).when(SetBank(1), by=1).then_refused("too-few-players")

    def test_rule_1_a_test_table_may_name_the_first_banker(self) -> None:
        story = given(opened(banker=2), seated(1), seated(2))
        story.when(SetBank(30), by=2).then(BankerNamed(2), BankSet(2, 30, 30, 70))

    @pytest.mark.parametrize(
        ("fixed", "code"),
        [
            (FixedDecks(banker=15), "unknown-target"),
            (FixedDecks(draw=("AC", "1C")), "impossible-deck"),
            (FixedDecks(burned=("",)), "impossible-deck"),
        ],
    )
    def test_rule_1_no_table_is_opened_with_a_draw_that_cannot_be(self, fixed: FixedDecks, code: str) -> None:
        given().when(OpenTable(LIMITS, RULES, fixed)).then_refused(code)


class TestSettingTheBank:
    """Rule 3: what the banker does not set aside is the bank."""

    @pytest.mark.parametrize("amount", [5, 51, 100])
    def test_rule_3_the_bank_is_any_amount_from_the_minimum_to_the_whole_stack(self, amount: int) -> None:
        story = given(opened(banker=1), seated(1), seated(2))
        story.when(SetBank(amount), by=1).then(BankerNamed(1), BankSet(1, amount, amount, 100 - amount))

    @pytest.mark.parametrize("amount", [4, 0, -1])
    def test_rule_3_it_is_not_below_the_minimum(self, amount: int) -> None:
        story = given(opened(banker=1), seated(1), seated(2))
        story.when(SetBank(amount), by=1).then_refused("stake-below-minimum", rule=3)

    def test_rule_3_it_is_not_more_than_the_stack(self) -> None:
        story = given(opened(banker=1), seated(1), seated(2))
        story.when(SetBank(101), by=1).then_refused("insufficient-chips", rule=3)

    def test_rule_3_a_stack_below_the_minimum_is_set_whole(self) -> None:
        story = given(opened(banker=1), seated(1, 3), seated(2))
        story.when(SetBank(2), by=1).then_refused("stake-below-minimum", rule=3)
        story.when(SetBank(3), by=1).then(BankerNamed(1), BankSet(1, 3, 3, 0))

    def test_rule_3_it_is_set_once_in_a_term(self) -> None:
        story = given(opened(20, banker=1), seated(1), seated(2), banking(1, 50, 50))
        story.when(SetBank(10), by=1).then_refused("wrong-phase", rule=3)
        after = betting(20).when(Cut(), by=1).accepted()
        after.when(SetBank(10), by=1).then_refused("wrong-phase", rule=3)

    def test_rule_3_it_is_added_to_before_a_later_round_of_the_term_only(self) -> None:
        story = given(opened(20, banker=1), seated(1), seated(2), banking(1, 50, 50))
        story.when(AddToBank(10), by=1).then_refused("wrong-phase", rule=3)
        betting(20).when(AddToBank(10), by=1).then_refused("wrong-phase", rule=3)
        after = betting(20).when(Cut(), by=1).accepted()
        after = after.when(AddToBank(1), by=1).then(BankSet(1, 1, 201, 49))
        during = after.when(StartRound(), by=1).accepted()
        during.when(AddToBank(1), by=1).then_refused("wrong-phase", rule=3)

    def test_rule_3_any_amount_is_added_that_the_stack_holds(self) -> None:
        story = betting(20).when(Cut(), by=1).accepted()
        story.when(AddToBank(0), by=1).then_refused("stake-below-minimum", rule=3)
        story.when(AddToBank(51), by=1).then_refused("insufficient-chips", rule=3)
        story = story.when(AddToBank(50), by=1).then(BankSet(1, 50, 250, 0))
        story.when(AddToBank(1), by=1).then_refused("insufficient-chips", rule=3)

    def test_rule_3_bank_and_start_are_the_bankers(self) -> None:
        story = betting(20).when(Cut(), by=1).accepted()
        for who in (2, "house"):
            story.when(AddToBank(10), who).then_refused("not-the-banker", rule=3)
            story.when(StartRound(), who).then_refused("not-the-banker", rule=3)

    def test_rule_3_no_round_starts_without_a_bank(self) -> None:
        story = given(opened(20, banker=1), seated(1), seated(2))
        for who in (1, 2, "house"):
            story.when(StartRound(), who).then_refused("wrong-phase", rule=3)

    def test_a_round_is_not_started_twice(self) -> None:
        betting(20).when(StartRound(), by=2).then_refused("wrong-phase", rule=6)

    def test_a_round_needs_two_players(self) -> None:
        story = given(opened(20, banker=1), seated(1), banking(1, 50, 50))
        story.when(StartRound(), by=1).then_refused("too-few-players")

    def test_a_test_table_starts_no_round_without_a_named_deck(self) -> None:
        story = given(opened(banker=1), seated(1), seated(2), banking(1, 50, 50))
        story.when(StartRound(), by=1).then_refused("no-deck-left")


class TestPassing:
    """Rules 4, 12, 13: winnings stay in the bank until it passes to the left."""

    def test_rule_4_what_the_bank_wins_stays_in_it(self) -> None:
        story = betting(20, placed(2, 1, "1", 50, 50)).when(Cut(), by=1).accepted()
        assert (story.state.bank, story.state.seats[1].stack) == (250, 50)

    def test_rule_12_bank_and_deal_stay_for_the_rounds_of_a_term(self) -> None:
        story = betting(20).when(Cut(), by=1).accepted()
        story.when(StartRound(), by=1).then(
            RoundStarted(2),
            DeckShuffled(SECOND, 1, 1),
            DeckCommitted(f"{FIRST[:-1]}3", commitment_to(f"{FIRST[:-1]}3", FRESH_SEED)),
        )

    def test_rule_12_then_the_banker_takes_the_whole_bank_and_both_pass_to_the_left(self) -> None:
        story = betting(20, placed(2, 1, "1", 50, 50), rules=TWO_ROUNDS).when(Cut(), by=1).accepted()
        outcome = story.when(StartRound(), by=1).accepted().when(Cut(), by=1)
        assert outcome.of(BankPassed) == (BankPassed(1, 2, 250, 300, 12),)
        story = outcome.accepted()
        story.when(SetBank(10), by=1).then_refused("not-the-banker")
        story.when(AddToBank(10), by=2).then_refused("wrong-phase")
        story.when(SetBank(10), by=2).accepted()

    def test_rule_12_the_next_term_has_all_its_rounds(self) -> None:
        story = cut_through(betting(20, rules=TWO_ROUNDS), 2)
        assert story.state.play.rounds == 0
        assert story.state.banker == 2

    def test_rule_12_who_has_no_chips_is_skipped(self) -> None:
        story = betting(20, placed(2, 1, "1", 50, 0), stacks={2: 50, 3: 100}, rules=FanTanRules(1))
        assert story.when(Cut(), by=1).of(BankPassed) == (BankPassed(1, 3, 250, 300, 12),)

    def test_rule_12_with_nobody_else_to_bank_a_new_term_of_the_banker_begins(self) -> None:
        story = betting(20, placed(2, 1, "1", 50, 0), stacks={2: 50}, rules=FanTanRules(1))
        story = story.when(Cut(), by=1).accepted()
        assert (story.state.banker, story.state.bank) == (1, 0)
        story.when(SetBank(10), by=1).then(BankSet(1, 10, 10, 290))

    def test_rule_13_an_exhausted_bank_passes_at_once(self) -> None:
        story = betting(20, placed(2, 1, "4", 50, 50), bank=150)
        outcome = story.when(Cut(), by=1)
        assert outcome.of(BankPassed) == (BankPassed(1, 2, 0, 50, 13),)
        assert outcome.accepted().state.play.rounds == 0

    def test_rule_13_it_passes_by_this_rule_in_the_last_round_of_a_term_too(self) -> None:
        story = betting(20, placed(2, 1, "4", 50, 50), bank=150, rules=FanTanRules(1))
        assert story.when(Cut(), by=1).of(BankPassed) == (BankPassed(1, 2, 0, 50, 13),)

    def test_the_bank_does_not_pass_to_who_leaves_when_the_round_ends(self) -> None:
        story = given(
            opened(20, banker=1, rules=FanTanRules(1)),
            *(seated(1), seated(2), seated(3), banking(1, 50, 50), started(), LeaveAsked(2)),
        )
        outcome = story.when(Cut(), by=1)
        assert outcome.of(BankPassed, SeatLeft) == (BankPassed(1, 3, 50, 100, 12), SeatLeft(2, "bob", 100))


class TestLeaving:
    """A banker who leaves takes his bank with him."""

    def test_between_rounds_the_bank_of_a_leaver_passes_to_the_left(self) -> None:
        story = given(opened(20, banker=1), seated(1), seated(2), banking(1, 50, 50))
        story.when(Leave(), by=1).then(BankPassed(1, 2, 50, 100, None), SeatLeft(1, "ann", 100))

    def test_a_banker_who_asks_in_a_round_leaves_at_its_end(self) -> None:
        story = given(opened(20, banker=1), seated(1), seated(2), banking(1, 50, 50), started())
        story = story.when(Leave(), by=1).then(LeaveAsked(1))
        assert story.when(Cut(), by=1).of(RoundEnded, BankPassed, SeatLeft) == (
            RoundEnded(1, 0),
            BankPassed(1, 2, 50, 100, None),
            SeatLeft(1, "ann", 100),
        )

    def test_when_nobody_can_bank_the_next_banker_is_drawn(self) -> None:
        story = given(shuffling(), seated(1), seated(2, 0), banking(1, 50, 50))
        story = story.when(Leave(), by=1).then(BankPassed(1, None, 50, 100, None), SeatLeft(1, "ann", 100))
        assert story.state.banker is None
        for event in (seated(3), seated(4)):
            story.state = story.decider.evolve(story.state, event)
        first = banker_at(story.state)
        assert first in (3, 4)
        story.when(SetBank(10), by=7 - first).then_refused("not-the-banker")
        assert story.when(SetBank(10), by=first).of(BankerNamed) == (BankerNamed(first),)

    def test_closing_the_table_returns_the_bank(self) -> None:
        story = given(opened(20, banker=1), seated(1), seated(2), banking(1, 50, 50))
        assert story.when(CloseTable()).of(BankPassed, SeatLeft) == (
            BankPassed(1, 2, 50, 100, None),
            SeatLeft(1, "ann", 100),
            BankPassed(2, None, 0, 100, None),
            SeatLeft(2, "bob", 100),
        )


class TestTimeOut:
    """A banker who neither sets his bank nor starts the round in time loses the bank to the left."""

    def test_who_does_not_set_his_bank_loses_it(self) -> None:
        story = given(opened(draw="AC KD"), seated(1), seated(2))
        story.when(ExpireTurn(), CLOCK).then(
            CardDrawn(1, "AC"), CardDrawn(2, "KD"), BankerNamed(1), BankPassed(1, 2, 0, 100, None)
        )

    def test_who_does_not_start_the_round_loses_it_and_takes_his_chips(self) -> None:
        story = given(opened(20, banker=1), seated(1), seated(2), banking(1, 50, 50))
        story.when(ExpireTurn(), CLOCK).then(BankPassed(1, 2, 50, 100, None))

    def test_in_the_middle_of_a_term_too(self) -> None:
        story = betting(20).when(Cut(), by=1).accepted()
        story = story.when(ExpireTurn(), CLOCK).then(BankPassed(1, 2, 200, 250, None))
        assert story.state.play.rounds == 0

    def test_nobody_is_waited_for_while_nobody_else_could_bank(self) -> None:
        for history in (
            (opened(20, banker=1), seated(1), banking(1, 50, 50)),
            (opened(20, banker=1), seated(1), seated(2, 0), banking(1, 50, 50)),
            (shuffling(), seated(1)),
            (shuffling(),),
            (opened(20, banker=4), seated(1), seated(2)),
        ):
            given(*history).when(ExpireTurn(), CLOCK).then_refused("wrong-phase")


def test_a_term_is_of_one_round_at_least() -> None:
    assert RULES.rounds_per_bank == 4
    assert cut_through(betting(20, rules=FanTanRules(1)), 1).state.banker == 2

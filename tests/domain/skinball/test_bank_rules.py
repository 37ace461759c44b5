"""Skinball, rules 1 to 3: who banks, the box, and the limits; and how a banker loses or leaves the bank."""

import pytest
from tests.support.moves import stacks, when
from tests.support.skinball import FIRST, SECOND, first_bet, given, opened, playing, shuffling
from tests.support.story import FRESH_SEED, commitment_to

from croupier.domain.decks.events import DeckCommitted, DeckShuffled
from croupier.domain.games.skinball.commands import SetLimits
from croupier.domain.games.skinball.events import CardOffered, CardTurned, LimitsSet
from croupier.domain.games.skinball.view import view
from croupier.domain.table.bank.events import BankerNamed, BankPassed, CardDrawn
from croupier.domain.table.events import RoundStarted, SeatLeft
from croupier.domain.table.state import StakeLimits

THREE = {1: 100, 2: 100, 3: 100}


def test_rule_1_cards_go_round_from_the_lowest_seat_to_the_right_until_the_first_ace() -> None:
    history = opened("QS", banker=None, draw="7C KD 3H 2S AD", stacks={2: 100, 5: 100, 12: 100})
    when(given(history), "12 start-round").then(
        CardDrawn(2, "7C"),
        CardDrawn(12, "KD"),
        CardDrawn(5, "3H"),
        CardDrawn(2, "2S"),
        CardDrawn(12, "AD"),
        BankerNamed(12),
        RoundStarted(1),
        DeckShuffled(FIRST, 1, 1),
        DeckCommitted(SECOND, commitment_to(SECOND, FRESH_SEED)),
    )


def test_rule_1_nobody_is_drawn_who_has_nothing_to_bank_with() -> None:
    history = opened("QS", banker=None, draw="AD", stacks={1: 0, 2: 9, 3: 9, 4: 9})
    assert when(given(history), "2 start-round").of(CardDrawn) == (CardDrawn(2, "AD"),)


def test_rule_1_a_command_that_is_refused_draws_nobody() -> None:
    story = given(opened("QS", banker=None, draw="AD"))
    when(story, "2 start-round").then_refused("not-the-banker", rule=2)
    assert story.state.banker is None
    assert when(story, "1 start-round").of(BankerNamed) == (BankerNamed(1),)


def test_rule_1_the_first_banker_is_drawn_among_three_or_more() -> None:
    history = opened("QS", banker=None, draw="AD", stacks={1: 100, 2: 100})
    when(given(history), "1 start-round").then_refused("too-few-players")


def test_rule_1_who_has_no_chips_is_at_the_table_but_not_in_the_draw() -> None:
    history = opened("QS", banker=None, draw="KD AD", stacks={1: 0, 2: 100, 3: 100})
    outcome = when(given(history), "3 set-limits 1 9")
    assert outcome.of(CardDrawn) == (CardDrawn(2, "KD"), CardDrawn(3, "AD"))


def test_rule_1_without_named_cards_the_draw_is_that_of_the_committed_deck() -> None:
    story = given(shuffling())
    banker = view(story.state, None).turn
    assert banker
    outcome = when(story, f"{banker} start-round")
    cards = outcome.of(CardDrawn)
    assert [card.card[0] for card in cards].count("A") == 1
    assert (cards[-1].seat, cards[-1].card[0]) == (banker, "A")
    assert outcome.of(BankerNamed) == (BankerNamed(banker),)


def test_rule_2_starting_the_round_deals_nothing() -> None:
    story = when(given(opened("QS")), "4 start-round").accepted()
    assert story.state.decks.current.dealt == 0


def test_rule_2_each_deal_turns_one_card() -> None:
    story = playing("QS 7D")
    when(story, "4 deal").then(CardTurned("QS", 0), CardOffered(3, "QS", (2, 1), 4))


def test_rule_2_only_the_banker_starts_a_round_and_deals() -> None:
    when(given(opened("QS")), "3 start-round").then_refused("not-the-banker", rule=2)
    when(given(opened("QS")), "house start-round").then_refused("not-the-banker", rule=2)
    when(playing("QS"), "3 deal").then_refused("not-the-banker", rule=2)
    when(playing("QS"), "house deal").then_refused("not-the-banker", rule=2)


def test_rule_2_no_round_starts_in_a_round_and_nothing_is_dealt_outside_of_one() -> None:
    when(playing("QS"), "4 start-round").then_refused("wrong-phase", rule=2)
    when(given(opened("QS")), "4 deal").then_refused("wrong-phase", rule=2)


def test_a_round_needs_three_seats() -> None:
    story = given(opened("QS", banker=1, stacks={1: 100, 2: 100}))
    when(story, "1 start-round").then_refused("too-few-players", rule=2)
    when(given(opened("QS", banker=1, stacks=THREE)), "1 start-round").accepted()


def test_a_round_needs_somebody_to_play_with_who_has_chips() -> None:
    story = given(opened("QS", banker=1, stacks={1: 100, 2: 0, 3: 0}))
    when(story, "1 start-round").then_refused("too-few-players", rule=2)


def test_rule_19_a_banker_without_chips_starts_no_round() -> None:
    story = given(opened("QS", banker=1, stacks={1: 0, 2: 100, 3: 100}))
    when(story, "1 start-round").then_refused("insufficient-chips", rule=19)


def test_rule_3_the_banker_sets_the_limits_before_a_round_and_in_it() -> None:
    when(given(opened("QS")), "4 set-limits 5 50").then(BankerNamed(4), LimitsSet(5, 50))
    story = when(playing("QS"), "4 set-limits 5 50").then(LimitsSet(5, 50))
    assert story.state.limits == StakeLimits(5, 50)


def test_rule_3_he_may_do_so_while_a_decision_is_pending_and_the_stake_that_is_due_obeys() -> None:
    story = playing("QS 7D", "4 deal", "3 accept-card", "4 deal", "4 set-limits 20 30")
    when(story, "3 stake 19").then_refused("stake-below-minimum", rule=3)
    when(story, "3 stake 31").then_refused("stake-above-maximum", rule=3)
    when(story, "3 stake 30").accepted()


def test_rule_3_only_the_banker_sets_them() -> None:
    for who in ("3", "house"):
        when(playing("QS"), f"{who} set-limits 5 50").then_refused("not-the-banker", rule=3)


def test_rule_3_no_stake_could_obey_a_minimum_above_the_maximum() -> None:
    when(playing("QS"), "4 set-limits 6 5").then_refused("invalid-limits")
    when(playing("QS"), "4 set-limits 5 5").accepted()


def test_rule_3_the_limits_stay_when_the_bank_passes() -> None:
    story = playing("QS 7D 7C", *first_bet(), "4 set-limits 5 50", "4 deal")
    assert story.state.banker == 3
    assert story.state.limits == StakeLimits(5, 50)


def test_a_banker_who_starts_no_round_in_time_loses_the_bank_to_the_right() -> None:
    story = given(opened("QS", stacks={1: 100, 2: 100, 3: 0, 4: 100}))
    when(story, "clock expire-turn").then(BankerNamed(4), BankPassed(4, 2, 0, 100, None))


@pytest.mark.parametrize(
    "seated", [{4: 100, 1: 100}, {4: 100, 1: 0, 2: 0}, {1: 100, 2: 100, 3: 100}], ids=str
)
def test_nobody_is_waited_for_while_no_round_can_be_started(seated: dict[int, int]) -> None:
    when(given(opened("QS", stacks=seated)), "clock expire-turn").then_refused("wrong-phase")


def test_a_late_banker_loses_the_bank_though_no_further_deck_is_named() -> None:
    when(given(opened()), "clock expire-turn").then(BankerNamed(4), BankPassed(4, 3, 0, 100, None))
    when(given(opened()), "4 start-round").then_refused("no-deck-left")


def test_a_named_banker_passes_the_bank_too_when_he_leaves_before_his_first_command() -> None:
    outcome = when(given(opened("QS")), "4 leave")
    outcome.then(BankerNamed(4), BankPassed(4, 3, 0, 100, None), SeatLeft(4, "dora", 100))


def test_a_banker_who_leaves_passes_the_bank_to_the_right() -> None:
    story = given(opened("QS"), "4 set-limits 1 9")
    when(story, "4 leave").then(BankPassed(4, 3, 0, 100, None), SeatLeft(4, "dora", 100))


def test_a_player_who_leaves_in_a_round_plays_it_to_its_end() -> None:
    story = playing("QS 7D 7C", *first_bet(), "3 leave", "4 leave")
    outcome = when(story, "4 deal")
    assert outcome.of(BankPassed) == (BankPassed(4, 2, 0, 90, 15),)
    assert outcome.of(SeatLeft) == (SeatLeft(3, "cid", 110), SeatLeft(4, "dora", 90))
    assert stacks(outcome.accepted()) == {1: 100, 2: 100}


def test_closing_the_table_returns_everything() -> None:
    story = playing("QS 7D 7C", *first_bet(), "4 deal")
    left = when(story, "house close-table").of(SeatLeft)
    assert {event.seat: event.stack for event in left} == {1: 100, 2: 100, 3: 110, 4: 90}


def test_commands_of_who_has_no_seat_are_refused() -> None:
    playing("QS").when(SetLimits(1, 2), "stranger").then_refused("not-seated")


def test_a_seat_that_a_test_table_names_but_nobody_took_does_not_bank() -> None:
    story = given(opened("QS", banker=6))
    when(story, "1 start-round").then_refused("no-draw-left")
    when(story, "clock expire-turn").then_refused("wrong-phase")

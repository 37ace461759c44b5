"""Skinball, rule 20: the house's charge on bets against the banker."""

import pytest
from msgspec import json
from tests.support.moves import after, stacks, when
from tests.support.skinball import covered, first_bet, next_bet, playing

from croupier.domain.games.skinball.commands import SkinballCommission, SkinballRules
from croupier.domain.games.skinball.events import BetSettled, CommissionTaken
from croupier.domain.table.events import RoundEnded

STACKS = {1: 300, 2: 300, 3: 300, 4: 300}


def every_win(percent: int = 2) -> SkinballRules:
    return SkinballRules(SkinballCommission("every-win", percent))


def last_win(percent: int = 25) -> SkinballRules:
    return SkinballRules(SkinballCommission("last-win", percent))


def test_rule_20_the_default_is_two_percent_of_every_win() -> None:
    assert SkinballRules() == every_win(2)
    assert json.decode('{"commission":null}', type=SkinballRules) == SkinballRules(None)
    read = json.decode('{"commission":{"on":"last-win","percent":25}}', type=SkinballRules)
    assert read == last_win(25)


@pytest.mark.parametrize(("stake", "charge"), [(1, 1), (49, 1), (50, 1), (51, 2), (100, 2), (150, 3)])
def test_rule_20_every_win_takes_its_percent_rounded_up_of_a_bet_that_a_player_wins(
    stake: int, charge: int
) -> None:
    story = playing("QS 7D 7C", "4 set-limits 1 300", *first_bet(3, stake), rules=every_win(), stacks=STACKS)
    outcome = when(story, "4 deal")
    profit = stake - charge
    assert outcome.of(BetSettled) == (
        BetSettled(3, "QS", "won", 8, stake, profit, charge, 300 + profit, 4, 300 - stake),
    )
    assert outcome.of(CommissionTaken, RoundEnded) == (RoundEnded(1, house=charge),)


def test_rule_20_every_win_takes_its_percent_of_what_the_banker_won_in_the_round_all_in_all() -> None:
    story = playing(
        "QS 7D 8H QD 7C",
        "4 set-limits 1 300",
        *first_bet(3, 151),
        *next_bet(2, 50),
        "4 deal",
        rules=every_win(),
        stacks=STACKS,
    )
    outcome = when(story, "4 deal")
    assert outcome.of(CommissionTaken) == (CommissionTaken(4, 101, 2, 3, 398, 4, 20),)
    assert stacks(outcome.accepted()) == {1: 300, 2: 349, 3: 149, 4: 398}
    assert outcome.accepted().state.house == 4


def test_rule_20_a_banker_who_won_nothing_all_in_all_pays_nothing() -> None:
    story = playing("QS 7D 8H QD 7C", *first_bet(3, 20), *next_bet(2, 20), "4 deal", rules=every_win())
    assert when(story, "4 deal").of(CommissionTaken) == ()


def test_rule_20_the_bankers_net_counts_the_bets_before_the_players_charges() -> None:
    bets = (*first_bet(3, 51), *next_bet(2, 50), "4 deal")
    story = playing("QS 7D 8H QD 7C", *bets, rules=every_win(100), stacks=STACKS)
    assert when(story, "4 deal").of(CommissionTaken) == (CommissionTaken(4, 1, 100, 1, 300, 51, 20),)


def test_rule_20_last_win_is_taken_of_the_last_bet_won_by_the_banker() -> None:
    story = playing("QS 7D QD 7C", *first_bet(3, 30), "4 deal", rules=last_win())
    assert when(story, "4 deal").of(CommissionTaken) == (CommissionTaken(4, 30, 25, 8, 122, 8, 20),)


def test_rule_20_last_win_is_taken_of_the_last_one_paid_of_several_at_once() -> None:
    story = playing("QS 7D 8H 9C 7C", *first_bet(3, 10), *next_bet(2, 15), *next_bet(1, 21), rules=last_win())
    outcome = when(story, "4 deal")
    assert [event.charge for event in outcome.of(BetSettled)] == [0, 0, 0]
    assert outcome.of(CommissionTaken) == (CommissionTaken(1, 21, 25, 6, 115, 6, 20),)


def test_rule_20_last_win_waits_for_the_end_of_the_round() -> None:
    bets = ("3 offer-side-bet 2 5", "2 accept-side-bet 1")
    story = playing("QS 7D 8H 7C 8C", *first_bet(3, 10), *next_bet(2, 20), *bets, rules=last_win())
    story = after(story, "4 deal", "4 deal-on")
    assert when(story, "4 deal").of(CommissionTaken) == (CommissionTaken(2, 20, 25, 5, 110, 5, 20),)


def test_rule_20_last_win_needs_a_win() -> None:
    story = playing("QS", "4 deal", "3 refuse-card", "2 refuse-card", rules=last_win())
    assert when(story, "1 refuse-card").of(CommissionTaken) == ()


@pytest.mark.parametrize("on", ["last-win", "every-win"])
def test_rule_20_nobody_pays_more_than_he_won(on: str) -> None:
    rules = SkinballRules(json.decode(f'{{"on":"{on}","percent":100}}', type=SkinballCommission))
    story = playing("QS 7D 7C", *first_bet(3, 100), "4 deal", rules=rules)
    assert stacks(story) == {1: 100, 2: 100, 3: 100, 4: 0}
    assert story.state.house == 100


@pytest.mark.parametrize("rules", [every_win(0), last_win(0), SkinballRules(None)], ids=str)
def test_rule_20_no_percent_is_no_charge(rules: SkinballRules) -> None:
    story = playing("QS 7D QD 8H 7C", *first_bet(3, 30), "4 deal", *next_bet(2, 10), rules=rules)
    outcome = when(story, "4 deal")
    assert outcome.of(CommissionTaken) == ()
    assert outcome.accepted().state.house == 0


def test_rule_20_a_new_round_counts_anew() -> None:
    story = playing("QS 7D QD 8H 7C", *first_bet(3, 30), "4 deal", *next_bet(2, 10), rules=last_win())
    story = after(story, "4 deal")
    assert story.state.play.last_win is None
    assert story.state.play.net == 0


def test_rule_20_a_bet_on_a_new_card_is_the_last_one() -> None:
    bets = ("3 offer-side-bet 2 5", "2 accept-side-bet 1")
    story = playing("QS 7D 8H 7C 9C QD 8C 9D", *first_bet(3, 10), *next_bet(2, 20), *bets, rules=last_win())
    story = after(story, "4 deal", "4 new-card", "4 deal", *covered(2, 40), "4 deal", "4 deal")
    assert when(story, "4 deal").of(CommissionTaken) == (CommissionTaken(4, 40, 25, 10, 100, 10, 20),)

"""Blackjack, rules 22 to 24: accidents of a banker who deals by hand."""

from tests.support.blackjack import TWO, bets, by_hand, commands, dealt, settled
from tests.support.moves import after, stacks, when

from croupier.domain.catalogue import GAMES
from croupier.domain.games.blackjack.commands import BlackjackLimits, BlackjackRules
from croupier.domain.games.blackjack.events.cards import (
    BothPlayed,
    CardDealt,
    CardKept,
    CardOffered,
    CardRefused,
    ExtraCardDealt,
)
from croupier.domain.games.blackjack.events.hands import HandSettled, HandStood
from croupier.domain.games.blackjack.events.stakes import StakePlaced
from croupier.domain.options import OneOf, Option

GAME = GAMES["blackjack"]
CARDS = "TC TD 9H 9C 7D 8H 2S 3S"
FIRST_ROUND = dealt(2, 3, 1, face="down")
DRAWING = (*FIRST_ROUND, *bets(5, 5), *dealt(2, 3, 1, face="up"))
TWICE = dealt(2, 2, face="down")


class TestSkipped:
    """Rule 22: the first go-round went past a player."""

    def test_rule_22_he_demands_the_top_card_and_stakes(self) -> None:
        story = by_hand(CARDS, *dealt(2, 1, face="down"))
        when(story, "3 demand-card").then(CardDealt(3, 1, None, 2, "down", 22))
        story = after(story, "3 demand-card")
        when(story, "3 demand-card").then_refused("wrong-phase", rule=22)
        when(story, "3 stake 5").then_refused("not-your-turn")
        when(after(story, "2 stake 5"), "3 stake 5").then(StakePlaced(3, 1, 5, 95))

    def test_rule_22_he_may_as_soon_as_another_was_dealt_to_before_him(self) -> None:
        story = by_hand(CARDS)
        when(story, "2 demand-card").then_refused("wrong-phase", rule=22)
        when(after(story, "1 deal-card 3 down"), "2 demand-card").then(CardDealt(2, 1, None, 1, "down", 22))

    def test_rule_22_only_who_has_no_card_was_skipped(self) -> None:
        story = by_hand(CARDS, *dealt(2, 1, face="down"))
        when(story, "2 demand-card").then_refused("wrong-phase", rule=22)
        when(story, "1 demand-card").then_refused("wrong-phase", rule=22)

    def test_rule_22_when_the_second_go_round_has_begun_he_is_out(self) -> None:
        story = by_hand(CARDS, *dealt(2, 1, face="down"), "2 stake 5", "1 no-double")
        assert commands(story, 3) == ["demand-card"]
        story = after(story, "1 deal-card 2 up")
        when(story, "3 demand-card").then_refused("wrong-phase", rule=22)
        when(story, "1 deal-card 3 up").then_refused("unknown-target", rule=25)

    def test_rule_22_the_second_go_round_waits_for_the_stake_of_who_demanded_late(self) -> None:
        story = by_hand(CARDS, *dealt(2, 1, face="down"), "2 stake 5", "1 no-double", "3 demand-card")
        when(story, "1 deal-card 2 up").then_refused("wrong-phase", rule=25)
        when(after(story, "3 stake 5"), "1 deal-card 2 up").accepted()


class TestFirstCardFaceUp:
    """Rule 22: his second card must come face down."""

    BOTH_UP = ("1 deal-card 2 up", *dealt(3, 1, face="down"), *bets(5, 5), "1 deal-card 2 up")

    def test_rule_22_dealt_down_there_is_nothing_to_withdraw(self) -> None:
        story = by_hand(CARDS, *self.BOTH_UP[:-1], "1 deal-card 2 down")
        when(story, "2 withdraw").then_refused("wrong-phase", rule=22)

    def test_rule_22_dealt_up_he_may_withdraw_his_stake_and_is_out_of_the_round(self) -> None:
        story = by_hand(CARDS, *self.BOTH_UP)
        when(story, "3 withdraw").then_refused("wrong-phase", rule=22)
        when(story, "2 withdraw").then(HandSettled(2, 1, "returned", 22, 5, 0, 100, 100))
        story = after(story, "2 withdraw", *dealt(3, 1, face="up"))
        when(story, "2 hit").then_refused("not-your-turn")

    def test_rule_22_until_he_draws_or_stands(self) -> None:
        story = by_hand(CARDS, *self.BOTH_UP, *dealt(3, 1, face="up"))
        assert commands(story, 2) == ["withdraw", "hit", "stand"]
        for move in ("2 hit", "2 stand"):
            when(after(story, move), "2 withdraw").then_refused("wrong-phase", rule=22)
        drawn = after(story, "2 hit", "1 deal-card 2 up")
        when(drawn, "2 withdraw").then_refused("wrong-phase", rule=22)

    def test_rule_22_when_all_have_withdrawn_the_round_is_over(self) -> None:
        moves = ("1 deal-card 2 up", "1 deal-card 1 down", *bets(5), "1 deal-card 2 up")
        story = by_hand(CARDS, *moves, "2 withdraw", stacks=TWO)
        assert not story.state.in_round
        assert stacks(story) == TWO

    def test_rule_22_of_two_hands_the_one_dealt_so_is_withdrawn(self) -> None:
        moves = ("1 deal-card 2 up", "1 deal-card 2 down", "2 play-both", "1 deal-card 1 down", *bets(5))
        story = by_hand(CARDS, *moves, *dealt(2, 2, face="up"), stacks=TWO)
        when(story, "2 withdraw").then(HandSettled(2, 1, "returned", 22, 5, 0, 95, 100))


class TestTwoFirstCards:
    """Rule 22: two cards in the first go-round."""

    def test_rule_22_he_keeps_one_or_plays_both(self) -> None:
        story = by_hand(CARDS, "1 deal-card 2 down")
        when(story, "2 play-both").then_refused("wrong-phase", rule=25)
        when(story, "1 deal-card 2 down").then(ExtraCardDealt(2, 1, None, 1, "down", "two-first-cards", 22))
        story = after(story, "1 deal-card 2 down")
        assert GAME.options(story.state, 2) == (
            Option("demand-burn"),
            Option("keep-card", {"card": OneOf(("TC", "TD"))}),
            Option("play-both"),
        )
        when(story, "2 keep-card 9H").then_refused("unknown-target", rule=22)
        when(story, "2 refuse-card").then_refused("wrong-phase", rule=25)
        when(story, "3 keep-card TC").then_refused("not-your-turn", rule=25)

    def test_rule_22_the_card_kept_is_not_named_and_the_other_is_discarded(self) -> None:
        story = by_hand(CARDS, *TWICE)
        when(story, "2 keep-card TD").then(CardKept(2, 1, 1, 0, 22))
        when(story, "2 keep-card TC").then(CardKept(2, 1, 0, 1, 22))
        play = after(story, "2 keep-card TD").state.play
        assert [card.place for card in play.hands[0].cards] == [1]
        assert play.discards == (0,)

    def test_rule_22_both_are_two_hands_with_the_stake_on_each(self) -> None:
        story = by_hand(CARDS, *TWICE)
        when(story, "2 play-both").then(BothPlayed(2, 1, 2))
        story = after(story, "2 play-both", *dealt(3, 1, face="down"))
        when(story, "2 stake 5").then(StakePlaced(2, 1, 5, 95), StakePlaced(2, 2, 5, 90))

    def test_rule_22_each_of_the_two_is_played_and_settled_by_itself(self) -> None:
        moves = (*TWICE, "2 play-both", "1 deal-card 1 down", *bets(5), *dealt(2, 2, 1, face="up"))
        story = by_hand("TC 5C 9H 9C 6C 8H", *moves, "2 stand", stacks=TWO)
        assert settled(story, "2 stand", "1 stand") == [(2, "lost", 12, -5), (2, "won", 12, 5)]

    def test_rule_22_who_cannot_stake_on_both_keeps_one(self) -> None:
        story = by_hand(CARDS, *TWICE, stacks={1: 9, 2: 9}, limits=BlackjackLimits(5, 9))
        assert commands(story, 2) == ["demand-burn", "keep-card"]
        when(story, "2 play-both").then_refused("insufficient-chips", rule=22)

    def test_rule_22_the_stakes_on_both_must_be_covered(self) -> None:
        story = by_hand(CARDS, *TWICE, "2 play-both", "1 deal-card 1 down", stacks={1: 9, 2: 9})
        when(story, "2 stake 5").then_refused("insufficient-chips", rule=5)
        assert GAME.options(story.state, 2)[0].command == "stake"
        when(story, "2 stake 4").accepted()


class TestTwoSecondCards:
    """Rule 22: two cards in the second go-round."""

    STORY = (*FIRST_ROUND, *bets(5, 5), *dealt(2, 2, face="up"))

    def test_rule_22_he_keeps_one_of_them_not_his_first(self) -> None:
        story = by_hand(CARDS, *self.STORY)
        assert commands(story, 2) == ["keep-card"]
        when(story, "2 keep-card TC").then_refused("unknown-target", rule=22)
        when(story, "2 play-both").then_refused("wrong-phase", rule=25)
        when(story, "2 keep-card 7D").then(CardKept(2, 1, 4, 3, 22))
        assert after(story, "2 keep-card 7D").state.play.discards == (3,)

    def test_rule_22_the_kept_card_may_make_a_natural(self) -> None:
        story = by_hand("AC TD 9H 9C KD 8H 2S 3S", *self.STORY, "2 keep-card KD", "1 deal-card 3 up")
        assert settled(story, "1 deal-card 1 up")[0] == (2, "won", 9, 10)


class TestUnasked:
    """Rule 23: a card dealt to a player who did not ask for one."""

    def test_rule_23_he_keeps_or_refuses_it_and_does_not_play_until_then(self) -> None:
        story = by_hand(CARDS, *DRAWING)
        when(story, "1 deal-card 3 up").then(ExtraCardDealt(3, 1, "2S", 6, "up", "unasked-card", 23))
        story = after(story, "1 deal-card 3 up", "2 stand")
        when(story, "3 hit").then_refused("wrong-phase", rule=10)
        assert commands(story, 3) == ["keep-card", "refuse-card"]
        when(story, "3 keep-card TD").then_refused("unknown-target", rule=23)
        when(story, "3 accept-card").then_refused("wrong-phase", rule=25)
        when(story, "3 keep-card 2S").then(CardKept(3, 1, 6, None, 23))

    def test_rule_23_refused_it_goes_to_the_bottom(self) -> None:
        story = by_hand(CARDS, *DRAWING, "1 deal-card 3 up")
        when(story, "3 refuse-card").then(CardRefused(3, 1, 6, 23))
        assert after(story, "3 refuse-card").state.decks.current.cards[-1] == "2S"

    def test_rule_23_kept_out_of_turn_it_may_settle_the_hand(self) -> None:
        story = by_hand("TC TD 9H 9C 7D 8H KS 3S", *DRAWING, "1 deal-card 3 up")
        assert settled(story, "3 keep-card KS") == [(3, "lost", 10, -5)]
        story = by_hand("TC TD 9H 9C 7D 8H 4S 3S", *DRAWING, "1 deal-card 3 up")
        when(story, "3 keep-card 4S").then(CardKept(3, 1, 6, None, 23), HandStood(3, 1, 10))

    def test_rule_23_a_face_down_card_is_seen_by_its_player_only(self) -> None:
        story = by_hand(CARDS, *DRAWING)
        when(story, "1 deal-card 3 down").then(ExtraCardDealt(3, 1, None, 6, "down", "unasked-card", 23))
        story = after(story, "1 deal-card 3 down")
        assert GAME.options(story.state, 3)[0] == Option("keep-card", {"card": OneOf(("2S",))})

    def test_rule_23_of_two_hands_it_comes_to_the_one_in_turn(self) -> None:
        moves = (*TWICE, "2 play-both", "1 deal-card 1 down", *bets(5), *dealt(2, 2, 1, face="up"))
        story = by_hand("TC 5C 9H 9C 6C 8H 2S", *moves, "2 stand", stacks=TWO)
        when(story, "1 deal-card 2 up").then(ExtraCardDealt(2, 2, "2S", 6, "up", "unasked-card", 23))


class TestExposed:
    """Rule 24 when dealing by hand."""

    def test_rule_25_only_his_own_staking_waits_for_his_choice(self) -> None:
        moves = ("1 burn", *dealt(3, 1, face="down"), "2 demand-card")
        story = by_hand("TD 9H KC TC 9C 7D 8H", *moves, burned="KC")
        when(story, "2 stake 5").then_refused("wrong-phase", rule=5)
        story = after(story, "3 stake 5")
        when(story, "1 no-double").then_refused("wrong-phase", rule=6)
        when(story, "2 refuse-card").then(CardRefused(2, 1, 2, 24), CardDealt(2, 1, None, 3, "down", 24))

    def test_rules_22_and_24_a_second_first_card_that_is_exposed(self) -> None:
        story = by_hand("TC KC TD", "1 burn", "1 deal-card 2 down", burned="KC")
        when(story, "1 deal-card 2 down").then(CardOffered(2, 1, "KC", 1, "down", "two-first-cards"))
        story = after(story, "1 deal-card 2 down")
        when(story, "2 accept-card").then(ExtraCardDealt(2, 1, "KC", 1, "down", "two-first-cards", 22))
        when(story, "2 refuse-card").then(
            CardRefused(2, 1, 1, 24), ExtraCardDealt(2, 1, None, 2, "down", "two-first-cards", 22)
        )
        when(after(story, "2 accept-card"), "2 keep-card KC").then(CardKept(2, 1, 1, 0, 22))

    def test_rules_23_and_24_an_unasked_card_that_is_exposed_is_kept_or_refused(self) -> None:
        story = by_hand("TC TD 9H 9C 7D 8H KC 2S", "1 burn", *DRAWING, burned="KC")
        when(story, "1 deal-card 3 down").then(ExtraCardDealt(3, 1, "KC", 6, "down", "unasked-card", 23))
        story = after(story, "1 deal-card 3 down", "3 refuse-card")
        assert story.state.play.exposed is None
        assert [len(hand.cards) for hand in story.state.play.hands] == [2, 2]

    def test_rules_24_and_25_a_card_asked_for_may_be_refused_for_the_next(self) -> None:
        story = by_hand("TC TD 2H 9C 7D 8H KC 2S", "1 burn", *DRAWING, "2 hit", burned="KC")
        outcome = when(story, "1 deal-card 2 up")
        outcome.then(CardOffered(2, 1, "KC", 6, "up", None))
        story = outcome.accepted()
        assert commands(story, 2) == ["accept-card", "refuse-card"]
        when(story, "2 refuse-card").then(
            CardRefused(2, 1, 6, 24), CardDealt(2, 1, "2S", 7, "up", 24), HandStood(2, 1, 10)
        )


def test_rule_25_an_open_accident_of_one_does_not_stop_the_deal_to_others() -> None:
    story = by_hand(CARDS, *TWICE)
    when(story, "1 deal-card 3 down").then(CardDealt(3, 1, None, 2, "down", 4))


def test_an_accepted_first_card_dealt_up_counts_as_such() -> None:
    moves = ("1 burn", "1 deal-card 2 up", "2 accept-card", "1 deal-card 1 down", *bets(5))
    story = by_hand("KC 9H 9C", *moves, "1 deal-card 2 up", burned="KC", stacks=TWO)
    assert commands(story, 2) == ["withdraw"]


def test_dealt_as_it_lies_nothing_is_exposed() -> None:
    rules = BlackjackRules(dealing="manual", after_burn="deal")
    story = by_hand("TC TD", "1 burn", burned="KC", rules=rules)
    assert story.state.play.exposed is None

"""What may be seen of a blackjack table: a face-down card by its owner only."""

from typing import Any

from msgspec import json
from tests.support.blackjack import DECLARED, TWO, bets, by_hand, commands, dealt, given, opened, playing
from tests.support.moves import after, events_of, when
from tests.support.story import Story

from croupier.domain.catalogue import GAMES
from croupier.domain.games.blackjack.state import Offer, Settlement
from croupier.domain.games.blackjack.view import AccidentView, CardView, HandView, view
from croupier.domain.games.game import Standing
from croupier.domain.options import OneOf, Option, Range
from croupier.domain.view import table_view

GAME = GAMES["blackjack"]
CARDS = "TC TD 9H 9C 7D 8H 2S 3S"
FIRST_ROUND = dealt(2, 3, 1, face="down")


def seen(story: Story, viewer: Any) -> str:
    """All that the viewer's view tells."""
    return json.encode(table_view(GAME, story.state, viewer)).decode()


def sees(story: Story, card: str) -> list[Any]:
    """Who sees the card: seats, the house, None for anybody."""
    viewers: list[Any] = ["house", None, *story.state.seats]
    return [viewer for viewer in viewers if f'"{card}"' in seen(story, viewer)]


def test_a_first_card_is_seen_by_its_owner_only() -> None:
    story = playing(CARDS)
    assert sees(story, "TC") == [2]
    assert sees(story, "TD") == [3]
    assert sees(story, "9H") == [1]
    assert sees(story, "9C") == []


def test_events_do_not_name_it_before_it_is_shown() -> None:
    story = given(opened(CARDS))
    told = json.encode(events_of(story, "1 start-round", *bets(5, 5), "2 stand")).decode()
    assert not any(f'"{card}"' in told for card in ("TC", "TD", "9H"))
    assert all(f'"{card}"' in told for card in ("9C", "7D", "8H"))
    shown = after(given(opened(CARDS)), "1 start-round", *bets(5, 5), "2 stand")
    assert '"9H"' in json.encode(events_of(shown, "3 stand")).decode()


def test_the_second_card_is_seen_by_all() -> None:
    story = playing(CARDS, *bets(5, 5))
    assert sees(story, "9C") == ["house", None, 1, 2, 3]


def test_a_bust_to_be_declared_is_not_seen_by_others() -> None:
    story = playing("TC TD 6C 8D KC", *bets(5), "2 hit", rules=DECLARED, stacks=TWO)
    assert sees(story, "TC") == [2]
    (hand,) = view(story.state, 1).hands
    assert (hand.total, hand.stands, hand.settled) == (None, False, None)
    assert view(story.state, 2).hands[0].total == 26


def test_what_is_settled_is_shown_with_its_outcome() -> None:
    story = playing("TC TD 6C 8D KC", *bets(5), "2 hit", stacks=TWO)
    (hand,) = view(story.state, None).hands
    assert hand == HandView(
        2,
        1,
        (CardView("down", "TC"), CardView("up", "6C"), CardView("up", "KC")),
        26,
        5,
        split=False,
        asked=False,
        stands=False,
        settled=Settlement("lost", 10, -5),
    )


def test_a_card_never_shown_stays_unseen_after_the_round() -> None:
    story = playing("9C AS 9D KH", *bets(5), stacks=TWO)
    assert not story.state.in_round
    assert sees(story, "9C") == []
    assert sees(story, "AS") == ["house", None, 1, 2]


def test_the_bankers_card_is_seen_when_he_turns_it_up() -> None:
    story = playing(CARDS, *bets(5, 5))
    assert (view(story.state, 2).banker_total, view(story.state, 1).banker_total) == (None, 17)
    story = after(story, "2 stand", "3 stand")
    assert view(story.state, None).banker == (CardView("down", "9H"), CardView("up", "8H"))
    assert view(story.state, None).banker_total == 17


def test_an_extra_card_face_down_is_seen_by_its_owner_only() -> None:
    story = by_hand(CARDS, *dealt(2, 2, face="down"))
    assert sees(story, "TD") == [2]
    assert view(story.state, 3).accidents == (AccidentView("two-first-cards", 2, 1, CardView("down", None)),)
    assert view(story.state, 2).accidents[0].card == CardView("down", "TD")


def test_the_burned_card_and_whether_it_is_in_the_pack_are_seen() -> None:
    story = playing(CARDS, burned="KC")
    assert (view(story.state, None).burned, view(story.state, None).exposed) == ("KC", True)
    story = playing("TC KC TD", "3 accept-card", burned="KC")
    assert (view(story.state, None).burned, view(story.state, None).exposed) == ("KC", False)


def test_the_phases_and_who_is_waited_for() -> None:
    def where(story: Story) -> tuple[str, tuple[int, ...]]:
        shown = view(story.state, None)
        return shown.phase, shown.awaited

    assert where(given(opened(CARDS))) == ("idle", (1,))
    assert where(given(opened(CARDS, stacks={1: 100, 2: 0}))) == ("idle", ())
    assert where(playing("TC KC TD", burned="KC")) == ("first-go-round", (3,))
    assert where(by_hand(CARDS)) == ("first-go-round", (1,))
    assert where(by_hand(CARDS, *dealt(2, 2, 1, face="down"))) == ("first-go-round", (2,))
    assert where(playing(CARDS)) == ("staking", (2,))
    assert where(playing(CARDS, "2 stake 5", "3 stake 5")) == ("doubling", (1,))
    assert where(playing(CARDS, "2 stake 5", "3 stake 5", "1 double")) == ("redoubling", (2,))
    assert where(by_hand(CARDS, *FIRST_ROUND, *bets(5, 5))) == ("second-go-round", (1,))
    assert where(playing(CARDS, *bets(5, 5))) == ("drawing", (2,))
    assert where(playing(CARDS, *bets(5, 5), "2 stand", "3 stand")) == ("banker", (1,))
    assert where(playing("AC 9S TC 9H", *bets(5), stacks=TWO)) == ("bank", (2,))
    assert where(playing("AC 9S TC 9H", *bets(5), "2 sell-bank 1 5", stacks=TWO)) == ("bank", (1,))


def test_by_hand_a_go_round_may_wait_for_accidents_only() -> None:
    moves = (*FIRST_ROUND, *bets(5, 5), *dealt(2, 2, 3, 1, face="up"))
    assert view(by_hand(CARDS, *moves).state, None).awaited == (2,)
    asked = ("1 burn", *FIRST_ROUND, *bets(5, 5), *dealt(2, 3, 1, face="up"), "2 hit", "1 deal-card 2 up")
    story = by_hand("TC TD 2H 9C 7D 8H KC", *asked, burned="KC")
    assert view(story.state, None).awaited == (2, 3)


def test_who_won_the_bank_and_his_offer_are_seen() -> None:
    story = playing("AC 9S TC 9H", *bets(5), "2 sell-bank 1 5", stacks=TWO)
    shown = view(story.state, None)
    assert (shown.heir, shown.offer) == (2, Offer(1, 5))
    shown = view(after(story, "1 refuse-bank", "2 take-bank").state, None)
    assert (shown.heir, shown.offer, shown.phase) == (None, None, "idle")


def test_the_banker_banks_from_his_stack() -> None:
    assert GAME.standing(playing(CARDS, "2 stake 5").state) == Standing(0, 5, 1)
    assert GAME.standing(given(opened(CARDS, banker=None)).state) == Standing(0, 0, None)


def test_options_name_their_bounds() -> None:
    story = playing(CARDS, stacks={1: 9, 2: 7, 3: 9})
    assert GAME.options(story.state, 2) == (Option("stake", {"amount": Range(1, 7)}),)
    assert GAME.options(story.state, 3) == GAME.options(story.state, "house") == ()
    assert commands(after(story, "2 stake 5"), 3) == ["stake"]
    deal = GAME.options(by_hand(CARDS, "1 deal-card 2 down").state, 1)
    assert deal == (Option("deal-card", {"to": OneOf((2, 3, 1)), "face": OneOf(("up", "down"))}),)


def test_without_the_seed_nothing_is_offered_that_depends_on_cards() -> None:
    from msgspec.structs import replace

    table = playing(CARDS, *bets(5, 5)).state
    deck = replace(table.decks.current, cards=(), seed=None)
    blind = replace(table, decks=replace(table.decks, current=deck))
    assert GAME.options(blind, 2) == ()
    assert view(blind, 2).hands[0].cards == (CardView("down", None), CardView("up", "9C"))
    assert when(playing(CARDS, *bets(5, 5)), "2 stand").events

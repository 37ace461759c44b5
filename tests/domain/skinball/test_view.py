"""What may be seen of a Skinball table, and what it offers whom."""

from typing import Any

from msgspec import json
from tests.support.moves import after
from tests.support.skinball import (
    DECIDER,
    FIRST,
    TABLE,
    first_bet,
    given,
    next_bet,
    opened,
    playing,
    shuffling,
)
from tests.support.story import Story, commitment_to

from croupier.domain.amounts import MOST
from croupier.domain.catalogue import GAMES
from croupier.domain.decks.events import DeckCommitted, DeckShuffled
from croupier.domain.games.game import Standing
from croupier.domain.games.skinball.events import CardTurned
from croupier.domain.games.skinball.standing import standing
from croupier.domain.games.skinball.state import SideBet, SideOffer
from croupier.domain.games.skinball.view import CardView, SkinballView, view
from croupier.domain.options import OneOf, Option, Range
from croupier.domain.table.bank.events import BankerNamed
from croupier.domain.table.events import RoundStarted

GAME = GAMES["skinball"]
LIMITS = Option("set-limits", {"min": Range(1, MOST), "max": Range(1, MOST, not_below="min")})
TO_STAKE = ("4 deal", "3 accept-card", "4 deal")


def offered(story: Story, by: Any) -> tuple[Option, ...]:
    """What the game offers the seat or the house."""
    return GAME.options(story.state, by)


def commands(story: Story) -> dict[int, list[str]]:
    """The names of what the game offers each seat."""
    return {seat: [option.command for option in offered(story, seat)] for seat in story.state.seats}


def test_before_a_round_the_banker_who_will_be_drawn_starts_it_or_sets_the_limits() -> None:
    story = given(opened("QS", banker=None, draw="7C AD"))
    assert view(story.state, None).turn == 4
    assert commands(story) == {1: [], 2: [], 3: [], 4: ["start-round", "set-limits"]}


def test_a_table_with_too_few_waits_for_nobody() -> None:
    story = given(opened("QS", stacks={1: 100, 4: 100}))
    assert view(story.state, None).turn is None
    assert commands(story) == {1: [], 4: ["set-limits"]}
    assert standing(story.state) == Standing(0, 0, 4)


def test_the_house_has_nothing_to_do() -> None:
    assert offered(given(opened("QS")), "house") == ()
    assert offered(playing("QS"), "house") == ()


def test_the_decks_that_were_named_used_up_no_round_is_offered() -> None:
    assert offered(given(opened()), 4) == (LIMITS,)


def test_everything_that_a_round_shows() -> None:
    side = ("3 offer-side-bet 2 30", "2 accept-side-bet 1", "2 offer-side-bet 3 5")
    story = playing("QS 7D QD 8H 9C TC", *first_bet(), "4 deal", *next_bet(2), *next_bet(1))
    story = after(story, "4 deal", "3 accept-card", "3 stake 20", "4 cover 15", *side)
    assert view(story.state, None) == SkinballView(
        phase="dealing",
        turn=4,
        stage="table",
        offered=None,
        staker=None,
        stake=0,
        bankers_card="7D",
        cards=(CardView(2, "8H", 10), CardView(1, "9C", 10), CardView(3, "TC", 15)),
        centre=(),
        dead=("Q",),
        unasked=(),
        offers=(SideOffer(2, 2, 3, 5),),
        side_bets=(SideBet(1, 3, 2, 30),),
    )
    assert standing(story.state) == Standing(bank=0, in_play=2 * (10 + 10 + 15 + 30), banker=4)


def test_a_card_that_is_offered_is_shown_to_everybody_and_waits_for_one() -> None:
    story = playing("QS", "4 deal")
    shown = view(story.state, None)
    assert (shown.phase, shown.turn, shown.offered, shown.unasked) == ("card", 3, "QS", (3, 2, 1))
    assert commands(story) == {1: [], 2: [], 3: ["accept-card", "refuse-card"], 4: ["set-limits"]}


def test_a_stake_is_waited_for_and_then_its_cover() -> None:
    story = playing("QS 7D", *TO_STAKE)
    shown = view(story.state, None)
    assert (shown.phase, shown.turn, shown.staker) == ("stake", 3, None)
    assert offered(story, 3) == (Option("stake", {"amount": Range(1, 100)}),)
    story = after(story, "3 stake 60")
    shown = view(story.state, None)
    assert (shown.phase, shown.turn, shown.staker, shown.stake) == ("cover", 4, 3, 60)
    assert offered(story, 4) == (Option("cover", {"amount": Range(1, 60)}), LIMITS)
    assert offered(story, 3) == ()


def test_the_bankers_choice_is_waited_for() -> None:
    side = ("3 offer-side-bet 2 30", "2 accept-side-bet 1")
    story = playing("QS 7D 8H 7C", *first_bet(), *next_bet(2), *side, "4 deal")
    shown = view(story.state, None)
    assert (shown.phase, shown.turn, shown.bankers_card) == ("new-card", 4, None)
    assert commands(story)[4] == ["deal-on", "new-card", "set-limits"]


def test_side_bets_are_offered_with_their_bounds() -> None:
    story = playing("QS 7D 8H", *first_bet(), *next_bet(2), "3 offer-side-bet 2 90", "3 offer-side-bet 2 8")
    assert offered(story, 3) == (
        Option("offer-side-bet", {"against": OneOf((2,)), "amount": Range(1, 90)}),
        Option("withdraw-side-bet", {"offer": OneOf((1, 2))}),
    )
    story = after(story, "2 offer-side-bet 3 85", "3 accept-side-bet 3")
    assert offered(story, 2) == (
        Option("offer-side-bet", {"against": OneOf((3,)), "amount": Range(1, 5)}),
        Option("accept-side-bet", {"offer": OneOf((1,)), "amount": Range(1, 5)}),
        Option("accept-side-bet", {"offer": OneOf((2,)), "amount": Range(1, 5)}),
        Option("decline-side-bet", {"offer": OneOf((1, 2))}),
    )
    story = after(story, "3 offer-side-bet 2 5")
    assert Option("accept-side-bet", {"offer": OneOf((4,))}) in offered(story, 2)


def test_cards_of_the_centre_are_offered_to_who_has_none() -> None:
    story = playing("QS 7D 8H 9C TD QD", *first_bet(), *next_bet(2), *next_bet(1), "4 deal", "4 deal")
    assert Option("take-card", {"card": OneOf(("TD",))}) in offered(story, 3)
    assert "take-card" not in commands(story)[1]


def test_the_bank_being_empty_no_card_is_offered_from_the_centre() -> None:
    stacks = {1: 100, 2: 100, 3: 100, 4: 20}
    story = playing("QS 7D 8H 9C", *first_bet(), *next_bet(2), "4 deal", stacks=stacks)
    assert view(story.state, None).centre == ("9C",)
    assert commands(story)[1] == []


def test_every_viewer_sees_the_same_and_nothing_of_the_box() -> None:
    story = playing("QS 7D 8H 9C", "4 deal")
    shown = [json.encode(view(story.state, viewer)) for viewer in (None, "house", 1, 3, 4)]
    assert len(set(shown)) == 1
    assert b"7D" not in shown[0]


def test_without_the_seeds_a_table_is_still_followed() -> None:
    """As an auditor does before they are revealed: he knows neither the box nor who will be drawn."""
    seated = tuple(event for event in shuffling() if not hasattr(event, "seed"))
    story = Story(DECIDER, TABLE, seated)
    assert standing(story.state).banker is None
    assert view(story.state, None).turn is None
    events = (
        BankerNamed(4),
        RoundStarted(1),
        DeckShuffled(FIRST, 1, 1),
        DeckCommitted(f"{TABLE}/2", commitment_to(f"{TABLE}/2")),
        CardTurned("QS", 0),
    )
    story = Story(DECIDER, TABLE, (*seated, *events))
    assert standing(story.state) == Standing(0, 0, 4)
    assert view(story.state, None).phase == "dealing"

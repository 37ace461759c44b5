"""Fan-tan, rules 7 and 8: the shuffle, and the cut that nobody can choose."""

from collections import Counter
from typing import Any

import pytest
from tests.support.decks import committed
from tests.support.fan_tan import (
    FIRST,
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
from tests.support.story import CLOCK, FRESH_SEED, SEED, Story, commitment_to, entrusted

from croupier.domain.decks.cut import CUTS, drawn_cut
from croupier.domain.decks.events import DeckCommitted, DeckRevealed, DeckShuffled, EntropyContributed
from croupier.domain.decks.state import FixedDecks
from croupier.domain.games.fan_tan.commands import Cut, StartRound
from croupier.domain.games.fan_tan.events import BetSettled, PackCut
from croupier.domain.shuffle import Draws
from croupier.domain.table.commands import ExpireTurn, OpenTable
from croupier.domain.table.events import RoundEnded, RoundStarted

BOTH = {1: b"alice", 2: b"bob"}


def test_rule_7_a_round_starts_with_a_shuffle_of_the_deck_that_was_contributed_to() -> None:
    story = given(
        shuffling(), seated(1), seated(2), banking(1, 50, 50), EntropyContributed(2, FIRST, "c0ffee")
    )
    story = story.when(StartRound(), by=1).then(
        RoundStarted(1),
        DeckShuffled(FIRST, 1, 1),
        DeckCommitted(SECOND, commitment_to(SECOND, FRESH_SEED)),
    )
    assert story.state.decks.current.contributions == {2: b"\xc0\xff\xee"}


@pytest.mark.parametrize(
    ("contributions", "shuffle", "cut"), [(BOTH, 1, 48), (BOTH, 2, 41), ({}, 1, 21)], ids=str
)
def test_rule_8_the_cut_is_the_next_draw_of_the_stream_by_the_public_vectors(
    contributions: dict[int, bytes], shuffle: int, cut: int
) -> None:
    entropy = [EntropyContributed(seat, "deck-0001", data.hex()) for seat, data in contributions.items()]
    story = given(
        shuffling()[0],
        committed("deck-0001"),
        seated(1),
        seated(2),
        banking(1, 50, 50),
        *entropy,
        RoundStarted(1),
        DeckShuffled("deck-0001", shuffle, 1),
        committed(SECOND),
    )
    (event,) = story.when(Cut(), by=1).of(PackCut)
    assert event.size == cut


def test_rule_8_the_cut_does_not_depend_on_the_bets_or_on_who_gives_the_command() -> None:
    history: tuple[Any, ...] = (shuffling(), seated(1), seated(2), banking(1, 50, 50), started())
    plain = given(*history).when(Cut(), by=1).of(PackCut)
    assert given(*history, placed(2, 1, "1", 50, 50)).when(Cut(), by=1).of(PackCut) == plain
    assert given(*history).when(ExpireTurn(), CLOCK).of(PackCut) == plain


def test_rule_8_every_cut_of_at_least_a_third_up_to_49_is_drawn_equally_often() -> None:
    words = [word * 2**27 + word for word in range(32)]
    assert Counter(drawn_cut(Draws([word])) for word in words) == Counter(CUTS)
    assert (CUTS[0], CUTS[-1]) == (18, 49)


def test_rule_8_before_the_cut_its_size_is_in_no_representation_of_the_state() -> None:
    story = betting(37)
    assert "37" not in repr(story.state.decks.current)
    assert story.state.decks.current.cut == 37


def test_rule_8_the_banker_alone_cuts() -> None:
    story = betting(20)
    story.when(Cut(), by=2).then_refused("not-the-banker", rule=8)
    story.when(Cut(), "house").then_refused("not-the-banker", rule=8)
    story.when(Cut(), "stranger").then_refused("not-seated")


def test_rule_8_there_is_nothing_to_cut_between_rounds() -> None:
    story = given(opened(20, banker=1), seated(1), seated(2), banking(1, 50, 50))
    story.when(Cut(), by=2).then_refused("wrong-phase", rule=8)
    after = betting(20).when(Cut(), by=1).accepted()
    after.when(Cut(), by=1).then_refused("wrong-phase", rule=8)


def test_rule_8_when_the_banker_lets_his_time_run_out_the_cut_is_made_for_him() -> None:
    betting(21, placed(2, 1, "1", 10, 90)).when(ExpireTurn(), CLOCK).then(
        PackCut(1, 21, 1, 9),
        BetSettled(2, 1, "1", "won", 10, 10, 30, 170, 130),
        RoundEnded(1, 0),
        DeckRevealed(FIRST, SEED.hex(), used=True),
    )


def test_nobody_but_the_clock_ends_the_bankers_time() -> None:
    betting(21).when(ExpireTurn(), by=2).then_refused("not-your-turn")
    betting(21).when(ExpireTurn(), "house").then_refused("not-your-turn")


def test_from_the_revealed_seed_anyone_recomputes_the_cut() -> None:
    outcome = given(shuffling(), seated(1), seated(2), banking(1, 50, 50), started()).when(Cut(), by=1)
    (revealed,) = outcome.of(DeckRevealed)
    again = given(
        (shuffling()[0], DeckCommitted(FIRST, commitment_to(FIRST))),
        entrusted(FIRST, type(SEED)(bytes.fromhex(revealed.seed))),
        DeckShuffled(FIRST, 1, 1),
    )
    (cut,) = outcome.of(PackCut)
    assert again.state.decks.current.cut == cut.size


def test_a_test_table_makes_the_cuts_that_were_named_in_their_order() -> None:
    story = betting(31)
    outcome = story.when(Cut(), by=1)
    second = outcome.accepted().when(StartRound(), by=1).accepted().when(Cut(), by=1)
    assert [event.size for event in (*outcome.of(PackCut), *second.of(PackCut))] == [31, 20]


def test_when_the_named_cuts_have_run_out_there_is_no_other() -> None:
    opening = opened(20, banker=1)
    without = OpenTable(opening[0].limits, opening[0].rules, FixedDecks(((),), banker=1))
    story = given().when(without).accepted()
    for event in (seated(1), seated(2), *banking(1, 50, 50), *started()):
        story.state = story.decider.evolve(story.state, event)
    story.when(Cut(), by=1).then_refused("no-cut-left", rule=8)
    story.when(ExpireTurn(), CLOCK).then_refused("no-cut-left", rule=8)


@pytest.mark.parametrize("cut", [17, 50, 0, -4])
def test_a_table_is_not_opened_with_a_cut_that_nobody_makes(cut: int) -> None:
    opening = opened(20)[0]
    command = OpenTable(opening.limits, opening.rules, FixedDecks(((),), cuts=(20, cut)))
    Story(given().decider, "fan-tan-1", ()).when(command).then_refused("impossible-deck")


def test_who_does_not_know_the_seed_knows_the_state_but_for_cards_and_cut() -> None:
    history = (shuffling(), seated(1), seated(2), banking(1, 50, 50), started())
    events = [event for part in history for event in (part if isinstance(part, tuple) else (part,))]
    known = [event for event in events if not isinstance(event, type(entrusted("")))]
    story = given(*known, PackCut(1, 20, 4, 9))
    assert story.state.decks.current.cut is None
    assert story.state.play.cut.size == 20

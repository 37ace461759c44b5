"""Blackjack tables played up to some point, for stories about them.

Commands are written as in a scenario: who, what, and its fields in order, e.g. `3 stake 10`. Seat 1 banks
unless a test says otherwise.
"""

from collections.abc import Mapping
from copy import copy
from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import fields
from tests.support.story import AT, CLOCK, FRESH_SEED, HOUSE, Outcome, Story, commitment_to, entrusted

from croupier.domain.catalogue import DECIDERS, GAMES
from croupier.domain.decider import Actor, Given, run
from croupier.domain.decks.events import DeckCommitted
from croupier.domain.decks.state import FixedDecks
from croupier.domain.games.blackjack.commands import BlackjackLimits, BlackjackRules
from croupier.domain.games.blackjack.events.hands import HandSettled
from croupier.domain.table.events import SeatTaken, TableOpened

TABLE: Final = "blackjack-1"
FIRST, SECOND = (f"{TABLE}/{number}" for number in (1, 2))
"""The ids of the table's decks."""

PLAYERS: Final = {number: f"player{number}" for number in range(1, 15)}
TWO: Final = {1: 100, 2: 100}
THREE: Final = {1: 100, 2: 100, 3: 100}
LIMITS: Final = BlackjackLimits(1, 20)
AUTOMATIC: Final = BlackjackRules()
BY_HAND: Final = BlackjackRules(dealing="manual")
DECLARED: Final = BlackjackRules(bust="declared")

DECIDER: Final = DECIDERS["blackjack"]


def opened(
    *decks: str,
    banker: int | None = 1,
    stacks: Mapping[int, int] = THREE,
    rules: BlackjackRules = AUTOMATIC,
    limits: BlackjackLimits = LIMITS,
    draw: str = "",
    burned: str = "",
) -> tuple[Any, ...]:
    """A test table was opened and some sat down. The cards of each deck are written with blanks."""
    named = tuple(tuple(deck.split()) for deck in decks)
    fixed = FixedDecks(
        named,
        draw=tuple(draw.split()),
        burned=tuple(burned.split()),
        banker=UNSET if banker is None else banker,
    )
    return (TableOpened(rules, limits, fixed), *_committed(), *_seated(stacks))


def shuffling(stacks: Mapping[int, int] = THREE, rules: BlackjackRules = AUTOMATIC) -> tuple[Any, ...]:
    """A table was opened whose cards are shuffled, and some sat down."""
    return (TableOpened(rules, LIMITS), *_committed(), *_seated(stacks))


def given(history: tuple[Any, ...], *moves: str) -> Story:
    """A blackjack table with that history, and the events of those commands."""
    state = DECIDER.initial(TABLE)
    for event in history:
        state = DECIDER.evolve(state, event)
    told = [*history]
    for move in moves:
        by, command = written(move)
        decision = run(DECIDER, command, state, Given(_actor(by, state), AT, FRESH_SEED))
        state = decision.state
        told += [*decision.events, *decision.entrusted]
    return Story(DECIDER, TABLE, told)


def playing(cards: str, *moves: str, **how: Any) -> Story:
    """A table in its first round, which is dealt from that deck, after those moves; see `opened`."""
    banker = how.setdefault("banker", 1)
    return given(opened(cards, **how), f"{banker} start-round", *moves)


def by_hand(cards: str, *moves: str, **how: Any) -> Story:
    """Like `playing`, dealt by hand."""
    return playing(cards, *moves, **{"rules": BY_HAND, **how})


def bets(*stakes: int) -> tuple[str, ...]:
    """The players on the banker's left stake so much each, and he does not double."""
    return (*(f"{seat} stake {stake}" for seat, stake in enumerate(stakes, 2)), "1 no-double")


def dealt(*seats: int, face: str) -> tuple[str, ...]:
    """The banker deals a card to each of the seats."""
    return tuple(f"1 deal-card {seat} {face}" for seat in seats)


def when(story: Story, move: str) -> Outcome:
    """Give the command that is written; the story given stays where it is, for others to go on from."""
    by, command = written(move)
    return copy(story).when(command, _actor(by, story.state))


def after(story: Story, *moves: str) -> Story:
    """The commands that are written were all accepted."""
    for move in moves:
        story = when(story, move).accepted()
    return story


def events_of(story: Story, *moves: str) -> list[Any]:
    """All that happened by the commands that are written."""
    events: list[Any] = []
    for move in moves:
        outcome = when(story, move)
        events += outcome.events
        story = outcome.accepted()
    return events


def settled(story: Story, *moves: str) -> list[tuple[int, str, int, int]]:
    """The settlements that the moves bring: seat, outcome, rule, profit."""
    events = events_of(story, *moves)
    return [(e.seat, e.outcome, e.rule, e.profit) for e in events if isinstance(e, HandSettled)]


def stacks(story: Story) -> dict[int, int]:
    """All stacks by seat."""
    return {number: seat.stack for number, seat in story.state.seats.items()}


def commands(story: Story, seat: int) -> list[str]:
    """The names of the game's commands that are offered to the seat."""
    return [option.command for option in GAMES["blackjack"].options(story.state, seat)]


def written(move: str) -> tuple[str, Any]:
    """Who gives which command."""
    by, tag, *values = move.split()
    kind = DECIDER.command_types[tag]
    names = [field.name for field in fields(kind)]
    return by, kind(**{name: _value(text) for name, text in zip(names, values, strict=True)})


def _value(text: str) -> Any:
    return int(text) if text.removeprefix("-").isdigit() else text


def _actor(by: str, table: Any) -> Actor:
    if by == "clock":
        return CLOCK
    return HOUSE if by == "house" else Actor("player", table.seats[int(by)].player)


def _committed() -> tuple[Any, ...]:
    return (DeckCommitted(FIRST, commitment_to(FIRST)), entrusted(FIRST))


def _seated(stacks: Mapping[int, int]) -> tuple[Any, ...]:
    return tuple(SeatTaken(seat, PLAYERS[seat], stack) for seat, stack in stacks.items())

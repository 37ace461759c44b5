"""Skinball tables played up to some point, for stories about them.

Commands are written as in a scenario: who, what, and its fields in order, e.g. `3 stake 10`.
"""

from collections.abc import Mapping
from copy import copy
from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import fields
from tests.support.story import AT, CLOCK, FRESH_SEED, HOUSE, Outcome, Story, commitment_to, entrusted

from croupier.domain.catalogue import DECIDERS
from croupier.domain.decider import Actor, Given, run
from croupier.domain.decks.events import DeckCommitted
from croupier.domain.decks.state import FixedDecks
from croupier.domain.games.skinball.commands import SkinballRules
from croupier.domain.table.events import SeatTaken, TableOpened
from croupier.domain.table.state import StakeLimits

TABLE: Final = "skinball-1"
FIRST, SECOND, THIRD = (f"{TABLE}/{number}" for number in (1, 2, 3))
"""The ids of the table's decks."""

PLAYERS: Final = {1: "ann", 2: "bob", 3: "cid", 4: "dora", 5: "eve", 6: "fay", 12: "zoe"}
FOUR: Final = {1: 100, 2: 100, 3: 100, 4: 100}
LIMITS: Final = StakeLimits(1, 100)
FREE: Final = SkinballRules(commission=None)

DECIDER: Final = DECIDERS["skinball"]


def opened(
    *decks: str,
    banker: int | None = 4,
    stacks: Mapping[int, int] = FOUR,
    rules: SkinballRules = FREE,
    limits: StakeLimits = LIMITS,
    draw: str = "",
) -> tuple[Any, ...]:
    """A test table was opened and some sat down. The cards of each deck are written with blanks."""
    named = tuple(tuple(deck.split()) for deck in decks)
    fixed = FixedDecks(named, draw=tuple(draw.split()), banker=UNSET if banker is None else banker)
    return (TableOpened(rules, limits, fixed), *_committed(), *_seated(stacks))


def shuffling(stacks: Mapping[int, int] = FOUR) -> tuple[Any, ...]:
    """A table was opened whose cards are shuffled, and some sat down."""
    return (TableOpened(FREE, LIMITS), *_committed(), *_seated(stacks))


def given(history: tuple[Any, ...], *moves: str) -> Story:
    """A Skinball table with that history, and the events of those commands."""
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
    banker = how.setdefault("banker", 4)
    return given(opened(cards, **how), f"{banker} start-round", *moves)


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


def first_bet(seat: int = 3, stake: int = 10, banker: int = 4) -> tuple[str, ...]:
    """The seat accepts the first card, the banker gets his, and stake and cover lie."""
    return (f"{banker} deal", f"{seat} accept-card", f"{banker} deal", *covered(seat, stake, banker))


def next_bet(seat: int, stake: int = 10, banker: int = 4) -> tuple[str, ...]:
    """The next card is dealt, the seat accepts it, and stake and cover lie."""
    return (f"{banker} deal", f"{seat} accept-card", *covered(seat, stake, banker))


def covered(seat: int, stake: int, banker: int = 4) -> tuple[str, ...]:
    """The seat's stake is covered in full."""
    return (f"{seat} stake {stake}", f"{banker} cover {stake}")


def stacks(story: Story) -> dict[int, int]:
    """All stacks by seat."""
    return {number: seat.stack for number, seat in story.state.seats.items()}


def written(move: str) -> tuple[str, Any]:
    """Who gives which command."""
    by, tag, *values = move.split()
    kind = DECIDER.command_types[tag]
    names = [field.name for field in fields(kind)]
    return by, kind(**{name: _value(text) for name, text in zip(names, values, strict=False)})


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

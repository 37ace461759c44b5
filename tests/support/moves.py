"""Stories whose commands are written as in a scenario: who, what, its fields in order, e.g. `3 stake 10`."""

from copy import copy
from typing import Any

from tests.support.story import CLOCK, Outcome, Story, Who

from croupier.domain.decider import Decider


def when(story: Story, move: str) -> Outcome:
    """Give the command that is written; the story given stays where it is, for others to go on from."""
    by, command = written(story.decider, move)
    return copy(story).when(command, by)


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


def stacks(story: Story) -> dict[int, int]:
    """All stacks by seat."""
    return {number: seat.stack for number, seat in story.state.seats.items()}


def written(decider: Decider[Any, Any, Any], move: str) -> tuple[Who, Any]:
    """Who gives which command. Raises `TypeError` for a word too many, or too few for what is required."""
    by, tag, *values = move.split()
    return _who(by), decider.command_types[tag](*map(_value, values))


def _who(by: str) -> Who:
    return CLOCK if by == "clock" else _value(by)


def _value(text: str) -> int | str:
    return int(text) if text.removeprefix("-").isdigit() else text

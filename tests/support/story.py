"""Tests of deciders that read as rules: `given(events).when(command, by).then(events)`.

A story's history is events only, so each test also shows that the state is rebuilt from them.
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from croupier.domain.decider import Actor, Decider, Decision, Given, Rejected, SeedEntrusted, run
from croupier.domain.shuffle import Seed, commitment

AT = datetime(2026, 1, 1, 12, tzinfo=UTC)
SEED = Seed(range(64))
FRESH_SEED = Seed(range(64, 128))
"""The seed that comes with the command of a story."""

CLOCK = Actor("clock", "clock")
HOUSE = Actor("operator", "op")

Who = Actor | int | str
"""An actor, the seat of one, `house`, or the name of a player."""


def entrusted(deck: str, seed: Seed = SEED) -> SeedEntrusted:
    """The seed of a deck that was committed to, as the service hands it back when it loads a stream."""
    return SeedEntrusted(deck, seed)


def commitment_to(deck: str, seed: Seed = SEED) -> str:
    """The commitment that goes with `entrusted`."""
    return commitment(deck, seed)


class Story:
    """A decider's aggregate with its history."""

    def __init__(self, decider: Decider[Any, Any, Any], aggregate: str, history: Iterable[Any]) -> None:
        """What happened to the aggregate of that id so far: events, or tuples of them."""
        self.decider = decider
        self.state = decider.initial(aggregate)
        for part in history:
            for event in part if isinstance(part, tuple) else (part,):
                self.state = decider.evolve(self.state, event)

    def when(self, command: Any, by: Who = HOUSE, at: datetime = AT) -> "Outcome":
        """Give the command."""
        given = Given(self._actor(by), at, FRESH_SEED)
        try:
            return Outcome(self, run(self.decider, command, self.state, given), None)
        except Rejected as refusal:
            return Outcome(self, None, refusal)

    def _actor(self, by: Who) -> Actor:
        if isinstance(by, Actor):
            return by
        if by == "house":
            return HOUSE
        return Actor("player", by if isinstance(by, str) else self.state.seats[by].player)


class Outcome:
    """What came of a command."""

    def __init__(self, story: Story, decision: Decision[Any, Any] | None, refusal: Rejected | None) -> None:
        """Either a decision or a refusal."""
        self._story = story
        self._decision = decision
        self._refusal = refusal

    @property
    def refusal(self) -> Rejected | None:
        """By what the command was refused, None when it was accepted."""
        return self._refusal

    @property
    def events(self) -> tuple[Any, ...]:
        """The events of the accepted command."""
        assert self._refusal is None, f"refused: {self._refusal}"
        assert self._decision
        return self._decision.events

    @property
    def seeds(self) -> tuple[SeedEntrusted, ...]:
        """The seeds that the accepted command entrusts."""
        assert self._decision
        return self._decision.entrusted

    def of(self, *kinds: type) -> tuple[Any, ...]:
        """The events of those types."""
        return tuple(event for event in self.events if isinstance(event, kinds))

    def then(self, *events: Any) -> Story:
        """The command was accepted with just these events; the story goes on from there."""
        assert self.events == events
        return self.accepted()

    def accepted(self) -> Story:
        """The command was accepted, whatever its events; the story goes on from there."""
        assert self.events
        assert self._decision
        self._story.state = self._decision.state
        return self._story

    def then_refused(self, code: str, rule: int | None = None) -> Story:
        """The command was refused with the code, by the rule of that number if one is named."""
        assert self._refusal, f"accepted: {self._decision}"
        assert self._refusal.code == code
        if rule is not None:
            assert self._refusal.rule == rule
        return self._story

"""A table as a scenario plays it: the domain's own, with named cards, and a record of what it emitted."""

from datetime import UTC, datetime
from hashlib import sha512
from typing import Any, Final

from msgspec import json

from croupier.domain.catalogue import DECIDERS, GAMES
from croupier.domain.decider import Actor, Given, SeedEntrusted, run
from croupier.domain.decks.events import DeckCommitted
from croupier.domain.shuffle import Seed
from croupier.domain.table.commands import ExpireTurn, OpenTable, TakeSeat
from croupier.domain.table.events import SeatLeft, SeatTaken, StackToppedUp
from croupier.domain.table.state import HOUSE, AnyTable, By
from croupier.service.scenarios.format import Scenario, ScenarioSeat, game_of, named_cards

_ID: Final = "scenario"
_AT: Final = datetime(2000, 1, 1, tzinfo=UTC)
_HOUSE: Final = Actor("operator", "house")
_CLOCK: Final = Actor("clock", "clock")


class ScenarioTable:
    """The table, its state after every command, and the chips bought in at it so far."""

    def __init__(self, scenario: Scenario) -> None:
        """A table that has not been opened yet."""
        self.game = GAMES[game_of(scenario)]
        self._decider = DECIDERS[self.game.name]
        self._scenario = scenario
        self._players: dict[int, Actor] = {}
        self.state: AnyTable = self._decider.initial(_ID)
        self.bought = 0
        self._events: list[bytes] = []
        self._seeds: dict[str, Seed] = {}

    def open(self) -> None:
        """Open the table with the scenario's rules, limits and cards. Raises `Rejected`."""
        scenario = self._scenario
        self.give(OpenTable(scenario.limits, scenario.rules, named_cards(scenario)), HOUSE)

    def seat(self, given: ScenarioSeat) -> None:
        """Let a player of the scenario sit down. Raises `Rejected`."""
        player = Actor("player", given.player)
        self._submit(TakeSeat(given.seat, given.stack), player)
        self._players[given.seat] = player

    def give(self, command: Any, by: By) -> None:
        """Give the command as the seat's player or as the house, which is the clock too.

        Raises `Rejected`.
        """
        if isinstance(command, ExpireTurn) and by == HOUSE:
            self._submit(command, _CLOCK)
        else:
            self._submit(command, _HOUSE if isinstance(by, str) else self._players[by])

    def _submit(self, command: Any, actor: Actor) -> None:
        decision = run(self._decider, command, self.state, Given(actor, _AT, self._seed()))
        self.state = decision.state
        self._seeds.update({kept.deck: kept.seed for kept in decision.entrusted})
        self._events.extend(json.encode(event) for event in decision.events)
        self.bought += sum(map(_bought, decision.events))

    def _seed(self) -> Seed:
        """A seed that decides nothing, since the cards are named: a played scenario is always the same."""
        return Seed(sha512(b"%d" % len(self._events)).digest())

    def rebuilt(self) -> AnyTable:
        """The state that the emitted events, read back from their JSON, lead to."""
        state: AnyTable = self._decider.initial(_ID)
        for data in self._events:
            event = json.decode(data, type=self._decider.events)
            state = self._decider.evolve(state, event)
            if isinstance(event, DeckCommitted):
                state = self._decider.evolve(state, SeedEntrusted(event.deck, self._seeds[event.deck]))
        return state

    def values(self) -> dict[str, Any]:
        """What a scenario can expect, by name: `stacks.1`, .., `bank`, `in_play`, `house`, `banker`."""
        standing = self.game.standing(self.state)
        return {
            **{f"stacks.{number}": seat.stack for number, seat in self.state.seats.items()},
            "bank": standing.bank,
            "in_play": standing.in_play,
            "house": self.state.house,
            "banker": standing.banker,
        }


def _bought(event: Any) -> int:
    """The chips that came to the table by an event, negative where they left it."""
    match event:
        case SeatTaken():
            return event.stack
        case StackToppedUp():
            return event.amount
        case SeatLeft():
            return -event.stack
        case _:
            return 0

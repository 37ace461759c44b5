"""Rounds of one game at one table, played by random players through the domain alone."""

from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from random import Random
from time import perf_counter
from typing import Any, Final

from croupier.domain.catalogue import DECIDERS
from croupier.domain.decider import Actor, Given, Rejected, run
from croupier.domain.games.game import Game
from croupier.domain.shuffle import SEED_BYTES, Seed
from croupier.domain.table.commands import ExpireTurn, OpenTable, TakeSeat, TopUp
from croupier.domain.table.state import HOUSE, AnyTable, By
from croupier.service.simulation.players import filled, turns
from croupier.service.simulation.report import Report
from croupier.service.simulation.tally import Tally

_AT: Final = datetime(2000, 1, 1, tzinfo=UTC)
_HOUSE: Final = Actor("operator", "house")
_CLOCK: Final = Actor("clock", "clock")
_POOR: Final = 1_000
_BUY_IN: Final = 10_000

Progress = Callable[[int], None]
"""Told how many rounds are done."""


class ChipsNotConserved(RuntimeError):
    """Chips appeared or vanished: a fault of the game's code."""


class Simulator:
    """A table with random players at it."""

    def __init__(self, game: Game, rules: Any, limits: Any, seats: int, seed: int) -> None:
        """Open the table and seat the players. `seed` makes everything repeatable, the cards too."""
        self._game = game
        self._decider = DECIDERS[game.name]
        self._random = Random(seed)  # noqa: S311 - repeatable on purpose, and no money is at stake
        self._table: AnyTable = self._decider.initial(f"{game.name}-simulated")
        self._bought: Counter[int] = Counter()
        self._events: list[Any] = []
        self.commands = 0
        self._give(OpenTable(limits, rules), _HOUSE)
        for seat in range(1, seats + 1):
            self._give(TakeSeat(seat, _BUY_IN), _player(seat))
            self._bought[seat] += _BUY_IN

    def play_round(self) -> list[Any]:
        """Play until a round has ended; its events. Raises `ChipsNotConserved`."""
        self._events.clear()
        done = self._table.round + 1
        while self._table.round < done or self._table.in_round:
            self._step()
        self._refill()
        self._check()
        return self._events

    def flows(self) -> dict[str, int]:
        """What was bought in, and what house account, bank and each seat have won (negative: lost) of it."""
        won = {f"seat {n}": seat.stack - self._bought[n] for n, seat in self._table.seats.items()}
        bank = self._game.standing(self._table).bank
        return {"bought in": self._bought.total(), "house": self._table.house, "bank": bank, **won}

    def _step(self) -> None:
        """Somebody does something of what is offered; the clock, where nothing is."""
        offered = turns(self._game, self._table)
        if not offered:
            self._wait()
            return
        by, option = self._random.choice(offered)
        self._give(filled(self._decider, option, self._random), _actor(by))

    def _wait(self) -> None:
        """The clock acts for whoever is late. Raises `Rejected` when nobody is waited for either."""
        try:
            self._give(ExpireTurn(), _CLOCK)
        except Rejected:
            raise Rejected("too-few-players", "nobody at this table can begin a round") from None

    def _refill(self) -> None:
        """Who has become poor buys in again, so that everybody can go on."""
        for number, seat in self._table.seats.items():
            if seat.stack < _POOR:
                self._give(TopUp(_BUY_IN), _player(number))
                self._bought[number] += _BUY_IN

    def _check(self) -> None:
        table, bought = self._table, self._bought.total()
        if self._game.chips(table) != bought:
            raise ChipsNotConserved(f"round {table.round}: {bought} were bought in, {table} holds others")

    def _give(self, command: Any, actor: Actor) -> None:
        given = Given(actor, _AT, Seed(self._random.randbytes(SEED_BYTES)))
        decision = run(self._decider, command, self._table, given)
        self._table = decision.state
        self._events += decision.events
        self.commands += 1


def simulate(
    game: Game, rules: Any, limits: Any, rounds: int, seats: int, seed: int, progress: Progress
) -> Report:
    """Play the rounds and count what the game's statistics observe in them.

    Raises `Rejected` for rules, limits or a number of seats that the game refuses, `ChipsNotConserved`.
    """
    simulator = Simulator(game, rules, limits, seats, seed)
    tallies = tuple(Tally(statistic) for statistic in game.statistics(rules))
    began = perf_counter()
    for number in range(1, rounds + 1):
        events = simulator.play_round()
        for tally in tallies:
            tally.observe(events)
        progress(number)
    return Report(
        game.name, rounds, seats, seed, simulator.commands, perf_counter() - began, tallies, simulator.flows()
    )


def _player(seat: int) -> Actor:
    return Actor("player", f"player{seat}")


def _actor(by: By) -> Actor:
    return _HOUSE if by == HOUSE else _player(by)

"""The golden scenarios played through the service's use cases, as logs that can be reported on."""

from pathlib import Path
from typing import Final

from msgspec import UNSET
from tests.support.fakes import MemoryHistory, MemoryStore
from tests.support.playing import HOUSE, LOG, Casino, player
from tests.support.trees import MemoryTrees, naive_root

from croupier.domain.decider import Actor, Rejected
from croupier.domain.decks.state import FixedDecks
from croupier.domain.table.commands import ExpireTurn, OpenTable, TakeSeat
from croupier.service.callers import Caller
from croupier.service.errors import NotFound
from croupier.service.ports.transparency import TreeHead
from croupier.service.rounds.finding import Rounds
from croupier.service.rounds.past import Past
from croupier.service.rounds.plays import Plays
from croupier.service.rounds.reporting import Reporting
from croupier.service.rounds.travelling import Travelling
from croupier.service.scenarios.format import Scenario, command_of, game_of
from croupier.service.scenarios.reading import read_scenario
from croupier.service.transparency.tiles import Tile
from croupier.service.transparency.tree import LogTree

GOLDEN: Final = sorted((Path(__file__).parents[1] / "scenarios").glob("*/*.json"))
CLOCK: Final = Actor("clock", "clock")
AUDITOR: Final = Caller(LOG, Actor("auditor", "office"))
OPERATOR: Final = Caller(LOG, HOUSE)


def played_by(name: str) -> Caller:
    """A player as a caller."""
    return Caller(LOG, player(name))


class Unpublished:
    """A `Transparency` of a log of which nothing is published yet, or all up to `size` as it is by now.

    As in the database, full tiles are kept, and partial ones are made from what the records have become.
    """

    def __init__(self, store: MemoryStore, size: int | None = None) -> None:
        self._store = store
        self._kept = self._records()[:size]
        self._size = None if size is None else len(self._kept)

    def origin(self, log: str) -> str:
        return f"croupier.test/{log}"

    async def head(self, log: str) -> TreeHead:
        if self._size is None:
            raise NotFound("nothing is published")
        return TreeHead(self._size, naive_root(self._kept))

    async def tile(self, log: str, tile: Tile) -> bytes:
        trees = MemoryTrees(self._kept)
        await LogTree(trees, log).grow(0, len(self._kept))
        trees.log = self._records()
        return await LogTree(trees, log).tile(tile)

    async def inclusion(self, log: str, position: int) -> bytes:
        return b"proof of %d" % position

    def _records(self) -> list[bytes]:
        return [entry.record for entry in self._store.entries[LOG]]


class Office:
    """The use cases of who looks at rounds, over a casino's log."""

    def __init__(self, casino: Casino, published: int | None = None) -> None:
        store = casino.store
        assert isinstance(store, MemoryStore)
        self.casino = casino
        self.rounds, self.past = Rounds(store), Past(store, casino.secrets)
        self.reporting = Reporting(self.rounds, self.past, Unpublished(store, published))  # type: ignore[arg-type]
        self.plays = Plays(store, MemoryHistory(store), casino.streams, self.rounds, self.past)
        self.travelling = Travelling(store, casino.secrets, self.past)


def table_of(scenario: Scenario, number: int = 0) -> str:
    """The id of the scenario's table, of a form that clients may name."""
    return f"{game_of(scenario)}-{'abcdefghij'[number] * 12}"


def scenario_of(path: Path) -> Scenario:
    """The scenario of the file."""
    return read_scenario(path.read_bytes())


async def stage(casino: Casino, path: Path, number: int = 0) -> tuple[Scenario, str]:
    """Play the scenario of the file at a table of the casino; the table."""
    scenario = scenario_of(path)
    table = table_of(scenario, number)
    fixed = FixedDecks(
        decks=scenario.decks,
        cuts=scenario.cuts,
        draw=scenario.draw,
        burned=scenario.burned,
        banker=UNSET if scenario.banker is None else scenario.banker,
    )
    await casino.give(table, OpenTable(scenario.limits, scenario.rules, fixed))
    players = {}
    for seat in scenario.seats:
        players[seat.seat] = player(f"{seat.player}{number}")
        await casino.wallet(players[seat.seat].id, max(seat.stack, 1))
        await casino.give(table, TakeSeat(seat.seat, seat.stack), players[seat.seat])
    for step in scenario.steps:
        command = command_of(game_of(scenario), step)
        actor = HOUSE if isinstance(step.by, str) else players[step.by]
        try:
            await casino.give(table, command, CLOCK if isinstance(command, ExpireTurn) else actor)
        except Rejected:
            assert isinstance(step.refused, str)
    return scenario, table

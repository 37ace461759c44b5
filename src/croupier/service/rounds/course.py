"""The course of a round: its entries decoded and explained, each event with the table before and after it.

Whoever walks it knows no seed but those that the log itself has revealed. So nothing that is made of it can
tell a card that has not come off, or one that lies face down, however it is written.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from croupier.domain.decider import SeedEntrusted
from croupier.domain.decks.events import DeckCommitted
from croupier.domain.explaining import Explanation
from croupier.domain.games.game import Game
from croupier.domain.shuffle import Seed
from croupier.domain.table.state import AnyTable
from croupier.domain.telling import explain
from croupier.service.ports import Entry
from croupier.service.records import AnyRecord, decider_of, decode_record, game_at
from croupier.service.replay import revealed_by
from croupier.service.rounds.finding import RoundEntries
from croupier.service.rounds.past import unknowing


class Happened(Struct, frozen=True):
    """An event, what it means, and the table right before and right after it."""

    event: Any
    said: Explanation
    before: AnyTable
    after: AnyTable


class Step(Struct, frozen=True):
    """An entry of a round with what happened in it."""

    entry: Entry
    record: AnyRecord
    happened: tuple[Happened, ...]


class Course(Struct, frozen=True):
    """A round as it went. `before` is the table before its first entry, `seeds` those that are revealed."""

    game: Game
    found: RoundEntries
    before: AnyTable
    steps: tuple[Step, ...]
    seeds: Mapping[str, Seed]

    @property
    def happened(self) -> tuple[Happened, ...]:
        """All that happened, in order."""
        return tuple(one for step in self.steps for one in step.happened)


def course_of(found: RoundEntries, before: AnyTable) -> Course:
    """The round's course; `before` is the table as it stood right before its first entry, seeds and all."""
    seeds = _revealed(found)
    game = game_at(found.table)
    start = table = unknowing(before, seeds)
    steps = []
    for entry in found.entries:
        step, table = step_of(game, entry, table, seeds)
        steps.append(step)
    return Course(game, found, start, tuple(steps), seeds)


def _revealed(found: RoundEntries) -> dict[str, Seed]:
    """The seeds that entries of the round, or the later one that belongs to it, reveal."""
    seeds: dict[str, Seed] = {}
    for entry in (*found.entries, *found.after):
        seeds.update(revealed_by(entry))
    return seeds


def step_of(game: Game, entry: Entry, table: AnyTable, seeds: Mapping[str, Seed]) -> tuple[Step, AnyTable]:
    """The entry with what happened at the table, and the table after it, as who knows these seeds."""
    record = decode_record(entry.stream, entry.record)
    happened = []
    for event in record.events:
        one = _happened(game, event, table, seeds)
        happened.append(one)
        table = one.after
    return Step(entry, record, tuple(happened)), table


def _happened(game: Game, event: Any, table: AnyTable, seeds: Mapping[str, Seed]) -> Happened:
    evolve = decider_of(table.id).evolve
    after = evolve(table, event)
    if isinstance(event, DeckCommitted) and event.deck in seeds:
        after = evolve(after, SeedEntrusted(event.deck, seeds[event.deck]))
    return Happened(event, explain(game, table, event), table, after)

"""Time travel: a table as each of its viewers saw it at a revision, and the step that led there."""

from typing import Any, Final

from msgspec import Struct

from croupier.domain.ids import round_id
from croupier.domain.options import Option
from croupier.domain.table.state import AnyTable, By
from croupier.domain.view import TableView, table_options, table_view
from croupier.service.callers import Caller
from croupier.service.errors import NotFound
from croupier.service.ids import game_of_table
from croupier.service.ports import Entry, LogReader, Secrets
from croupier.service.records import game_at
from croupier.service.rounds.belonging import reveal_of
from croupier.service.rounds.course import Step, step_of
from croupier.service.rounds.entries import Telling
from croupier.service.rounds.past import Past, unknowing
from croupier.service.rounds.report import EntryReport
from croupier.service.streams import Loaded, advance

VIEWER_PATTERN: Final = "^(public|house|all|seat:[1-9][0-9]?)$"


class MomentView(Struct, frozen=True):
    """What one viewer (`public`, `house`, `seat:N`) saw of the table, and what he could do there.

    `withheld`: he saw cards that lie face down and whose deck is not revealed yet; then this is what
    everybody saw, and nothing that he could do.
    """

    viewer: str
    view: TableView
    options: tuple[Option, ...]
    withheld: bool


class Moment(Struct, frozen=True):
    """A table right after the entry of a revision. `round` is the id of the round that was going on, if any.

    `entry` is what led there. `previous` and `next` are the revisions to step to, null at the ends; `last` is
    the table's present one.
    """

    table: str
    revision: int
    previous: int | None
    next: int | None
    last: int
    round: str | None
    entry: EntryReport
    views: tuple[MomentView, ...]


class Travelling:
    """Shows tables as they once stood."""

    def __init__(self, reader: LogReader, secrets: Secrets, past: Past) -> None:
        """Read streams by `reader`, rebuild tables by `past`."""
        self._reader = reader
        self._secrets = secrets
        self._past = past

    async def moment(self, caller: Caller, table: str, revision: int, viewer: str) -> Moment:
        """The table at the revision, for a viewer or for `all`.

        Raises `NotFound` for no such table, a revision that it has not had (0 among them), or an empty seat;
        `SealBroken`, `StoreUnavailable`.
        """
        log, last = caller.log, await self._reader.revision(caller.log, table)
        if game_of_table(table) is None or not 1 <= revision <= last:
            raise NotFound("the table has had no such revision")
        before = await self._past.at(log, table, revision - 1)
        entry = await self._entry(log, table, revision)
        after = advance(before, entry, self._secrets)
        step = _step(before, entry)
        revealed = await self._revealed(log, step, after, viewer)
        telling = Telling(log, None, game_at(table).rule_words)
        return Moment(
            table,
            revision,
            revision - 1 or None,
            revision + 1 if revision < last else None,
            last,
            _round_of(before.state, after.state),
            telling.step(step),
            _views(after.state, viewer, revealed),
        )

    async def _entry(self, log: str, table: str, revision: int) -> Entry:
        async for entry in self._reader.read_stream(log, table, revision - 1):
            return entry
        raise NotFound("the table has had no such revision")

    async def _revealed(self, log: str, step: Step, after: Loaded, viewer: str) -> bool:
        """Whether nothing of the moment is secret (any more).

        The log is searched for the reveal only where somebody's cards depend on it.
        """
        decks = after.state.decks
        deck = decks.current or (step.happened[0].before.decks.current if step.happened else None)
        if deck is None or not _tell_more(after.state):
            return True
        found = await reveal_of(self._reader, log, after.state.id, deck.id, after.revision - 1)
        return found is not None


def _step(before: Loaded, entry: Entry) -> Step:
    """The entry in words, by who knows no seed."""
    step, _ = step_of(game_at(entry.stream), entry, unknowing(before.state, {}), {})
    return step


def _round_of(before: AnyTable, after: AnyTable) -> str | None:
    """The round that goes on, or that the entry has ended."""
    going_on = before.in_round or after.in_round
    return round_id(after.id, after.round) if going_on else None


def _tell_more(table: AnyTable) -> bool:
    """Whether any seat sees more than everybody."""
    return any(_sees_more(table, seat) for seat in table.seats)


def _sees_more(table: AnyTable, viewer: By | None) -> bool:
    game: Any = game_at(table.id)
    return bool(game.view(table, viewer) != game.view(table, None))


def _views(table: AnyTable, viewer: str, revealed: bool) -> tuple[MomentView, ...]:
    viewers: dict[str, By | None] = {"public": None, "house": "house"}
    viewers |= {f"seat:{seat}": seat for seat in table.seats}
    if viewer != "all" and viewer not in viewers:
        raise NotFound("nobody sat there")
    return tuple(_view(table, name, by, revealed) for name, by in viewers.items() if viewer in (name, "all"))


def _view(table: AnyTable, name: str, by: By | None, revealed: bool) -> MomentView:
    game = game_at(table.id)
    if not revealed and _sees_more(table, by):
        return MomentView(name, table_view(game, table, None), (), withheld=True)
    return MomentView(name, table_view(game, table, by), table_options(game, table, by), withheld=False)

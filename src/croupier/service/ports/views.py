"""Views of tables, kept ready made beside the log."""

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol

from msgspec import Struct


class KeptReading(Struct, frozen=True):
    """A table's reading as it is kept for one viewer: a JSON object in UTF-8.

    It holds at least all of the table's entries up to `position` of the log.
    """

    revision: int
    position: int
    body: bytes


class LobbyQuery(Struct, frozen=True):
    """Which tables of a log to list, by their ids in byte order: at most `limit`, those behind `after`.

    With `player`, those at which he has a seat; with `table`, no other than that one.
    """

    limit: int
    after: str = ""
    game: str | None = None
    status: Literal["open", "closed"] | None = None
    player: str | None = None
    table: str | None = None


class LobbyPage(Struct, frozen=True):
    """Summaries of tables, JSON objects in UTF-8.

    `after` is what the next page's query goes on behind, None at the end of the list; a page may be
    shorter than asked for and not the last. All tables' entries up to `position` of the log are in it.
    """

    summaries: tuple[bytes, ...]
    after: str | None
    position: int


class Views(Protocol):
    """What is read, ready made. Both answer None when they don't know; the log does."""

    async def table(self, log: str, table: str, viewer: str) -> KeptReading | None:
        """The table as its viewer sees it: `public`, `house`, `seat:N`, `player:ID` (his seat or public)."""

    async def lobby(self, log: str, query: LobbyQuery) -> LobbyPage | None:
        """A page of the log's tables."""


class Projected(Struct, frozen=True):
    """A table at a revision as it is to be read.

    `readings` are by viewer (`public`, `house`, `seat:N`): the bytes of one of the `beginnings`, by its
    number, then the rest; most viewers see most of it alike. `players` are the seats of the seated players.
    `status` None takes the table out of what is kept.
    """

    table: str
    revision: int
    status: Literal["open", "closed"] | None
    summary: bytes = b""
    beginnings: Sequence[bytes] = ()
    readings: Mapping[str, tuple[int, bytes]] = {}
    players: Mapping[str, int] = {}


class Generation(Struct, frozen=True):
    """One filling of a log's views, in which all entries up to `position` are contained."""

    name: str
    position: int


class CurrentGenerations(Protocol):
    """The generations that are read, whoever filled them: this database's logs or another's."""

    async def logs(self) -> frozenset[str]:
        """Every log of which there is one."""

    async def current(self, log: str) -> Generation | None:
        """The log's, None when there is none or it is not whole."""

    async def disown(self, log: str, generation: Generation) -> None:
        """Have nothing read of the generation from now on; nothing happens when it is not current."""


class ViewWriter(Protocol):
    """Keeps views for reading, in the current generation or in one that is being filled."""

    async def write(
        self, log: str, generation: Generation, tables: Sequence[Projected], position: int
    ) -> Generation | None:
        """Write tables, and that now all is contained up to `position`, in one step.

        A table is left alone when it is kept at that revision or a later one. The generation as it then
        stands, which may be behind `position` where it had lost something, or ahead of it; None when it is
        neither current nor being filled (any more).
        """


class Generations(Protocol):
    """Changes which generation of a log's views is read."""

    async def begin(self, log: str) -> Generation | None:
        """Begin an empty one beside the current; None while another is being filled."""

    async def switch(self, log: str, generation: Generation) -> bool:
        """Read the filled one from now on; False when it is not the one being filled any more."""

    async def sweep(self, log: str) -> None:
        """Delete those that are neither current nor being filled."""

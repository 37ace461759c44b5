"""Reading tables, from the views when they know, else from the log; and wallets, always from the log."""

from functools import partial
from typing import Final

from msgspec.json import Encoder

from croupier.domain.catalogue import GAMES
from croupier.domain.decider import Actor
from croupier.domain.ids import wallet_of
from croupier.domain.table.state import AnyTable, By
from croupier.service.answers import SEE_AS_HOUSE, WalletReading, table_reading, wallet_reading
from croupier.service.errors import NotFound
from croupier.service.ports import KeptReading, LobbyPage, LobbyQuery, LogReader, Views
from croupier.service.projection.rendering import summary
from croupier.service.records import category
from croupier.service.sharing import Shared
from croupier.service.streams import Loaded, Streams, existing

_encode: Final = Encoder().encode
_MOST_FROM_LOG: Final = 20

PUBLIC: Final = "public"


def viewer_name(actor: Actor) -> str:
    """As whom an actor reads tables: the house, a player in his seat, if he has one, or anybody."""
    if actor.role == "player":
        return f"player:{actor.id}"
    return "house" if actor.role in SEE_AS_HOUSE else PUBLIC


class Reading:
    """The use case of every reader of tables and wallets.

    Views of tables may lag behind the log by a moment; who names a position that he knows of gets at least
    that.
    """

    def __init__(self, views: Views, log: LogReader, streams: Streams) -> None:
        """Wire the use case to views, log and streams of this installation."""
        self._views = views
        self._log = log
        self._streams = streams
        self._shared = Shared()

    async def table(self, log: str, table: str, viewer: str, at_least: int = -1) -> KeptReading:
        """The table as JSON of `TableReading`, for `public`, `house`, `seat:N` or `player:ID`.

        It holds the table's entries up to position `at_least` of the log. Raises `NotFound`,
        `StoreUnavailable`, `SealBroken`.
        """
        if category(table) not in GAMES:
            raise NotFound("there is no such table")
        kept = await self._views.table(log, table, viewer)
        if kept is not None and kept.position >= at_least:
            return kept
        return _as_read(*await self._stored(log, table), viewer)

    async def newer(self, log: str, table: str, viewer: str, revision: int) -> KeptReading:
        """The table at that revision, which it has by now, or a later one. Raises as `table` does.

        For those who waited for it, however many: the views may not have it yet, and the log is read once.
        """
        stored = await self._shared.get((log, table, revision), partial(self._stored, log, table))
        return _as_read(*stored, viewer)

    async def _stored(self, log: str, table: str) -> tuple[Loaded, int]:
        """The table as the log has it, and a position up to which all of its entries are in it."""
        head = await self._log.head(log)
        return existing(await self._streams.catch_up(log, table), "table"), head

    async def wallet(self, log: str, player: str) -> WalletReading:
        """The player's wallet as the log has it. Raises `NotFound`, `StoreUnavailable`."""
        return wallet_reading(existing(await self._streams.catch_up(log, wallet_of(player)), "player"))

    async def lobby(self, log: str, query: LobbyQuery, at_least: int = -1) -> LobbyPage:
        """A page of the log's tables as JSON of `TableSummary`.

        Raises `StoreUnavailable`, `SealBroken`.
        """
        kept = await self._views.lobby(log, query)
        if kept is not None and kept.position >= at_least:
            return kept
        head = await self._log.head(log)
        names = await self._names(log, query)
        looked_at = names[: min(query.limit, _MOST_FROM_LOG)]
        loaded = [await self._streams.catch_up(log, name) for name in looked_at]
        listed = [summary(table) for table in loaded if _sits(query.player, table.state)]
        return LobbyPage(
            tuple(_encode(one) for one in listed if query.status in (None, one.status)),
            looked_at[-1] if len(looked_at) < len(names) else None,
            head,
        )

    async def _names(self, log: str, query: LobbyQuery) -> list[str]:
        games = [game for game in GAMES if query.game in (None, game)]
        names = [name for game in games for name in await self._log.streams(log, game)]
        return sorted(name for name in names if name > query.after and query.table in (None, name))


def _as_read(loaded: Loaded, position: int, viewer: str) -> KeptReading:
    reading = table_reading(loaded, _seen_by(loaded.state, viewer))
    return KeptReading(loaded.revision, position, _encode(reading))


def _sits(player: str | None, table: AnyTable) -> bool:
    """Whether the player has a seat at the table; nobody is asked for by None."""
    return player is None or table.seat_of(player) is not None


def _seen_by(table: AnyTable, viewer: str) -> By | None:
    """The viewer that a name stands for. Raises `NotFound` for a seat that nobody sits in."""
    kind, _, name = viewer.partition(":")
    match kind:
        case "house":
            return "house"
        case "player":
            return table.seat_of(name)
        case "seat":
            seat = next((seat for seat in table.seats if str(seat) == name), None)
            if seat is None:
                raise NotFound("nobody sits there")
            return seat
        case _:
            return None

"""Views in Valkey, for their readers."""

from functools import partial
from typing import Any, Final

from redis.asyncio import Redis

from croupier.adapters.redis.breaker import Breaker
from croupier.adapters.redis.lua import view_script
from croupier.adapters.redis.private import opened
from croupier.service.ports import KeptReading, LobbyPage, LobbyQuery, Secrets, Trouble

PREFIX: Final = "croupier"


def root(prefix: str, log: str) -> str:
    """The root of a log's keys."""
    return f"{prefix}:{{{log}}}"


class RedisViews:
    """Implements `Views`. While Valkey is away it knows nothing, and says so at once."""

    def __init__(
        self,
        client: Redis,
        secrets: Secrets,
        trouble: Trouble,
        prefix: str = PREFIX,
    ) -> None:
        """Read by `client`; all keys begin with `prefix`. `trouble` hears when Valkey goes away.

        What only one viewer may see is unsealed by `secrets`.
        """
        self._secrets = secrets
        self._prefix = prefix
        self._table = view_script(client, "table")
        self._lobby = view_script(client, "lobby")
        self._breaker = Breaker(trouble)

    async def table(self, log: str, table: str, viewer: str) -> KeptReading | None:
        """The table as the viewer sees it."""
        ask = partial(self._table, keys=[root(self._prefix, log)], args=[table, viewer])
        found: Any = await self._breaker.call(ask)
        return opened(self._secrets, log, table, viewer, KeptReading(*found)) if found else None

    async def lobby(self, log: str, query: LobbyQuery) -> LobbyPage | None:
        """A page of the log's tables."""
        least, most = _bounds(query)
        args: list[str | int] = [least, most, query.limit + 1, query.status or "", query.player or ""]
        found: Any = await self._breaker.call(partial(self._lobby, keys=[root(self._prefix, log)], args=args))
        if not found:
            return None
        position, ids, summaries = found
        listed = tuple(summaries[: query.limit])
        after = ids[query.limit - 1].decode() if len(ids) > query.limit else None
        return LobbyPage(listed, after, position)


def _bounds(query: LobbyQuery) -> tuple[str, str]:
    """The ids asked for, as ZRANGEBYLEX has them; in their byte order a full stop comes after a hyphen."""
    if query.table is not None:
        passed = query.table <= query.after or not _is_of(query.table, query.game)
        return f"{'(' if passed else '['}{query.table}", f"[{query.table}"
    if query.game is None:
        return (f"({query.after}" if query.after else "-"), "+"
    first = f"{query.game}-"
    return (f"({query.after}" if query.after > first else f"[{first}"), f"({query.game}."


def _is_of(table: str, game: str | None) -> bool:
    """Whether the table is of that game; of any where none is named."""
    return game is None or table.startswith(f"{game}-")

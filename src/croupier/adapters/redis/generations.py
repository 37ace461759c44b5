"""Views in Valkey, for the projector: writing them, and filling them anew."""

from collections.abc import Sequence
from secrets import token_hex
from typing import Any, Final

from msgspec import msgpack
from redis.asyncio import Redis

from croupier.adapters.redis.lua import view_script
from croupier.adapters.redis.private import as_kept
from croupier.adapters.redis.views import PREFIX, root
from croupier.service.ports import Generation, Projected, Secrets

_PATIENCE_MS: Final = 15_000
_SCANNED: Final = 1_000
_encode: Final = msgpack.Encoder().encode


class RedisGenerations:
    """Implements `CurrentGenerations`, `ViewWriter` and `Generations`.

    Raises redis' errors when Valkey is away.
    """

    def __init__(
        self, client: Redis, secrets: Secrets, prefix: str = PREFIX, patience_ms: int = _PATIENCE_MS
    ) -> None:
        """What only one viewer may see is sealed by `secrets`.

        A generation whose builder has not written for `patience_ms` may be overtaken by another.
        """
        self._client = client
        self._secrets = secrets
        self._prefix = prefix
        self._patience = patience_ms
        self._current = view_script(client, "current")
        self._disown = view_script(client, "disown")
        self._write = view_script(client, "write")
        self._begin = view_script(client, "begin")
        self._switch = view_script(client, "switch")
        self._sweep = view_script(client, "sweep")

    async def logs(self) -> frozenset[str]:
        """Every log of which a generation is read; all keys are gone through, so not often."""
        every = f"{root(self._prefix, '*')}:current"
        before, after = every.split("*")
        found = self._client.scan_iter(match=every, count=_SCANNED)
        return frozenset([key.decode().removeprefix(before).removesuffix(after) async for key in found])

    async def current(self, log: str) -> Generation | None:
        """The generation that is read."""
        found: Any = await self._current(keys=self._keys(log))
        return Generation(found[0].decode(), found[1]) if found else None

    async def disown(self, log: str, generation: Generation) -> None:
        """Read this generation no more."""
        await self._disown(keys=self._keys(log), args=[generation.name])

    async def write(
        self, log: str, generation: Generation, tables: Sequence[Projected], position: int
    ) -> Generation | None:
        """Write tables and move the position; one call whatever their number."""
        packed = _encode([self._as_text(log, table) for table in tables])
        place: list[str | int] = [generation.name, generation.position, position]
        args = [*place, packed, self._patience]
        reached: Any = await self._write(keys=self._keys(log), args=args)
        return None if reached is None else Generation(generation.name, reached)

    async def begin(self, log: str) -> Generation | None:
        """Begin an empty generation beside the current one."""
        name = token_hex(8)
        begun: Any = await self._begin(keys=self._keys(log), args=[name, self._patience])
        return Generation(name, -1) if begun else None

    async def switch(self, log: str, generation: Generation) -> bool:
        """Read this generation from now on."""
        switched: Any = await self._switch(keys=self._keys(log), args=[generation.name])
        return bool(switched)

    async def sweep(self, log: str) -> None:
        """Delete what is neither current nor being filled, a piece at a time."""
        more: Any = True
        while more:
            more = await self._sweep(keys=self._keys(log))

    def _keys(self, log: str) -> list[str]:
        return [root(self._prefix, log)]

    def _as_text(self, log: str, table: Projected) -> tuple[Any, ...]:
        """The table for the script: the msgpack of Lua knows no byte strings, and JSON is text."""
        beginnings, readings = as_kept(self._secrets, log, table)
        summary = table.summary.decode()
        return table.table, table.revision, table.status, summary, beginnings, readings, table.players

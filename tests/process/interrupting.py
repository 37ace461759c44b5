"""Tables of all games that are played by their options, also past a restart of the service."""

from collections import Counter
from collections.abc import Callable
from contextlib import AsyncExitStack
from random import Random
from typing import Any

from croupier.adapters.demo.bots import Bot
from croupier.adapters.demo.client import Client
from croupier.domain.catalogue import GAMES

LIMITS = {"min": 1, "max": 50}
SEATS = 3
_STEPS = 600


class InterruptedTable:
    """A table, its players, and their tokens, by which they come back to the restarted service."""

    def __init__(self, game: str, key: str) -> None:
        self.game = game
        self.key = key
        self.table = ""
        self.tokens: list[str] = []
        self.position = -1
        self.before: list[dict[str, Any]] = []
        self._random = Random(f"interrupted {game}")

    async def open(self, url: str) -> None:
        """Open the table; each player contributes to the first deck."""
        async with Client(url, self.key) as house:
            limits = {name: LIMITS[name] for name in GAMES[self.game].limits.__struct_fields__}
            opened = await house.post("tables", game=self.game, limits=limits)
            self.table, self.position = opened["table"], opened["position"]
            for seat in range(1, SEATS + 1):
                player = (await house.post("players"))["player"]
                await house.post(f"wallets/{player}/deposits", amount=1_000)
                self.tokens.append((await house.post(f"players/{player}/tokens"))["token"])
                async with Client(url, self.tokens[-1]) as client:
                    await client.post(f"tables/{self.table}/take-seat", seat=seat, buy_in=1_000)
                    sent = await client.post(f"tables/{self.table}/contribute", entropy=f"{seat:02x}")
                    self.position = sent["position"]

    async def entries(self, url: str) -> list[dict[str, Any]]:
        """All of the table's entries."""
        found: list[dict[str, Any]] = []
        async with Client(url, self.key) as house:
            page: dict[str, Any] = {"after": -1, "more": True}
            while page["more"]:
                page = await house.get(f"tables/{self.table}/events?limit=500&after={page['after']}")
                found += page["entries"]
        return found

    async def play_until(self, url: str, reached: Callable[[list[dict[str, Any]]], bool]) -> None:
        """House and players do whatever they are offered, until the table's entries are as wanted."""
        async with AsyncExitStack() as clients:
            bots = [Bot(await clients.enter_async_context(Client(url, self.key)), *self._at())]
            for seat, token in enumerate(self.tokens, start=1):
                client = await clients.enter_async_context(Client(url, token))
                bots.append(Bot(client, *self._at(), seat))
            acts: Counter[Bot] = Counter()
            for _ in range(_STEPS):
                if reached(await self.entries(url)):
                    return
                await self._act(bots, acts)
        raise AssertionError(f"{self.game} did not get there in {_STEPS} commands")

    def _at(self) -> tuple[str, str, Random]:
        return self.table, self.game, self._random

    async def _act(self, bots: list[Bot], acts: Counter[Bot]) -> None:
        """Somebody acts; who has done least is the first to look, so that all bet before the deal."""
        for bot in sorted(bots, key=acts.__getitem__):
            await bot.look(self.position)
            if answer := await bot.act():
                acts[bot] += 1
                self.position = answer["position"]
                return

    async def close(self, url: str) -> None:
        """Close the table, which reveals every deck that is left."""
        async with Client(url, self.key) as house:
            await house.post(f"tables/{self.table}/close-table")

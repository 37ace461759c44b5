"""A demonstration table of punto banco: bots bet, the house deals."""

import asyncio
from contextlib import AsyncExitStack
from random import Random
from typing import Any

from croupier.adapters.demo.bots import Bot
from croupier.adapters.demo.client import Client
from croupier.adapters.demo.results import Results

GAME = "baccarat"
LIMITS = {"min": 5, "max": 500}
BUY_IN = 1_000
DEPOSIT = 1_000_000_000


class DemoTable:
    """One table with its house and its bots."""

    def __init__(self, house: Client, url: str, results: Results, random: Random) -> None:
        """`house` has the operator's key; what happens is told to `results`."""
        self._house = house
        self._url = url
        self._results = results
        self._random = random

    async def play(self, players: int, coups: int) -> None:
        """Open a table, seat the players, play the coups, let everybody leave and close the table."""
        opened = await self._house.post("tables", game=GAME, limits=LIMITS)
        table = opened["table"]
        house = Bot(self._house, table, GAME, self._random)
        async with AsyncExitStack() as clients:
            bots = [await self._seat(table, seat, clients) for seat in range(1, players + 1)]
            for _ in range(coups):
                await self._coup(house, bots)
            for bot in bots:
                await bot.give("leave")
        await house.give("close-table")

    async def _seat(self, table: str, seat: int, clients: AsyncExitStack) -> Bot:
        """A new player with money in his wallet sits down."""
        player = (await self._house.post("players"))["player"]
        await self._house.post(f"wallets/{player}/deposits", amount=DEPOSIT)
        token = (await self._house.post(f"players/{player}/tokens"))["token"]
        client = await clients.enter_async_context(Client(self._url, token))
        bot = Bot(client, table, GAME, self._random, seat)
        await bot.give("take-seat", seat=seat, buy_in=BUY_IN)
        return bot

    async def _coup(self, house: Bot, bots: list[Bot]) -> None:
        await house.give(f"{GAME}/start-round")
        await asyncio.gather(*(self._bet(bot) for bot in bots))
        dealt = await house.give(f"{GAME}/deal")
        self._results.coup(dealt)
        for bot in bots:
            if _stack(dealt, bot) < LIMITS["min"]:
                await bot.give("top-up", amount=BUY_IN)

    async def _bet(self, bot: Bot) -> None:
        """Up to three bets on what the service offers just now."""
        await bot.look()
        for _ in range(self._random.randint(1, 3)):
            if offered := bot.offered("place-bet"):
                await bot.play(self._random.choice(offered))


def _stack(answer: dict[str, Any], bot: Bot) -> int:
    return {seat["seat"]: int(seat["stack"]) for seat in answer["view"]["seats"]}[bot.seat]

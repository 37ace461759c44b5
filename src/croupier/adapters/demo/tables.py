"""A demonstration table of any game: bots do what the service offers them, until enough rounds are played."""

import asyncio
from collections import Counter
from contextlib import AsyncExitStack
from random import Random
from typing import Any

from croupier.adapters.demo.bots import Bot
from croupier.adapters.demo.client import Client, Refused
from croupier.adapters.demo.results import Results

BUY_IN = 1_000
DEPOSIT = 1_000_000_000
POOR = 100
TIMES = {"turn": 1, "bank": 2}
"""Seconds for a decision: bots are quick, and where nobody may act the clock does."""
_PAUSE = 0.1


class DemoTable:
    """One table with its house and its bots."""

    def __init__(self, house: Client, url: str, game: str, results: Results, random: Random) -> None:
        """`house` has the operator's key; what happens is told to `results`."""
        self._client = house
        self._url = url
        self._game = game
        self._results = results
        self._random = random
        self._acts: Counter[Bot] = Counter()
        self._position = -1

    async def play(self, limits: dict[str, int], players: int, rounds: int) -> None:
        """Open a table, seat the players, play the rounds, let everybody leave and close the table."""
        opened = await self._client.post("tables", game=self._game, limits=limits, times=TIMES)
        table = opened["table"]
        house = Bot(self._client, table, self._game, self._random)
        async with AsyncExitStack() as clients:
            bots = [await self._seat(table, seat, clients) for seat in range(1, players + 1)]
            await self._play_rounds([house, *bots], rounds)
            for bot in bots:
                await bot.give("leave")
        await house.give("close-table")

    async def _seat(self, table: str, seat: int, clients: AsyncExitStack) -> Bot:
        """A new player with money in his wallet sits down."""
        player = (await self._client.post("players"))["player"]
        await self._client.post(f"wallets/{player}/deposits", amount=DEPOSIT)
        token = (await self._client.post(f"players/{player}/tokens"))["token"]
        client = await clients.enter_async_context(Client(self._url, token))
        bot = Bot(client, table, self._game, self._random, seat)
        seated = await bot.give("take-seat", seat=seat, buy_in=BUY_IN)
        self._position = seated["position"]
        return bot

    async def _play_rounds(self, actors: list[Bot], rounds: int) -> None:
        """Somebody acts, until so many rounds have ended."""
        ended = 0
        while ended < rounds:
            answer = await self._act(actors)
            view = answer["view"]
            if view["round"] - view["in_round"] > ended:
                ended = view["round"] - view["in_round"]
                self._acts.clear()
                self._results.round(self._game, answer)
                await self._refill(answer, actors)

    async def _act(self, actors: list[Bot]) -> dict[str, Any]:
        """All look at the table in turn, until one does something of what he finds offered.

        Who has done least in the round is the first to look, so that nobody deals before the others bet.
        """
        for actor in sorted(self._random.sample(actors, len(actors)), key=self._acts.__getitem__):
            await actor.look(self._position)
            try:
                if answer := await actor.act():
                    self._acts[actor] += 1
                    self._position = answer["position"]
                    return answer
            except Refused:  # the clock was faster, and it is not offered any more
                continue
        await asyncio.sleep(_PAUSE)
        return actors[0].seen

    async def _refill(self, answer: dict[str, Any], actors: list[Bot]) -> None:
        """Who has become poor buys in again."""
        stacks = {seat["seat"]: seat["stack"] for seat in answer["view"]["seats"]}
        for actor in actors:
            if actor.seat is not None and stacks.get(actor.seat, POOR) < POOR:
                await actor.give("top-up", amount=BUY_IN)

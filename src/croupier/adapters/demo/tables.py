"""A demonstration table of any game: bots do what the service offers them, until enough rounds are played."""

import asyncio
from collections import Counter
from collections.abc import Coroutine, Iterable
from contextlib import AsyncExitStack, suppress
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
_WRONG_PHASE = "wrong-phase"
"""Refused with this is what is done between rounds only, or in a round only."""


async def together(tables: Iterable[Coroutine[Any, Any, None]]) -> None:
    """Play at all tables at once. Where one can't go on none does, and all are left closed."""
    tasks = [asyncio.create_task(table) for table in tables]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
    finally:
        for task in tasks:  # once: the second time would break off what closes a table
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in done:
        task.result()


def _ended(view: dict[str, Any]) -> int:
    """How many of the table's rounds have ended."""
    return int(view["round"] - view["in_round"])


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
        self._rounds = 0

    async def play(self, limits: dict[str, int], players: int, rounds: int) -> None:
        """Open a table, seat the players, play the rounds, let everybody leave; it is closed in any case."""
        opened = await self._client.post("tables", game=self._game, limits=limits, times=TIMES)
        house = Bot(self._client, opened["table"], self._game, self._random)
        try:
            async with AsyncExitStack() as clients:
                bots = [await self._seat(opened["table"], seat, clients) for seat in range(1, players + 1)]
                await self._play_rounds([house, *bots], rounds)
                for bot in bots:
                    await bot.give("leave")
        finally:
            await self._close(house)

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

    async def _close(self, house: Bot) -> None:
        """Close the table; a round that goes on is called off before."""
        try:
            await house.give("close-table")
        except Refused as refused:
            if refused.code != _WRONG_PHASE:
                raise
            with suppress(Refused):  # the clock was faster, and has ended it
                await house.give("void-round", reason="the demonstration is over")
            await house.give("close-table")

    async def _play_rounds(self, actors: list[Bot], rounds: int) -> None:
        """Somebody acts, until at least so many rounds have ended and none goes on."""
        in_round = False
        while self._rounds < rounds or in_round:
            answer = await self._act(actors)
            in_round = answer["view"]["in_round"]
            if self._round_over(answer["view"]):
                self._rounds = _ended(answer["view"])
                self._acts.clear()
                self._results.round(self._game, answer)
            if not in_round:
                await self._refill(answer, actors)

    def _round_over(self, view: dict[str, Any]) -> bool:
        """Whether a round has ended that was going on when the table was last seen."""
        return _ended(view) > self._rounds

    async def _act(self, actors: list[Bot]) -> dict[str, Any]:
        """All look at the table in turn, until one does something of what he finds offered.

        Who has done least in the round is the first to look, so that nobody deals before the others bet. Who
        finds that the clock has ended the round does nothing.
        """
        for actor in sorted(self._random.sample(actors, len(actors)), key=self._acts.__getitem__):
            await actor.look(self._position)
            if self._round_over(actor.seen["view"]):
                return actor.seen
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
        """Who has become poor buys in again, between rounds; the next time if one has begun meanwhile."""
        stacks = {seat["seat"]: seat["stack"] for seat in answer["view"]["seats"]}
        for actor in actors:
            if actor.seat is None or stacks.get(actor.seat, POOR) >= POOR:
                continue
            try:
                self._position = (await actor.give("top-up", amount=BUY_IN))["position"]
            except Refused as refused:
                if refused.code != _WRONG_PHASE:
                    raise

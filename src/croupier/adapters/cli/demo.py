"""`croupier demo`: bots play on a running service."""

import asyncio
import sys
from random import Random
from typing import Annotated, Literal

import httpx
from cyclopts import Parameter
from cyclopts.validators import Number
from rich.console import Console
from rich.live import Live

from croupier.adapters.demo.baccarat import DemoTable
from croupier.adapters.demo.client import Client, Refused
from croupier.adapters.demo.results import Results

Count = Annotated[int, Parameter(validator=Number(gte=1))]
Seats = Annotated[int, Parameter(validator=Number(gte=1, lte=14))]


def demo(
    game: Literal["baccarat"] = "baccarat",
    *,
    key: Annotated[str, Parameter(env_var="CROUPIER_KEY")],
    url: Annotated[str, Parameter(env_var="CROUPIER_URL")] = "http://127.0.0.1:8000",
    tables: Count = 4,
    players: Seats = 5,
    coups: Count = 50,
    seed: int | None = None,
) -> None:
    """Let bot players open tables on the running service and play over REST.

    Parameters
    ----------
    game
        The game they play.
    key
        The operator's key, printed at the first start of the service.
    url
        Where the service runs.
    tables
        How many tables play at once.
    players
        How many players sit at each.
    coups
        How many coups each table plays.
    seed
        Makes the bots' choices repeatable (not the cards: those are the service's).
    """
    results = Results()
    try:
        asyncio.run(_play(url, key, results, (tables, players, coups), Random(seed)))  # noqa: S311 - bots, not cards
    except Refused as refusal:
        sys.exit(f"the service refused: {refusal}")
    except httpx.HTTPError as error:
        sys.exit(f"no service to play on at {url}: {error or type(error).__name__}")
    print(results.summary())


async def _play(url: str, key: str, results: Results, size: tuple[int, int, int], random: Random) -> None:
    tables, players, coups = size
    console = Console()
    async with Client(url, key) as house:
        with Live(results, console=console, refresh_per_second=8, transient=not console.is_terminal):
            await asyncio.gather(
                *(DemoTable(house, url, results, random).play(players, coups) for _ in range(tables))
            )

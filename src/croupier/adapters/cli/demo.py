"""`croupier demo`: bots play on a running service."""

import asyncio
from random import Random
from typing import Annotated, Any

import httpx
from cyclopts import Parameter
from cyclopts.validators import Number
from rich.console import Console
from rich.live import Live

from croupier.adapters.cli.frame import Refused, telling
from croupier.adapters.cli.options import Count
from croupier.adapters.demo import client
from croupier.adapters.demo.results import Results
from croupier.adapters.demo.tables import DemoTable, together

LIMITS = {"min": 5, "max": 500}

Seats = Annotated[int, Parameter(validator=Number(gte=3, lte=9))]


@telling("croupier demo: ", code=1)
def demo(
    game: str | None = None,
    *,
    key: Annotated[str | None, Parameter(env_var="CROUPIER_KEY")] = None,
    url: Annotated[str, Parameter(env_var="CROUPIER_URL")] = "http://127.0.0.1:8000",
    tables: Count = 2,
    players: Seats = 4,
    rounds: Count = 20,
    seed: int | None = None,
) -> int:
    """Let bot players open tables on the running service and play over REST.

    Parameters
    ----------
    game
        The game they play; all of the service's games when left out.
    key
        The operator's key, printed at the first start of the service; rather give it in the environment.
    url
        Where the service runs.
    tables
        How many tables of a game play at once.
    players
        How many players sit at each, 3 to 9.
    rounds
        How many rounds each table plays.
    seed
        Makes the bots' choices repeatable (not the cards: those are the service's).
    """
    if not key:
        raise Refused("an operator's key is needed: --key, or CROUPIER_KEY in the environment")
    results = Results()
    try:
        asyncio.run(_play(url, key, game, results, (tables, players, rounds), Random(seed)))  # noqa: S311
    except client.Refused as refusal:
        raise Refused(f"the service refused: {refusal}") from None
    except httpx.HTTPError as error:
        raise Refused(f"no service to play on at {url}: {str(error) or type(error).__name__}") from None
    print(results.summary())
    return 0


async def _play(
    url: str, key: str, game: str | None, results: Results, size: tuple[int, int, int], random: Random
) -> None:
    tables, players, rounds = size
    console = Console()
    async with client.Client(url, key) as house:
        games = [one for one in (await house.get("games"))["games"] if game in (None, one["game"])]
        if not games:
            raise Refused(f"the service does not play {game!r}")
        with Live(results, console=console, refresh_per_second=8, transient=not console.is_terminal):
            await together(
                DemoTable(house, url, one["game"], results, random).play(_limits(one), players, rounds)
                for one in games
                for _ in range(tables)
            )


def _limits(game: dict[str, Any]) -> dict[str, int]:
    """The demonstration's limits, as far as the game has them."""
    schema = game["limits_schema"]
    known = schema["$defs"][schema["$ref"].rpartition("/")[2]]["properties"]
    return {name: amount for name, amount in LIMITS.items() if name in known}

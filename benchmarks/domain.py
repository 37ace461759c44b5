"""How many commands a second the rules alone decide and evolve, on one core."""

from datetime import UTC, datetime
from statistics import median
from time import perf_counter
from typing import Any

from croupier.domain.catalogue import DECIDERS
from croupier.domain.decider import Actor, Given, run
from croupier.domain.games.baccarat.commands import BaccaratRules, Deal, PlaceBet, StartRound
from croupier.domain.shuffle import Seed
from croupier.domain.table.commands import OpenTable, TakeSeat
from croupier.domain.table.state import StakeLimits

_AT = datetime(2026, 1, 1, tzinfo=UTC)
_SEED = Seed(range(64))
_HOUSE = Given(Actor("operator", "op"), _AT, _SEED)
_ANN, _BOB, _CID = (Given(Actor("player", name), _AT, _SEED) for name in ("ann", "bob", "cid"))
_DECIDER = DECIDERS["baccarat"]
_COUP: tuple[tuple[Any, Given], ...] = (
    (StartRound(), _HOUSE),
    (PlaceBet("player", 10), _ANN),
    (PlaceBet("banker", 25), _BOB),
    (PlaceBet("tie", 5), _CID),
    (Deal(), _HOUSE),
)
"""Five commands; a new shoe of eight packs, shuffled, about every eightieth time."""


def measure(rounds: int = 5, seconds: float = 1.0) -> dict[str, float]:
    """`rounds` runs of `seconds` each: the median `commands_per_second`, the `lowest` and the `highest`."""
    table = _seated()
    rates = []
    for _ in range(rounds):
        table, rate = _play(table, seconds)
        rates.append(rate)
    return {
        "commands_per_second": round(median(rates)),
        "lowest": round(min(rates)),
        "highest": round(max(rates)),
    }


def _seated() -> Any:
    """A table with three players who cannot run out of chips."""
    table = _DECIDER.initial("baccarat-1")
    table = run(_DECIDER, OpenTable(StakeLimits(1, 1000), BaccaratRules()), table, _HOUSE).state
    for seat, given in enumerate((_ANN, _BOB, _CID), 1):
        table = run(_DECIDER, TakeSeat(seat, 10**12), table, given).state
    return table


def _play(table: Any, seconds: float) -> tuple[Any, float]:
    commands = 0
    begun = perf_counter()
    while (elapsed := perf_counter() - begun) < seconds:
        for command, given in _COUP:
            table = run(_DECIDER, command, table, given).state
        commands += len(_COUP)
    return table, commands / elapsed


if __name__ == "__main__":
    print(measure())

"""`croupier simulate`: random players play, and what happens is compared with what is known exactly."""

import json
import sys
from typing import Annotated, Any, Literal

from cyclopts import Parameter
from msgspec import DecodeError
from msgspec.json import decode
from rich.console import Console
from rich.table import Table

from croupier.adapters.cli.frame import Refused, telling
from croupier.adapters.cli.options import Count
from croupier.adapters.cli.printing import progress_bar
from croupier.domain.catalogue import GAMES
from croupier.domain.decider import Rejected
from croupier.domain.games.game import Game
from croupier.service.simulation import simulate as play
from croupier.service.wording import told


@telling("croupier simulate: ", code=1)
def simulate(
    game: str,
    *,
    rounds: Count = 10_000,
    seats: Count = 3,
    seed: int = 1,
    players: Literal["random"] = "random",
    rules: str = "{}",
    limits: str = '{"min": 1, "max": 100}',
    as_json: Annotated[bool, Parameter(name="--json", negative="")] = False,
) -> int:
    """Play rounds by random players; exit 1 when a frequency lies more than 5 standard errors off.

    Parameters
    ----------
    game
        The game's id.
    rounds
        How many rounds are played.
    seats
        How many players sit at the table.
    seed
        Makes the simulation repeatable.
    players
        How they choose: at random among all that the table offers.
    rules
        The table's rules, as JSON.
    limits
        The table's limits, as JSON; keys that the game does not have are left out.
    as_json
        Print the report for machines.
    """
    if (found := GAMES.get(game)) is None:
        raise Refused(f"unknown game {game!r}: there are {', '.join(GAMES)}")
    try:
        terms = _terms(found, rules, limits)
        with progress_bar(f"{rounds:,} rounds of {found.title}") as progress:
            report = play(found, *terms, rounds, seats, seed, lambda done: progress(done, rounds))
    except Rejected as refusal:
        raise Refused(f"no simulation: {refusal}") from None
    print(json.dumps(report.plain())) if as_json else _show(report.plain())
    return 0 if report.well else 1


def _terms(game: Game, rules: str, limits: str) -> tuple[Any, Any]:
    """The table's rules and limits, of what the game knows. Raises `Refused`."""
    given = _given("--limits", limits, dict[str, Any])
    known = {name: given[name] for name in game.limits.__struct_fields__ if name in given}
    return _given("--rules", rules, game.rules), _given("--limits", json.dumps(known), game.limits)


def _given(option: str, text: str, kind: Any) -> Any:
    """What the option's JSON says, as that kind. Raises `Refused`."""
    try:
        return decode(text, type=kind)
    except DecodeError as error:
        raise Refused(f"{option}: {told(error, kind)}") from None


def _show(report: dict[str, Any]) -> None:
    table = Table(title=f"{report['game']}: {report['rounds']:,} rounds, {report['seats']} seats")
    for heading in ("", "exact", "expected", "observed", "standard error", "z", "observations"):
        table.add_column(heading, justify="left" if heading in ("", "exact") else "right")
    for row in report["statistics"]:
        error = row["standard_error"]
        table.add_row(
            row["name"],
            row["exact"],
            f"{row['expected']:.8f}",
            f"{row['observed']:.8f}",
            "" if error is None else f"{error:.8f}",
            f"{row['z']:+.2f}",
            f"{row['observations']:,}",
        )
    console = Console(width=None if sys.stdout.isatty() else 140)
    console.print(table)
    console.print(", ".join(f"{name} {amount:,}" for name, amount in report["flows"].items()))
    console.print(
        f"{report['rounds_per_second']:,} rounds/s, {report['commands_per_second']:,} commands/s; "
        f"seed {report['seed']}: {'all within 5 standard errors' if report['well'] else 'TOO FAR OFF'}"
    )

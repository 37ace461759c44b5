"""Random players: they do whatever the table offers, in small amounts."""

from random import Random
from typing import Any

from msgspec import convert

from croupier.domain.decider import Decider
from croupier.domain.games.game import Game
from croupier.domain.options import Choice, OneOf, Option, Range
from croupier.domain.table.state import HOUSE, AnyTable, By

_MODEST = 4
"""A range is used up to so many times its least value, as long as it reaches."""


def turns(game: Game, table: AnyTable) -> list[tuple[By, Option]]:
    """Everything of the game itself that somebody may do now."""
    viewers: list[By] = [HOUSE, *table.seats]
    return [(by, option) for by in viewers for option in game.options(table, by)]


def filled(decider: Decider[Any, Any, Any], option: Option, random: Random) -> Any:
    """A command that the option offers."""
    fields: dict[str, Any] = {}
    for name, choice in option.fields.items():
        fields[name] = _chosen(choice, fields, random)
    return convert({"type": option.command, **fields}, decider.command_types[option.command])


def _chosen(choice: Choice, chosen: dict[str, Any], random: Random) -> Any:
    match choice:
        case Range(least, greatest, not_below):
            least = max(least, chosen[not_below]) if not_below else least
            return random.randint(least, min(greatest, max(least, 1) * _MODEST))
        case OneOf(values):
            return random.choice(values)
        case _:
            return random.randbytes(8).hex()

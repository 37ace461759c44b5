"""Telling people what any event of a table means, the game's own and those of every table."""

from typing import Any

from msgspec import Struct

from croupier.domain.explaining import Explanation, Line
from croupier.domain.games.game import Game
from croupier.domain.table.explaining import SENTENCES, explain_shared
from croupier.domain.table.state import AnyTable


def explain(game: Game, table: AnyTable, event: Struct) -> Explanation:
    """What the event means at the table, as it stood before."""
    return explain_shared(table, event) if type(event) in SENTENCES else game.explain(table, event)


def belied(event: Struct, lines: tuple[Line, ...]) -> tuple[str, ...]:
    """What the event records otherwise than the arithmetic has it: the names of those fields."""
    said: dict[str, Any] = {name: getattr(event, name) for name in event.__struct_fields__}
    return tuple(line.of for line in lines if said.get(line.of, line.result) != line.result)

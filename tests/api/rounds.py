"""Golden scenarios played over HTTP, and coups of punto banco to be reported on."""

from pathlib import Path

from msgspec import to_builtins
from tests.api.calling import Operator, Player
from tests.support.staging import GOLDEN, scenario_of

from croupier.domain.games.game import SHARED_COMMANDS
from croupier.domain.table.commands import ExpireTurn
from croupier.service.scenarios.format import command_of, game_of

SHARED = {str(kind.__struct_config__.tag) for kind in (*SHARED_COMMANDS, ExpireTurn)}


def by_hand(game: str) -> list[Path]:
    """The game's golden scenarios in which the clock has nothing to do: there is no route for it."""
    paths = [path for path in GOLDEN if path.parent.name == game]
    return [path for path in paths if not any(_is_clocks(path, step) for step in scenario_of(path).steps)]


def _is_clocks(path: Path, step: object) -> bool:
    return isinstance(command_of(path.parent.name, step), ExpireTurn)  # type: ignore[arg-type]


async def stage(tester: Operator, path: Path) -> tuple[str, dict[int, Player]]:
    """Play the scenario at a new table; the table, and the players by their seats."""
    scenario = scenario_of(path)
    fixed = {"decks": scenario.decks, "cuts": scenario.cuts, "draw": scenario.draw, "burned": scenario.burned}
    if scenario.banker is not None:
        fixed["banker"] = scenario.banker  # type: ignore[assignment]
    opening = {"limits": to_builtins(scenario.limits), "rules": to_builtins(scenario.rules), "fixed": fixed}
    table = (await tester.caller.do("/v1/tables", game=game_of(scenario), **opening))["table"]
    players = {}
    for seat in scenario.seats:
        players[seat.seat] = await tester.player(seat.stack)
        await players[seat.seat].caller.do(f"/v1/tables/{table}/take-seat", seat=seat.seat, buy_in=seat.stack)
    for step in scenario.steps:
        fields = to_builtins(command_of(game_of(scenario), step))
        tag = fields.pop("type")
        caller = tester.caller if isinstance(step.by, str) else players[step.by].caller
        route = tag if tag in SHARED else f"{game_of(scenario)}/{tag}"
        answer = await caller.post(f"/v1/tables/{table}/{route}", fields)
        assert answer.is_success == (not isinstance(step.refused, str)), answer.text
    return table, players


async def coup(operator: Operator, on: str = "banker", stake: int = 105) -> tuple[str, Player]:
    """A table at which somebody has played one coup, and he."""
    table = await operator.table(rules={"decks": 1, "cut_card": 49})
    player = await operator.seated(table)
    await player.caller.do(f"/v1/tables/{table}/contribute", entropy="5eed")
    await operator.start(table)
    assert (await player.bet(table, on, stake)).is_success
    await operator.deal(table)
    return table, player

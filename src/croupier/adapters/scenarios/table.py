"""A table as a scenario plays it on a service: opened with named cards, and tidied up at the end."""

from typing import Any, Final

from msgspec import to_builtins

from croupier.adapters.scenarios.players import Player, Players
from croupier.adapters.scenarios.service import Service
from croupier.domain.decider import tag_of
from croupier.domain.games.game import SHARED_COMMANDS
from croupier.domain.table.commands import ExpireTurn
from croupier.domain.table.state import By
from croupier.service.scenarios.format import Scenario, ScenarioSeat, command_of, game_of, named_cards

_OF_ALL_GAMES: Final = frozenset(map(tag_of, (*SHARED_COMMANDS, ExpireTurn)))


class ServiceTable:
    """The table, what was last answered of it, and the chips bought in at it so far.

    All raise `Rejected` where the service refuses it, and `NotPlayable`.
    """

    def __init__(self, service: Service, players: Players, scenario: Scenario) -> None:
        """A table that has not been opened yet."""
        self._service = service
        self._scenario = scenario
        self._players = players
        self._named: dict[str, Player] = {}
        self._seats: dict[int, Player] = {}
        self.path = ""
        self.revision = 0
        self.position = -1
        self.view: dict[str, Any] = {}
        self.bought = 0

    async def open(self) -> None:
        """Open it with the scenario's rules, limits and cards."""
        scenario = self._scenario
        body = {
            "game": game_of(scenario),
            "rules": to_builtins(scenario.rules),
            "limits": to_builtins(scenario.limits),
            "fixed": to_builtins(named_cards(scenario)),
        }
        answer = await self._service.post("tables", body)
        self.path = f"tables/{answer['table']}"
        self._take(answer)

    async def seat(self, given: ScenarioSeat) -> None:
        """Let a player sit down, with money for all that he is to buy in the scenario."""
        player = self._named.get(given.player)
        if player is None:
            player = self._named[given.player] = await self._players.take(_needed(self._scenario, given))
        body = {"seat": given.seat, "buy_in": given.stack}
        self._take(await self._service.post(f"{self.path}/take-seat", body, player.token))
        self._seats[given.seat] = player

    async def give(self, step: Any) -> None:
        """Give the step's command, as its seat's player or as the house."""
        game, tag = game_of(self._scenario), tag_of(step)
        fields = to_builtins(command_of(game, step))
        fields.pop("type")
        path = f"{self.path}/{tag}" if tag in _OF_ALL_GAMES else f"{self.path}/{game}/{tag}"
        self._take(await self._service.post(path, fields, self._token(step.by)))

    async def read(self) -> dict[str, Any]:
        """The table as the operator reads it, with all that was answered in it."""
        return await self._service.get(f"{self.path}?at_least={self.position}")

    async def tidy_up(self) -> None:
        """Call off a round that goes on and close the table, so that its players are free again."""
        if self.view.get("in_round"):
            await self._service.post(f"{self.path}/void-round", {"reason": "the scenario is over"})
        if self.view.get("status") == "open":
            await self._service.post(f"{self.path}/close-table")
        for player in self._named.values():
            self._players.give_back(player)

    def _token(self, by: By) -> str | None:
        return None if isinstance(by, str) else self._seats[by].token

    def _take(self, answer: dict[str, Any]) -> None:
        self.revision, self.position = answer["revision"], answer["position"]
        self.view = answer["view"]
        self.bought += sum(map(_bought, answer["events"]))


def values(view: dict[str, Any]) -> dict[str, Any]:
    """What a scenario can expect, by name as `ScenarioTable.values` has it, as a view tells it."""
    return {
        **{f"stacks.{seat['seat']}": seat["stack"] for seat in view["seats"]},
        **{name: view[name] for name in ("bank", "in_play", "house", "banker")},
    }


def _needed(scenario: Scenario, given: ScenarioSeat) -> int:
    """What the player buys in for, also later: a wallet is no part of a scenario, a service wants it."""
    later = (
        getattr(step, "amount", 0) if tag_of(step) == "top-up" else getattr(step, "buy_in", 0)
        for step in scenario.steps
        if step.by == given.seat and tag_of(step) in ("top-up", "take-seat")
    )
    return given.stack + sum(later)


def _bought(event: dict[str, Any]) -> int:
    """The chips that came to the table by an event, negative where they left it."""
    match event["type"]:
        case "seat-taken":
            return int(event["stack"])
        case "stack-topped-up":
            return int(event["amount"])
        case "seat-left":
            return -int(event["stack"])
        case _:
            return 0

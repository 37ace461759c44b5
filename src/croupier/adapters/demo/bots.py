"""Bots that choose at random among the options the service gives them."""

from random import Random
from typing import Any

from croupier.adapters.demo.client import Client

Option = dict[str, Any]

_BOLDNESS = 20
"""A bot stakes at most this part of what it could: one in so many."""


def chosen(choice: dict[str, Any], random: Random) -> Any:
    """One value of a field's choice; of a range rather a small one."""
    match choice["type"]:
        case "range":
            span = choice["greatest"] - choice["least"]
            return choice["least"] + random.randint(0, span // _BOLDNESS)
        case "one-of":
            return random.choice(choice["values"])
        case _:
            return random.randbytes(16).hex()


def filled(option: Option, random: Random) -> dict[str, Any]:
    """The body of a command that the option offers."""
    return {name: chosen(choice, random) for name, choice in option["fields"].items()}


class Bot:
    """A seated player, or the house: it remembers its options from the service's last answer to it."""

    def __init__(
        self, client: Client, table: str, game: str, random: Random, seat: int | None = None
    ) -> None:
        """Act at the table through the caller's own client; the house has no seat."""
        self.seat = seat
        self._client = client
        self._table = table
        self._game = game
        self._random = random
        self.seen: dict[str, Any] = {}

    def offered(self, command: str) -> list[Option]:
        """The options of that command in the last answer."""
        return [option for option in self.seen.get("options", ()) if option["command"] == command]

    async def look(self) -> None:
        """Read the table anew."""
        self.seen = await self._client.get(f"tables/{self._table}")

    async def give(self, command: str, **body: Any) -> dict[str, Any]:
        """Give a command of the game, or with a body of none of its fields a shared one."""
        self.seen = await self._client.post(f"tables/{self._table}/{command}", **body)
        return self.seen

    async def play(self, option: Option) -> dict[str, Any]:
        """Give a command of the game that the option offers."""
        return await self.give(f"{self._game}/{option['command']}", **filled(option, self._random))

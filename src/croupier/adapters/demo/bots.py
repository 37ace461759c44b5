"""Bots that choose at random among the options the service gives them."""

from random import Random
from typing import Any

from croupier.adapters.demo.client import Client

Option = dict[str, Any]

SHARED = frozenset(("take-seat", "top-up", "leave", "contribute", "close-table", "void-round"))
"""The commands that every table takes; all others are its game's own."""

_BOLDNESS = 10
"""A bot goes at most so many times above the least that it may choose."""

_SELDOM = frozenset(("set-limits",))
"""Commands that are offered all the time and lead nowhere by themselves."""

_HOW_SELDOM = 0.05


def chosen(choice: dict[str, Any], others: dict[str, Any], random: Random) -> Any:
    """One value of a field's choice; of a range rather a small one."""
    match choice["type"]:
        case "range":
            least = max(choice["least"], others.get(choice.get("not_below", ""), choice["least"]))
            return random.randint(least, min(choice["greatest"], max(least, 1) * _BOLDNESS))
        case "one-of":
            return random.choice(choice["values"])
        case _:
            return random.randbytes(16).hex()


def filled(option: Option, random: Random) -> dict[str, Any]:
    """The body of a command that the option offers."""
    body: dict[str, Any] = {}
    for name, choice in option["fields"].items():
        body[name] = chosen(choice, body, random)
    return body


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

    @property
    def offered(self) -> list[Option]:
        """The game's own commands among the options of the last answer."""
        return [option for option in self.seen.get("options", ()) if option["command"] not in SHARED]

    async def look(self, at_least: int) -> None:
        """Read the table anew, as it stands at that position of the log or later."""
        self.seen = await self._client.get(f"tables/{self._table}?at_least={at_least}")

    async def give(self, command: str, **body: Any) -> dict[str, Any]:
        """Give a command, a shared one by its name, one of the game with the game's name before it."""
        self.seen = await self._client.post(f"tables/{self._table}/{command}", **body)
        return self.seen

    async def act(self) -> dict[str, Any] | None:
        """Give one of the game's commands that are offered, each as likely; None when none is taken up."""
        commands = sorted({option["command"] for option in self.offered})
        wanted = [one for one in commands if one not in _SELDOM or self._random.random() < _HOW_SELDOM]
        if not wanted:
            return None
        command = self._random.choice(wanted)
        option = self._random.choice([one for one in self.offered if one["command"] == command])
        return await self.give(f"{self._game}/{option['command']}", **filled(option, self._random))

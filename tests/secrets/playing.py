"""An installation in processes of its own at which all games are played, and all that it ever answered."""

from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any
from uuid import uuid4

import httpx
from tests.support.hunting import RUN, Straw

from croupier.adapters.demo.bots import filled
from croupier.adapters.http.command_routes import ROUTES
from croupier.domain.catalogue import GAMES


class Client:
    """Calls the service in a role; all that it is answered goes into the haystack `told`."""

    def __init__(self, url: str, bearer: str | None, role: str, told: list[Straw], player: str | None = None):
        headers = {"Authorization": f"Bearer {bearer}"} if bearer else {}
        self.http = httpx.Client(base_url=url, headers=headers, timeout=30)
        self.role, self.player, self._told = role, player, told

    def send(self, method: str, path: str, **rest: Any) -> httpx.Response:
        answer = self.http.request(method, path, **rest)
        head = "\n".join(f"{name}: {value}" for name, value in answer.headers.items()).encode()
        self._told.append(
            Straw(f"{method} {path} to {self.role}", head + b"\n\n" + answer.content, self.player)
        )
        return answer

    def follow(self, path: str) -> None:
        """Follow a stream from its first entry until nothing more comes, which a comment tells."""
        with self.http.stream("GET", f"{path}?after=-1") as answer:
            head, content = f"{answer.headers}\n\n".encode(), b""
            for piece in answer.iter_raw():
                content += piece
                if content.endswith(b"\n\n:\n\n"):
                    break
        self._told.append(Straw(f"GET {path} to {self.role}", head + content, self.player))

    def get(self, path: str) -> Any:
        answer = self.send("GET", path)
        assert answer.is_success, answer.text
        return answer.json()

    def post(self, path: str, **body: Any) -> httpx.Response:
        """A command, with an idempotency key, so that its answer is stored."""
        return self.send("POST", path, json=body, headers={"Idempotency-Key": str(uuid4())})

    def do(self, path: str, **body: Any) -> Any:
        answer = self.post(path, **body)
        assert answer.is_success, answer.text
        return answer.json()


class Table:
    """A table with its house and players, who do what is offered to them."""

    def __init__(self, house: Client, game: str, told: list[Straw], **rules: Any):
        self.house, self.game = house, game
        bounds = {"min": 1, "max": 50}
        known = GAMES[game].limits.__struct_fields__
        limits = {name: bound for name, bound in bounds.items() if name in known}
        self.id = house.do("/v1/tables", game=game, limits=limits, rules=rules)["table"]
        self._position = -1
        self.players = [self._seat(seat, told) for seat in (1, 2, 3)]

    def _seat(self, seat: int, told: list[Straw]) -> Client:
        name = self.house.do("/v1/players")["player"]
        self.house.do(f"/v1/wallets/{name}/deposits", amount=5_000)
        token = self.house.do(f"/v1/players/{name}/tokens")["token"]
        player = Client(str(self.house.http.base_url), token, f"player {name}", told, name)
        player.do(f"/v1/tables/{self.id}/take-seat", seat=seat, buy_in=1_000)
        contributed = player.do(f"/v1/tables/{self.id}/contribute", entropy=f"c0ffee{seat:02x}")
        self._position = contributed["position"]
        return player

    def give(self, who: Client, command: str, **body: Any) -> Any:
        """Give a command that has to be accepted."""
        tail = command if command in ROUTES else f"{self.game}/{command}"
        answer = who.do(f"/v1/tables/{self.id}/{tail}", **body)
        self._position = answer["position"]
        return answer

    def options(self, who: Client) -> list[Any]:
        """What is offered to him now."""
        found: list[Any] = who.get(f"/v1/tables/{self.id}?at_least={self._position}")["options"]
        return found

    def offered(self, command: str) -> Iterator[tuple[Client, Any]]:
        """To whom that command is offered, with the option."""
        for who in (self.house, *self.players):
            for option in self.options(who):
                if option["command"] == command:
                    yield who, option

    def play(self, steps: int, random: Random) -> None:
        """So many times somebody takes one of his options, and then until cards are still to come.

        Besides they try what is not offered.
        """
        shared = {"close-table", "leave", "void-round", "top-up", "take-seat"}
        for step in count():
            if step >= steps and self._to_come() >= RUN:
                return
            who = random.choice((self.house, *self.players))
            options = [one for one in self.options(who) if one["command"] not in shared]
            if options:
                option = random.choice(options)
                self.give(who, option["command"], **filled(option, random))
            if step % 7 == 0:
                who.post(f"/v1/tables/{self.id}/take-seat", seat=9, buy_in=0)

    def _to_come(self) -> int:
        """How many cards are still to come off the deck in use."""
        deck = self.house.get(f"/v1/tables/{self.id}?at_least={self._position}")["view"]["decks"]["current"]
        return deck["left"] if deck else 0

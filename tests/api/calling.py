"""Callers of the service under test, and what tests need to have happened."""

from typing import Any

import httpx
from msgspec import Struct
from tests.api.conforming import require_conforming
from tests.api.recording import hear

from croupier.adapters.bootstrap import Installation
from croupier.service.apikeys import Environment
from croupier.service.environments import log_of
from croupier.service.roles import KeyRole

LIMITS = {"min": 5, "max": 500}


class Caller:
    """An HTTP client with a key or a token; whatever it is answered has to conform to the document."""

    def __init__(self, url: str, bearer: str | None) -> None:
        self.bearer = bearer
        headers = {"Authorization": f"Bearer {bearer}"} if bearer is not None else {}
        # Without TLS: making its context would take longer than most tests.
        self.http = httpx.AsyncClient(base_url=url, headers=headers, timeout=20, verify=False)

    async def get(self, path: str, *, headers: dict[str, str] | None = None, **query: Any) -> httpx.Response:
        return await self.send("GET", path, params=query, headers=headers)

    async def post(
        self, path: str, body: Any = None, *, headers: dict[str, str] | None = None
    ) -> httpx.Response:
        return await self.send("POST", path, headers=headers, **({} if body is None else {"json": body}))

    async def send(self, method: str, path: str, **rest: Any) -> httpx.Response:
        response = await self.http.request(method, path, **rest)
        require_conforming(response)
        hear(response)
        return response

    async def do(self, path: str, **body: Any) -> Any:
        """A POST that has to be done; its answer."""
        response = await self.post(path, body)
        assert response.is_success, response.text
        return response.json()


class Player(Struct):
    """A player with money, and his own client."""

    id: str
    caller: Caller

    async def bet(self, table: str, on: str = "player", stake: int = 10, **headers: str) -> httpx.Response:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        path = f"/v1/tables/{table}/baccarat/place-bet"
        return await self.caller.post(path, {"on": on, "stake": stake}, headers=named)


class Operator(Struct):
    """An operator with a log of his own, and what he does often."""

    name: str
    url: str
    caller: Caller
    parts: Installation
    environment: Environment = "live"

    @property
    def log(self) -> str:
        """The log that his key is good for."""
        return log_of(self.name, self.environment)

    async def table(self, **body: Any) -> str:
        """A new table."""
        answer = await self.caller.do("/v1/tables", game="baccarat", limits=LIMITS, **body)
        return str(answer["table"])

    async def player(self, money: int = 1_000, **token: Any) -> Player:
        """A new player with money in his wallet."""
        player = (await self.caller.do("/v1/players"))["player"]
        if money:
            await self.caller.do(f"/v1/wallets/{player}/deposits", amount=money)
        return Player(player, await self.token(player, **token))

    async def token(self, player: str, **token: Any) -> Caller:
        """A client with a fresh token for the player."""
        answer = await self.caller.do(f"/v1/players/{player}/tokens", **token)
        return Caller(self.url, answer["token"])

    async def holder(self, role: KeyRole, name: str | None = None) -> Caller:
        """A client with a fresh key to the operator's log, in that role."""
        key = await self.parts.services.keymaking.create_key(self.name, self.environment, role, name)
        return Caller(self.url, key)

    async def seated(self, table: str, seat: int = 1, buy_in: int = 500) -> Player:
        """A new player who has a seat at the table."""
        player = await self.player()
        await player.caller.do(f"/v1/tables/{table}/take-seat", seat=seat, buy_in=buy_in)
        return player

    async def start(self, table: str) -> Any:
        """Open the bets."""
        return await self.caller.do(f"/v1/tables/{table}/baccarat/start-round")

    async def deal(self, table: str) -> Any:
        """Close the bets and deal."""
        return await self.caller.do(f"/v1/tables/{table}/baccarat/deal")


def code_of(response: httpx.Response, status: int) -> str:
    """The code of the problem that was answered with that status."""
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/problem+json"
    return str(response.json()["code"])

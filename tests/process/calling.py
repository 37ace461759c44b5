"""A client of a service in a process of its own: what operators and players do often."""

from typing import Any

import httpx


class Client:
    """Calls the service as the holder of a key or a token; whatever is asked has to be done."""

    def __init__(self, url: str, bearer: str) -> None:
        self.http = httpx.Client(base_url=f"{url}/v1/", headers={"Authorization": f"Bearer {bearer}"})

    def get(self, path: str) -> Any:
        answer = self.http.get(path)
        assert answer.is_success, answer.text
        return answer.json()

    def do(self, path: str, **body: Any) -> Any:
        answer = self.http.post(path, json=body)
        assert answer.is_success, answer.text
        return answer.json()

    def seat(self, url: str, table: str, seat: int, chips: int = 100) -> "Client":
        """A new player, who has sat down with chips: his client."""
        name = self.do("players")["player"]
        self.do(f"wallets/{name}/deposits", amount=chips)
        player = Client(url, self.do(f"players/{name}/tokens")["token"])
        player.do(f"tables/{table}/take-seat", seat=seat, buy_in=chips)
        return player

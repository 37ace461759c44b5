"""The demonstration's client heeds limits, as an integrator's should."""

import httpx
import pytest

from croupier.adapters.demo.client import Client, Refused


async def test_a_client_that_asks_too_much_waits_as_long_as_it_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waited: list[float] = []
    answers = [
        httpx.Response(429, headers={"retry-after": "7"}, json={"code": "rate-limited"}),
        httpx.Response(429, headers={"retry-after": "2"}, json={"code": "rate-limited"}),
        httpx.Response(200, json={"table": "t"}),
        httpx.Response(409, json={"code": "wrong-phase"}),
    ]

    async def answered(self: httpx.AsyncClient, method: str, path: str, **rest: object) -> httpx.Response:
        return answers.pop(0)

    async def wait(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr(httpx.AsyncClient, "request", answered)
    monkeypatch.setattr("croupier.adapters.demo.client.asyncio.sleep", wait)
    async with Client("http://localhost", "key") as client:
        assert await client.post("tables", game="baccarat") == {"table": "t"}
        assert waited == [7.0, 2.0]
        with pytest.raises(Refused, match="409 wrong-phase"):
            await client.get("tables")

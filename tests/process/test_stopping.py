"""The service stops cleanly, and what it acknowledged survives when it does not."""

import asyncio
import json
import signal
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.process.service import RunningService, wait_until_gone, working_under

GAME = {"game": "baccarat", "limits": {"min": 1, "max": 1_000_000}}


class Punter:
    """A player at a table of his own who bets one chip after the other and notes what is acknowledged."""

    def __init__(self, url: str, key: str) -> None:
        self.house = httpx.AsyncClient(base_url=f"{url}/v1", headers={"Authorization": f"Bearer {key}"})
        self.http = httpx.AsyncClient()
        self.url = url
        self.acknowledged: list[str] = []
        self.unsure: list[str] = []
        self.position = -1

    async def sit_down(self) -> None:
        self.table = (await self._house("tables", GAME))["table"]
        self.player = (await self._house("players"))["player"]
        await self._house(f"wallets/{self.player}/deposits", {"amount": 100_000})
        self.token = (await self._house(f"players/{self.player}/tokens"))["token"]
        assert (await self._bet("take-seat", {"seat": 1, "buy_in": 100_000}, "seat")).is_success
        await self._house(f"tables/{self.table}/baccarat/start-round")

    async def bet_on(self) -> None:
        """Bet until the service is gone."""
        for number in range(1_000_000):
            key = f"bet-{number}"
            try:
                answer = await self._bet("baccarat/place-bet", {"on": "player", "stake": 1}, key)
            except httpx.HTTPError:
                self.unsure.append(key)
                return
            assert answer.is_success, answer.text
            self.acknowledged.append(key)
            self.position = answer.json()["position"]

    async def bet_again(self, url: str, key: str) -> httpx.Response:
        """The same request once more, at the service restarted."""
        self.url = url
        return await self._bet("baccarat/place-bet", {"on": "player", "stake": 1}, key)

    async def on_the_box(self, url: str, at_least: int) -> int:
        """What lies on the box at that position of the log or later."""
        async with httpx.AsyncClient(headers={"Authorization": f"Bearer {self.token}"}) as http:
            read = await http.get(f"{url}/v1/tables/{self.table}", params={"at_least": at_least})
            bets = read.json()["view"]["play"]["bets"]
        return sum(bet["stake"] for bet in bets)

    async def _house(self, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        answer = await self.house.post(path, json=body or {})
        assert answer.is_success, answer.text
        found: dict[str, Any] = answer.json()
        return found

    async def _bet(self, command: str, body: dict[str, Any], key: str) -> httpx.Response:
        return await self.http.post(
            f"{self.url}/v1/tables/{self.table}/{command}",
            json=body,
            headers={"Authorization": f"Bearer {self.token}", "Idempotency-Key": key},
        )


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=["SIGTERM", "SIGINT"])
async def test_told_to_stop_it_ends_well_and_leaves_no_process_behind(
    tmp_path: Path, number: signal.Signals
) -> None:
    service = RunningService(tmp_path / "var")
    assert working_under(tmp_path)
    assert service.stop(number) == 0
    assert working_under(tmp_path) == []


async def test_killed_amid_commands_it_loses_nothing_acknowledged_and_does_nothing_twice(
    tmp_path: Path,
) -> None:
    first = RunningService(tmp_path / "var")
    punters = [Punter(first.url, first.key) for _ in range(8)]
    await asyncio.gather(*(punter.sit_down() for punter in punters))
    betting = [asyncio.create_task(punter.bet_on()) for punter in punters]
    await asyncio.sleep(2)
    first.stop(signal.SIGKILL)
    await asyncio.gather(*betting)
    await wait_until_gone(tmp_path)

    with RunningService(tmp_path / "var") as second:
        for punter in punters:
            assert len(punter.acknowledged) > 10
            again = await asyncio.gather(
                *(punter.bet_again(second.url, key) for key in punter.acknowledged[-5:])
            )
            assert {answer.headers.get("Idempotency-Replayed") for answer in again} == {"true"}
            (unsure,) = punter.unsure
            last = await punter.bet_again(second.url, unsure)
            assert last.is_success, last.text
            lying = await punter.on_the_box(second.url, last.json()["position"])
            assert lying == len(punter.acknowledged) + 1
        second.key = first.key
        replayed = second.run("replay", "--json")
        assert replayed.returncode == 0, replayed.stdout + replayed.stderr
        assert json.loads(replayed.stdout)


async def test_told_to_stop_amid_commands_it_answers_those_it_took(tmp_path: Path) -> None:
    first = RunningService(tmp_path / "var")
    punters = [Punter(first.url, first.key) for _ in range(4)]
    await asyncio.gather(*(punter.sit_down() for punter in punters))
    betting = [asyncio.create_task(punter.bet_on()) for punter in punters]
    await asyncio.sleep(1)
    code = await asyncio.to_thread(first.stop)
    await asyncio.gather(*betting)
    assert code == 0

    with RunningService(tmp_path / "var") as second:
        for punter in punters:
            lying = await punter.on_the_box(second.url, punter.position)
            assert lying - len(punter.acknowledged) in (0, 1)


async def test_a_second_service_on_the_same_folder_says_so_and_ends(tmp_path: Path) -> None:
    with RunningService(tmp_path / "var") as service:
        second = service.run("serve")
        assert second.returncode == 1
        assert "in use" in second.stderr
        assert "Traceback" not in second.stderr

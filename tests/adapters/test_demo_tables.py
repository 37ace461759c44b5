"""A demonstration table where the clock is faster than the bots, and where something fails."""

import asyncio
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from croupier.adapters.demo import tables
from croupier.adapters.demo.client import Refused
from croupier.adapters.demo.results import Results
from croupier.adapters.demo.tables import POOR, DemoTable, together

PLAYERS = 3
START: dict[str, Any] = {"command": "start-round", "fields": {}}
BET: dict[str, Any] = {"command": "place-bet", "fields": {}}
DEAL: dict[str, Any] = {"command": "deal", "fields": {}}

Strikes = Callable[["StubService"], bool]


class StubService:
    """A service with one table: the house starts and deals, players bet; its clock ends rounds, too.

    `strikes` says, before each command that is one of the game's, whether the clock is faster; `fails` makes
    every reading in a round fail.
    """

    def __init__(self, strikes: Strikes = lambda service: False, fails: bool = False) -> None:
        self.strikes = strikes
        self.fails = fails
        self.status = "open"
        self.round = 0
        self.in_round = False
        self.stacks: dict[int, int] = {}
        self.done: Counter[str] = Counter()
        self.position = 0

    async def get(self, seat: int | None) -> dict[str, Any]:
        if self.fails and self.in_round:
            raise Refused(401, {"code": "unauthenticated"})
        return self.answer(seat)

    async def post(self, path: str, seat: int | None, body: dict[str, Any]) -> dict[str, Any]:
        command = path.rpartition("/")[2]
        if command in ("players", "deposits", "tokens"):
            return {"player": "p", "token": str(len(self.stacks) + 1)}
        if "/baccarat/" in path and self.strikes(self):
            self.end()
        self.require(command)
        self.position += 1
        self.done[command] += 1
        match command:
            case "take-seat":
                self.stacks[body["seat"]] = body["buy_in"]
            case "top-up":
                assert seat is not None
                self.stacks[seat] += body["amount"]
            case "start-round":
                self.in_round, self.round = True, self.round + 1
            case "deal" | "void-round":
                self.end()
            case "close-table":
                self.status = "closed"
        return self.answer(seat)

    def end(self) -> None:
        """The round ends, and everybody has lost nearly all."""
        self.in_round = False
        self.stacks = dict.fromkeys(self.stacks, POOR - 1)

    def require(self, command: str) -> None:
        """Raises `Refused` for what is out of place."""
        if command in ("tables", "leave"):
            return
        if self.in_round is not (command in ("place-bet", "deal", "void-round")):
            raise Refused(409, {"code": "wrong-phase", "detail": command})

    def answer(self, seat: int | None) -> dict[str, Any]:
        house = [DEAL] if self.in_round else [START]
        player = [BET] if self.in_round else []
        view = {
            "round": self.round,
            "in_round": self.in_round,
            "seats": [{"seat": number, "stack": stack} for number, stack in self.stacks.items()],
        }
        return {"table": "t", "position": self.position, "view": view, "options": player if seat else house}


class StubClient:
    """A caller of the stub service: the house, or the player of a seat, whose number is his token."""

    def __init__(self, service: StubService, bearer: str) -> None:
        self.service = service
        self.seat = int(bearer) if bearer.isdigit() else None

    async def get(self, path: str) -> dict[str, Any]:
        await asyncio.sleep(0)
        return await self.service.get(self.seat)

    async def post(self, path: str, **body: Any) -> dict[str, Any]:
        await asyncio.sleep(0)
        return await self.service.post(path, self.seat, body)

    async def __aenter__(self) -> "StubClient":
        return self

    async def __aexit__(self, *_: object) -> None:
        """Nothing is left open."""


@pytest.fixture(params=range(5))
def play(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Any:
    """Play so many rounds at a service, with the bots' choices by some seeds; the results."""

    async def play(service: StubService, rounds: int) -> Results:
        monkeypatch.setattr(tables, "Client", lambda url, token: StubClient(service, token))
        monkeypatch.setattr(tables, "_PAUSE", 0)
        results, random = Results(), Random(request.param)
        house: Any = StubClient(service, "the operator's key")
        table = DemoTable(house, "http://there", "baccarat", results, random)
        async with asyncio.timeout(10):
            await together([table.play({}, PLAYERS, rounds)])
        return results

    return play


def every(number: int) -> Strikes:
    """The clock is faster every so many times in a round."""
    asked = Counter[str]()

    def strikes(service: StubService) -> bool:
        asked["in-round"] += service.in_round
        return service.in_round and asked["in-round"] % number == 0

    return strikes


async def test_without_a_clock_the_bots_play_the_rounds_and_leave(play: Any) -> None:
    service = StubService()
    results = await play(service, 4)
    assert "4 rounds (baccarat 4), " in results.summary()
    assert (service.status, service.round) == ("closed", 4)
    assert service.done["leave"] == PLAYERS
    assert service.done["void-round"] == 0


async def test_one_round_is_told_as_one(play: Any) -> None:
    assert (await play(StubService(), 1)).summary().startswith("1 round (baccarat 1), ")


@pytest.mark.parametrize("number", [1, 2, 3, 5])
async def test_a_round_that_the_clock_ends_counts_like_any_other(play: Any, number: int) -> None:
    service = StubService(every(number))
    results = await play(service, 6)
    assert "6 rounds (baccarat 6)" in results.summary()
    assert (service.status, service.round) == ("closed", 6)
    assert service.done["top-up"] >= PLAYERS
    assert service.done["void-round"] == 0


async def test_a_round_that_began_by_what_was_meant_for_the_last_one_is_played_out(play: Any) -> None:
    """The clock ends a round, and the next has begun, before the command comes."""

    def strikes(service: StubService) -> bool:
        if service.in_round and service.round == 1:
            service.round, service.stacks = 2, dict.fromkeys(service.stacks, POOR - 1)
        return False

    service = StubService(strikes)
    await play(service, 1)
    assert (service.status, service.round) == ("closed", 2)
    assert service.done["top-up"] == PLAYERS
    assert service.done["void-round"] == 0


async def test_where_something_fails_the_round_is_called_off_and_the_table_closed(play: Any) -> None:
    service = StubService(fails=True)
    with pytest.raises(Refused, match="unauthenticated"):
        await play(service, 4)
    assert (service.status, service.in_round) == ("closed", False)
    assert service.done["void-round"] == 1


async def test_who_is_told_to_stop_leaves_no_table_open(play: Any) -> None:
    service = StubService()
    playing = asyncio.create_task(play(service, 1_000_000))
    while not service.in_round or service.round < 3:
        assert not playing.done()
        await asyncio.sleep(0)
    playing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await playing
    assert (service.status, service.in_round) == ("closed", False)


class SlowTable:
    """A table that is played for ever and takes some time to close."""

    def __init__(self, turns: int) -> None:
        self.turns = turns
        self.closed = False

    async def play(self) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            for _ in range(self.turns):
                await asyncio.sleep(0)
            self.closed = True


async def test_where_one_table_fails_the_others_are_closed() -> None:
    async def failing() -> None:
        raise Refused(403, {"code": "forbidden"})

    others = [SlowTable(turns) for turns in (0, 10)]
    with pytest.raises(Refused, match="forbidden"):
        await together([*(table.play() for table in others), failing()])
    assert all(table.closed for table in others)


async def test_a_table_is_closed_however_soon_the_others_are() -> None:
    tables = [SlowTable(turns) for turns in (10, 0, 20)]
    playing = asyncio.create_task(together(table.play() for table in tables))
    await asyncio.sleep(0.01)
    playing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await playing
    assert all(table.closed for table in tables)

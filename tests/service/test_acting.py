"""Acting for a player: who was found once is not looked for again."""

from typing import Any

import pytest

from croupier.domain.decider import Actor
from croupier.service.acting import Acting
from croupier.service.callers import Caller
from croupier.service.errors import Forbidden, NotFound
from croupier.service.streams import Loaded

OPERATOR = Caller("op.test", Actor("operator", "desk-4"), "test", key="k" * 16)
ANN, BOB = "a" * 16, "b" * 16


class Wallets:
    """Streams in which ann and bob have wallets, that count how often they are asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []

    async def load(self, log: str, stream: str) -> Loaded:
        self.asked.append((log, stream))
        return Loaded(None, 1 if stream in (f"wallet-{ANN}", f"wallet-{BOB}") else 0)


def acting(wallets: Wallets, remembered: int = 10) -> Acting:
    found: Any = wallets
    return Acting(found, remembered)


async def test_an_operator_becomes_his_player_with_all_that_limits_his_key() -> None:
    caller = await acting(Wallets()).as_player(OPERATOR, ANN)
    assert caller == Caller("op.test", Actor("player", ANN, "desk-4"), "test", key="k" * 16)
    assert caller.name == f"player:{ANN} by desk-4"


async def test_a_player_is_looked_for_once_in_each_log() -> None:
    wallets = Wallets()
    found = acting(wallets)
    for _ in range(3):
        await found.as_player(OPERATOR, ANN)
    await found.as_player(Caller("other", Actor("operator", "other")), ANN)
    assert wallets.asked == [("op.test", f"wallet-{ANN}"), ("other", f"wallet-{ANN}")]


async def test_who_is_not_found_is_looked_for_again_and_what_is_no_players_id_never() -> None:
    wallets = Wallets()
    found = acting(wallets)
    for player in ("c" * 16, "c" * 16, "nobody", ""):
        with pytest.raises(NotFound):
            await found.as_player(OPERATOR, player)
    assert wallets.asked == [("op.test", f"wallet-{'c' * 16}")] * 2


async def test_no_more_players_are_remembered_than_there_is_room_for() -> None:
    wallets = Wallets()
    found = acting(wallets, remembered=1)
    for player in (ANN, BOB, ANN):
        await found.as_player(OPERATOR, player)
    assert len(wallets.asked) == 3


@pytest.mark.parametrize("role", ["player", "spectator", "auditor", "regulator", "admin", "clock"])
async def test_nobody_else_acts_for_anybody(role: Any) -> None:
    wallets = Wallets()
    with pytest.raises(Forbidden):
        await acting(wallets).as_player(Caller("op", Actor(role, ANN)), ANN)
    assert wallets.asked == []

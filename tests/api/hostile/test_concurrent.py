"""Many players who want the same at once, through two processes: each is done or refused, and all adds up."""

import asyncio
from collections import Counter
from random import Random

import httpx
from tests.api.calling import Caller, Operator, Player
from tests.api.conftest import Served
from tests.api.hostile.ledger import require_nothing_lost, revision

MONEY = 300
PLAYERS = 14
CODES = {
    "already-seated",
    "contended",
    "idempotency-key-in-flight",
    "insufficient-chips",
    "insufficient-funds",
    "not-seated",
    "revision-mismatch",
    "seat-taken",
    "stake-above-maximum",
    "unknown-target",
    "wrong-phase",
}


def _require_coded(told: list[httpx.Response]) -> Counter[str]:
    """Every answer is a success or a refusal that the rules know; how many of each."""
    codes = Counter("done" if one.is_success else str(one.json()["code"]) for one in told)
    assert codes.keys() <= CODES | {"done"}
    return codes


async def test_one_seat_is_taken_by_one(operator: Operator, table: str, other_process: Served) -> None:
    players = [await operator.player(MONEY) for _ in range(PLAYERS)]
    callers = [
        Caller((operator.url, other_process.url)[number % 2], player.caller.bearer)
        for number, player in enumerate(players)
    ]
    path = f"/v1/tables/{table}/take-seat"
    told = await asyncio.gather(*(caller.post(path, {"seat": 1, "buy_in": 100}) for caller in callers))
    assert _require_coded(told)["done"] == 1
    await require_nothing_lost(operator, paid_in=MONEY * PLAYERS)


async def test_a_wallet_is_spent_once_over_many_tables(operator: Operator, other_process: Served) -> None:
    player = await operator.player(MONEY)
    tables = [await operator.table() for _ in range(8)]
    ways = [player.caller, Caller(other_process.url, player.caller.bearer)]
    told = await asyncio.gather(
        *(
            ways[number % 2].post(f"/v1/tables/{table}/take-seat", {"seat": 1, "buy_in": 200})
            for number, table in enumerate(tables)
        )
    )
    assert _require_coded(told)["done"] == 1
    paid_out = await operator.caller.post(f"/v1/wallets/{player.id}/withdrawals", {"amount": 100})
    assert paid_out.is_success
    await require_nothing_lost(operator, paid_in=MONEY, paid_out=100)


async def test_of_commands_for_one_revision_one_is_done(operator: Operator, table: str) -> None:
    player = await operator.seated(table)
    await operator.start(table)
    tag = f'"{await revision(operator, table)}"'
    told = await asyncio.gather(*(player.bet(table, stake=5, if_match=tag) for _ in range(30)))
    assert _require_coded(told) == {"done": 1, "revision-mismatch": 29}
    await require_nothing_lost(operator, paid_in=1_000)


async def test_a_full_table_in_uproar_loses_nothing(
    operator: Operator, table: str, other_process: Served
) -> None:
    players = [await operator.player(MONEY) for _ in range(PLAYERS)]
    chance = Random(5)
    doing = [_restless(player, table, seat + 1, chance, other_process) for seat, player in enumerate(players)]
    told = await asyncio.gather(*doing, _dealing(operator, table))
    codes = _require_coded([one for each in told for one in each])
    assert codes["done"] > PLAYERS
    assert codes.keys() - {"done"}
    await require_nothing_lost(operator, paid_in=MONEY * PLAYERS)


async def _restless(
    player: Player, table: str, seat: int, chance: Random, other_process: Served
) -> list[httpx.Response]:
    """What a player is answered who does whatever comes to his mind, through both processes."""
    ways = [player.caller, Caller(other_process.url, player.caller.bearer)]
    path = f"/v1/tables/{table}"
    wishes = [
        (f"{path}/take-seat", {"seat": seat, "buy_in": 100}),
        (f"{path}/take-seat", {"seat": 1, "buy_in": 50}),
        (f"{path}/top-up", {"amount": 60}),
        (f"{path}/baccarat/place-bet", {"on": "player", "stake": 20}),
        (f"{path}/baccarat/place-bet", {"on": "tie", "stake": 90}),
        (f"{path}/baccarat/withdraw-bet", {"on": "player"}),
        (f"{path}/leave", {}),
    ]
    first = await ways[0].post(*wishes[0])
    return [first, *[await chance.choice(ways).post(*chance.choice(wishes)) for _ in range(12)]]


async def _dealing(operator: Operator, table: str) -> list[httpx.Response]:
    told = []
    for _ in range(8):
        for command in ("start-round", "deal"):
            told.append(await operator.caller.post(f"/v1/tables/{table}/baccarat/{command}"))
            await asyncio.sleep(0)
    return told

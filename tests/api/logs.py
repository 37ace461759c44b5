"""Logs long enough to have full tiles, published."""

import asyncio

from tests.api.calling import Operator


async def grow(operator: Operator, entries: int, players: int = 8) -> None:
    """Append so many entries to the operator's log, and a round at a table."""
    table = await operator.table()
    player = await operator.seated(table)
    await operator.start(table)
    await player.bet(table)
    await operator.deal(table)
    names = [(await operator.caller.do("/v1/players"))["player"] for _ in range(players)]

    async def pay(name: str, times: int) -> None:
        for _ in range(times):
            await operator.caller.do(f"/v1/wallets/{name}/deposits", amount=1)

    missing = entries - await size_of(operator)
    times = [missing // players + (index < missing % players) for index in range(players)]
    await asyncio.gather(*map(pay, names, times))
    assert await size_of(operator) == max(entries, entries - missing)
    await publish(operator)


async def size_of(operator: Operator) -> int:
    """How many entries the operator's log has."""
    return (await operator.parts.store.heads())[operator.log] + 1


async def publish(operator: Operator) -> None:
    """Publish a checkpoint of every log that has something new."""
    await operator.parts.publisher.publish()

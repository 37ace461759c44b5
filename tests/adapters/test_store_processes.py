"""Several processes append to one log: positions in commit order without a gap, for every reader at any time.

Run as a program, this file is one of those processes.
"""

import asyncio
import json
import random
import sys
from collections import Counter

import psycopg

from croupier.adapters.postgres import PostgresEventStore
from croupier.service.ports import Append, Appended, Idempotency, NewEntry

PROCESSES = 3
APPENDS = 200
CONTESTED = [f"table-{number}" for number in range(4)]


async def append_and_count(url: str, log: str, name: str) -> None:
    """Append to streams that the other processes want too; print what came of it as JSON."""
    chance = random.Random(name)
    tally: Counter[str] = Counter()
    async with PostgresEventStore(url) as store:

        async def one(number: int) -> None:
            streams = chance.sample(CONTESTED, chance.choice([1, 1, 2, 3]))
            places = [(stream, await revision(store, log, stream) + 1) for stream in streams]
            if chance.random() < 0.5:
                places.append((f"wallet-{name}-{number}", 1))
            # All processes use the same keys, each of which must be honoured once.
            key = Idempotency("house", str(number % 50), b"", b"") if number % 4 == 0 else None
            record = f"{name} {number}".encode()
            outcome = await store.append(
                Append(log, tuple(NewEntry(stream, at, record) for stream, at in places), key)
            )
            tally[type(outcome).__name__] += 1
            if isinstance(outcome, Appended):
                tally["entries"] += len(places)
                tally["keys"] += key is not None

        for first in range(0, APPENDS, 20):
            await asyncio.gather(*(one(number) for number in range(first, first + 20)))
    print(json.dumps(tally))


class Followed:
    """Where each stream of a log stands, as far as it was followed by its moves."""

    def __init__(self) -> None:
        self.position = -1
        self.revisions: dict[str, int] = {}

    async def go_on(self, store: PostgresEventStore, log: str) -> None:
        async for move in store.moves(log, self.position):
            assert move.position > self.position
            assert move.revision > self.revisions.get(move.stream, 0)
            self.position = move.position
            self.revisions[move.stream] = move.revision


async def revision(store: PostgresEventStore, log: str, stream: str) -> int:
    """Where the stream stands, or stood a moment ago."""
    return max([move.revision async for move in store.read_stream(log, stream)], default=0)


async def test_processes_that_contend_leave_no_gap_and_no_reader_behind(
    store: PostgresEventStore, postgres_url: str, log: str
) -> None:
    processes = [
        await asyncio.create_subprocess_exec(
            *(sys.executable, __file__, postgres_url, log, str(number)), stdout=asyncio.subprocess.PIPE
        )
        for number in range(PROCESSES)
    ]
    working = asyncio.gather(*(process.communicate() for process in processes))
    followed: list[int] = []
    moved = Followed()
    while not working.done():
        followed += [entry.position async for entry in store.read_log(log, after=len(followed) - 1)]
        assert followed == list(range(len(followed))), "a reader was overtaken"
        await moved.go_on(store, log)
        _roll_back_an_append(postgres_url, log)
        await asyncio.sleep(0.01)

    await moved.go_on(store, log)
    tally: Counter[str] = sum((Counter(json.loads(output)) for output, _ in await working), Counter())
    found = [entry async for entry in store.read_log(log)]
    assert [entry.position for entry in found] == list(range(tally["entries"]))
    assert moved.position == found[-1].position
    assert moved.revisions == Counter(entry.stream for entry in found), "a follower missed a move"
    for stream, count in Counter(entry.stream for entry in found).items():
        assert [entry.revision async for entry in store.read_stream(log, stream)] == list(range(1, count + 1))
    assert tally["Appended"] + tally["Conflict"] + tally["Repeated"] == PROCESSES * APPENDS
    answers = [await store.repeated(log, "house", str(key)) for key in range(50)]
    assert tally["keys"] == sum(answer is not None for answer in answers), "a key was honoured twice"
    assert min(tally["Appended"], tally["Conflict"], tally["Repeated"]) > 0


def _roll_back_an_append(url: str, log: str) -> None:
    """An append that is undone must use up no position."""
    with psycopg.connect(url) as owner:
        owner.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [log])
        owner.execute(
            "SELECT croupier.append(%s, false, '{0}', '{table-undone}', '{1}', '{x}', '{null}',"
            " '{}', '{}', '{}', '{}', '{}')",
            [log],
        )
        owner.rollback()


if __name__ == "__main__":
    asyncio.run(append_and_count(*sys.argv[1:]))

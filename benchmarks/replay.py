"""How many entries a second are replayed: decoded, decided again, compared byte for byte, the chips counted.

The log is punto banco as it is played: 16 tables, 5 players at each, a bet of each player in every coup;
with the key, so that every shoe is shuffled again.
"""

import asyncio
import os
import tempfile
from pathlib import Path
from statistics import median
from typing import Final

import psycopg
from tests.support.fakes import MemoryStore
from tests.support.playing import CODE, LOG, Casino

from croupier.adapters.embedded import EmbeddedPostgres
from croupier.adapters.judges import JudgeProcesses
from croupier.adapters.postgres import PostgresEventStore, migrate
from croupier.adapters.sealer import Sealer
from croupier.service.ports import Entry, LogReader
from croupier.service.replay import Judges, OneJudge, Sealed, replay

TABLES: Final = 16
STAKES: Final = {seat: 10 * seat for seat in range(1, 6)}


async def measure(postgres_url: str | None = None, rounds: int = 5, coups: int = 300) -> dict[str, float]:
    """Replay a log of `TABLES` times `coups` coups as often as there are `rounds`.

    Medians: `entries_per_second` from memory, by one judge, and, with a `postgres_url` (the owner's),
    `stored_per_second` from the store, by as many processes as there are cores, by turns. `entries` is the
    length of the log.
    """
    key = os.urandom(32)
    sealer = Sealer([key])
    played = await play(sealer, coups)
    rates: list[float] = []
    stored: list[float] = []
    log = f"bench-{os.urandom(8).hex()}"
    if postgres_url is not None:
        await asyncio.to_thread(_copy, postgres_url, log, played.entries[LOG])
    with JudgeProcesses([key], CODE, len(os.sched_getaffinity(0))) as judging:
        await judging.ready()
        for _ in range(rounds):
            rates.append(await _rate(played, LOG, OneJudge(Sealed(sealer), CODE)))
            if postgres_url is not None:
                async with PostgresEventStore(postgres_url) as store:
                    stored.append(await _rate(store, log, judging.of_a_log()))
    found = {"entries": float(len(played.entries[LOG])), "entries_per_second": median(rates)}
    return {**found, "stored_per_second": median(stored)} if stored else found


async def play(sealer: Sealer, coups: int) -> MemoryStore:
    """The log of so many coups at each table."""
    store = MemoryStore()
    casino = Casino(store, sealer)
    tables = [f"baccarat-t{number:02}" for number in range(TABLES)]
    for table in tables:
        await casino.open(table)
        for seat in STAKES:
            player = f"{table[-3:]}p{seat}"
            await casino.wallet(player, 10**9)
            await casino.sit(table, seat, player, 10**8)
    for _ in range(coups):
        for table in tables:
            await casino.coup(table, STAKES)
    return store


async def _rate(reader: LogReader, log: str, judges: Judges) -> float:
    report = await replay(reader, log, judges)
    assert not report.wrong, report.findings
    return report.rate


def _copy(postgres_url: str, log: str, entries: list[Entry]) -> None:
    """Put the entries into the store as they are, as only its owner can."""
    migrate(postgres_url)
    with psycopg.connect(postgres_url) as connection:
        row = connection.execute(
            "INSERT INTO croupier.logs (log, head) VALUES (%s, %s) RETURNING id", (log, entries[-1].position)
        ).fetchone()
        assert row
        columns = "log, position, stream, revision, record, sealed"
        with connection.cursor().copy(f"COPY croupier.entries ({columns}) FROM STDIN") as copy:
            for e in entries:
                copy.write_row((row[0], e.position, e.stream, e.revision, e.record, e.sealed))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder, EmbeddedPostgres(Path(folder)) as url:
        for name, value in asyncio.run(measure(url)).items():
            print(f"{name:20} {value:12,.0f}")

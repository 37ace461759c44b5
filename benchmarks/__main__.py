"""`make bench`: all measures in one run, as one table of ratios."""

import asyncio
import tempfile
from pathlib import Path

from msgspec import Struct
from rich.console import Console
from rich.table import Table

from benchmarks import appends, domain, http, replay, verify
from croupier.adapters.embedded import EmbeddedPostgres
from croupier.adapters.garbage import settle


class Row(Struct, frozen=True):
    """One measure: its rate, and the rate or mark that it is held against."""

    measure: str
    rate: float
    beside: str
    base: float
    ratio: float


def main() -> None:
    """Measure one thing after the other, settled as the programs are, and print the table."""
    settle()
    rows = [*_stored(), _http(), _domain()]
    table = Table(title="medians of interleaved rounds, in this run", title_justify="left")
    for heading in ("measure", "per second", "beside", "per second", "ratio"):
        table.add_column(heading, justify="right" if heading in ("per second", "ratio") else "left")
    for row in rows:
        table.add_row(row.measure, f"{row.rate:,.0f}", row.beside, f"{row.base:,.0f}", f"{row.ratio:.2f}")
    Console(width=120).print(table)


def _stored() -> tuple[Row, Row, Row]:
    """What is measured against a PostgreSQL of its own."""
    with tempfile.TemporaryDirectory() as folder, EmbeddedPostgres(Path(folder)) as url:
        appended = asyncio.run(appends.measure(url))
        replayed = asyncio.run(replay.measure(url))
    verified = asyncio.run(verify.measure())
    return (
        Row(
            "durable appends, 256 producers",
            appended["appends_per_second"],
            "pgbench, a row a transaction, 32 clients",
            appended["pgbench_per_second"],
            appended["ratio"],
        ),
        _against_mark("entries replayed from the store", replayed["stored_per_second"], 20_000),
        Row(
            "entries verified from a bundle",
            verified["entries_per_second"],
            "entries replayed from memory, in this run",
            replayed["entries_per_second"],
            verified["entries_per_second"] / replayed["entries_per_second"],
        ),
    )


def _http() -> Row:
    found = http.measure()
    return Row(
        "durable commands over HTTP, 64 tables",
        found["commands_per_second"],
        "bare Litestar echo on the same server",
        found["echoes_per_second"],
        found["ratio"],
    )


def _domain() -> Row:
    return _against_mark("commands decided by the domain", domain.measure()["commands_per_second"], 50_000)


def _against_mark(measure: str, rate: float, mark: float) -> Row:
    return Row(measure, rate, "the mark set for it", mark, rate / mark)


if __name__ == "__main__":
    main()

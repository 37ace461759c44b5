"""An older copy of the database is restored, and Valkey still knows what came after it."""

import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.process.calling import Client
from tests.process.service import RunningService
from tests.support.valkeys import OwnValkey

from croupier.adapters.embedded import EmbeddedPostgres

LIMITS = {"min": 1, "max": 100}


@pytest.fixture
def valkey() -> Iterator[OwnValkey]:
    with OwnValkey() as valkey:
        yield valkey


def test_the_first_read_after_the_start_shows_the_log_that_is_there(
    valkey: OwnValkey, postgres_folder: Path, tmp_path: Path
) -> None:
    var, older = tmp_path / "var", tmp_path / "older"
    with EmbeddedPostgres(postgres_folder) as database, started(var, database, valkey) as service:
        key = service.key
        table = Client(service.url, key).do("tables", game="baccarat", limits=LIMITS)["table"]
    subprocess.run(["cp", "-a", str(postgres_folder), str(older)], check=True)
    with EmbeddedPostgres(postgres_folder) as database, started(var, database, valkey) as service:
        house = Client(service.url, key)
        house.seat(service.url, table, 1)
        wait_until_viewed(valkey, position=3)

    valkey.client.set("croupier:lease:projector", "another process, killed a moment ago", px=60_000)
    with EmbeddedPostgres(older) as database, started(var, database, valkey) as service:
        read = Client(service.url, key).get(f"tables/{table}")
    assert (read["revision"], read["view"]["seats"]) == (1, [])


def started(var: Path, database: str, valkey: OwnValkey) -> RunningService:
    """A service on servers that outlive it."""
    return RunningService(var, DATABASE_URL=database, REDIS_URL=valkey.url)


def wait_until_viewed(valkey: OwnValkey, position: int) -> None:
    """Wait until the house's views have come so far."""
    deadline = time.monotonic() + 30
    while _viewed(valkey) < position:
        assert time.monotonic() < deadline
        time.sleep(0.05)


def _viewed(valkey: OwnValkey) -> int:
    generation = valkey.client.get("croupier:{house}:current")
    return int(valkey.client.hget(f"croupier:{{house}}:{generation}:meta", "position") or -1)

"""The real servers, started once in a test run (by each of its workers) and only if a test asks for them."""

import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
import structlog
from psycopg.conninfo import make_conninfo

from croupier.adapters.embedded import EmbeddedPostgres, EmbeddedValkey
from croupier.adapters.postgres import PostgresEventStore, migrate

pytest_plugins = ["tests.support.needs"]

# A service that serves a whole run of tests has its own to say, whichever test runs just then. Pytest shows
# it with what fails; it is no part of what a command prints.
structlog.configure(
    processors=[structlog.dev.ConsoleRenderer(colors=False)], logger_factory=structlog.stdlib.LoggerFactory()
)


@pytest.fixture(scope="session")
def empty_postgres_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A PostgreSQL server without the schema, as its owner sees it."""
    with EmbeddedPostgres(tmp_path_factory.mktemp("postgres")) as url:
        yield url


@pytest.fixture(scope="session")
def stopped_postgres(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an embedded PostgreSQL that was started once and stopped; not to be changed."""
    folder = tmp_path_factory.mktemp("stopped-postgres")
    with EmbeddedPostgres(folder):
        return folder


@pytest.fixture
def postgres_folder(stopped_postgres: Path, tmp_path: Path) -> Path:
    """The folder of an embedded PostgreSQL for one test: a copy, because making data takes much longer."""
    folder = tmp_path / "postgres"
    subprocess.run(["cp", "-a", str(stopped_postgres), str(folder)], check=True)
    return folder


@pytest.fixture(scope="session")
def postgres_url(empty_postgres_url: str) -> str:
    """A PostgreSQL database with the schema, as its owner sees it. Tests share it: use the fixture `log`."""
    migrate(empty_postgres_url)
    return empty_postgres_url


@contextmanager
def a_database(server: str, name: str) -> Iterator[str]:
    """Another database of the server, of which `croupier` is the owner, as long as it is needed."""
    superuser = make_conninfo(server, user="postgres", dbname="postgres")
    with psycopg.connect(superuser, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}" OWNER croupier')
        yield make_conninfo(server, dbname=name)
        connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


@pytest.fixture
def fresh_url(empty_postgres_url: str, log: str) -> Iterator[str]:
    """A database of a test's own."""
    with a_database(empty_postgres_url, log) as url:
        yield url


@pytest.fixture(scope="session")
def service_url(empty_postgres_url: str) -> Iterator[str]:
    """The database of the services under test: in others, tests leave what no service has written."""
    with a_database(empty_postgres_url, "services") as url:
        migrate(url)
        yield url


@pytest.fixture(scope="session")
def service_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the services under test; without its keys nobody can go on with their database."""
    return tmp_path_factory.mktemp("services")


@pytest.fixture(scope="session")
def valkey_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A Valkey server. Tests share it: choose keys of your own."""
    with EmbeddedValkey(tmp_path_factory.mktemp("valkey")) as url:
        yield url


@pytest.fixture
def log() -> str:
    """The name of a log that no other test has."""
    return f"log-{uuid4().hex}"


@pytest.fixture(scope="session")
async def store(postgres_url: str) -> AsyncIterator[PostgresEventStore]:
    """The event store on `postgres_url`."""
    async with PostgresEventStore(postgres_url) as store:
        yield store

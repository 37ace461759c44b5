"""The service over real HTTP, on the real PostgreSQL and Valkey, in the process of the tests."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from uuid import uuid4

import pytest
from msgspec import Struct
from tests.api.calling import Caller, Operator
from tests.api.disputing import Played, played_round

from croupier.adapters.background import end
from croupier.adapters.bootstrap import Installation, installation
from croupier.adapters.http import create_app
from croupier.adapters.http.server import free_address, serve
from croupier.adapters.settings import Settings


class Served(Struct):
    """A service that is being served."""

    url: str
    parts: Installation


@asynccontextmanager
async def serving(settings: Settings) -> AsyncIterator[Served]:
    """A service with these settings, until the end of the block."""
    host, port = free_address("127.0.0.1", 0)
    stopping, ready = asyncio.Event(), asyncio.Event()
    async with installation(settings) as parts:
        runs = (parts.bell.run(), parts.projector.run(), parts.attempts.run())
        works = [asyncio.create_task(work) for work in runs]
        served = asyncio.create_task(serve(create_app(parts.services), host, port, stopping, ready.set))
        await ready.wait()
        yield Served(f"http://{host}:{port}", parts)
        stopping.set()
        await served
        await end(works)


@pytest.fixture(scope="session")
def settings(postgres_url: str, valkey_url: str, tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """The settings of all services under test: they share keys, log and views as processes do."""
    folder: Path = tmp_path_factory.mktemp("service")
    return Settings(database_url=postgres_url, redis_url=valkey_url, var=folder, fixed_decks=True)


@pytest.fixture(scope="session")
async def served(settings: Settings) -> AsyncIterator[Served]:
    """The service under test."""
    async with serving(settings) as served:
        yield served


@pytest.fixture(scope="session")
async def other_process(settings: Settings) -> AsyncIterator[Served]:
    """A second service on the same log, with caches and appender of its own."""
    async with serving(settings) as served:
        yield served


async def new_operator(served: Served, environment: str = "live") -> Operator:
    """An operator that no other test has."""
    name = f"op-{uuid4().hex[:20]}"
    key = await served.parts.services.access.create_operator(name, environment)  # type: ignore[arg-type]
    return Operator(name, served.url, Caller(served.url, key), served.parts)


@pytest.fixture
async def operator(served: Served) -> Operator:
    """An operator with a live key and a log of his own."""
    return await new_operator(served)


@pytest.fixture
async def foreign(served: Served) -> Operator:
    """Another operator."""
    return await new_operator(served)


@pytest.fixture
async def tester(served: Served) -> Operator:
    """An operator with a test key."""
    return await new_operator(served, "test")


@pytest.fixture
def anybody(served: Served) -> Caller:
    """A caller without key or token."""
    return Caller(served.url, None)


@pytest.fixture
async def played(operator: Operator) -> Played:
    """A round that can be disputed."""
    return await played_round(operator)

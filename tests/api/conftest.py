"""The service over real HTTP, on the real PostgreSQL and Valkey, in the process of the tests."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from uuid import uuid4

import pytest
from msgspec import Struct
from msgspec.structs import replace
from tests.api.calling import Caller, Operator
from tests.api.disputing import Played, played_round

from croupier.adapters.background import end
from croupier.adapters.bootstrap import Installation, installation
from croupier.adapters.http import create_app
from croupier.adapters.http.cors import origins_of
from croupier.adapters.http.server.serving import free_address, serve
from croupier.adapters.settings import Settings
from croupier.service.apikeys import Environment


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
        runs = (parts.bell.run(), parts.projector.run(), parts.attempts.run(), parts.follower.run())
        works = [asyncio.create_task(work) for work in runs]
        app = create_app(parts.services, origins_of(settings.cors_origins))
        ending = parts.follower.close
        served = asyncio.create_task(serve(app, host, port, stopping, ready.set, ending))
        await ready.wait()
        yield Served(f"http://{host}:{port}", parts)
        stopping.set()
        await served
        await end(works)


@pytest.fixture(scope="session")
def settings(service_url: str, valkey_url: str, service_folder: Path) -> Settings:
    """The settings of all services under test: they share keys, log and views as processes do."""
    found = Settings(database_url=service_url, redis_url=valkey_url, var=service_folder, fixed_decks=True)
    return replace(found, rate_key=1_000_000, rate_player=1_000_000, rate_address=1_000_000)


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


async def new_operator(served: Served, environment: Environment = "live") -> Operator:
    """An operator that no other test has."""
    name = f"op-{uuid4().hex[:20]}"
    key = await served.parts.services.keymaking.create_operator(name, environment)
    return Operator(name, served.url, Caller(served.url, key), served.parts, environment)


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

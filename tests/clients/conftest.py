"""The service, and clients that were generated from the document that it serves, once in a run."""

from pathlib import Path

import pytest
from msgspec import Struct
from tests.api.conftest import Served
from tests.api.conftest import operator as operator
from tests.api.conftest import served as served
from tests.api.conftest import settings as settings
from tests.api.conftest import tester as tester
from tests.clients.generating import (
    python_client,
    python_types_checked,
    typescript_client,
    typescript_compiled,
)


class Generated(Struct):
    """A client: where it lies, what its generator said, and what is said of the types of what uses it."""

    folder: Path
    said: str
    types: str


@pytest.fixture(scope="session")
async def python(served: Served, tmp_path_factory: pytest.TempPathFactory) -> Generated:
    """The Python client."""
    folder = tmp_path_factory.mktemp("python-client")
    said = await python_client(served.url, folder)
    return Generated(folder, said, await python_types_checked(folder))


@pytest.fixture(scope="session")
async def typescript(served: Served, tmp_path_factory: pytest.TempPathFactory) -> Generated:
    """The TypeScript client, compiled."""
    folder = tmp_path_factory.mktemp("typescript-client")
    said = await typescript_client(served.url, folder)
    return Generated(folder, said, await typescript_compiled(folder))

"""Working on an installation beside its running service."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier.adapters.bootstrap import Installation
    from croupier.adapters.settings import Settings


@asynccontextmanager
async def joined() -> "AsyncIterator[tuple[Settings, Installation]]":
    """The environment's settings and their installation; embedded servers that run already are used.

    Raises `SettingsError` and what `installation` raises, also where there is none yet: it makes none.
    """
    from croupier.adapters.bootstrap import installation
    from croupier.adapters.settings import from_environment

    settings = from_environment()
    async with installation(settings, join=True) as parts:
        yield settings, parts

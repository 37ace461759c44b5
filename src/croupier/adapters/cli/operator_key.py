"""`croupier operator-key`: a new key for an operator."""

import asyncio
import sys

import psycopg

from croupier.adapters.bootstrap import installation
from croupier.adapters.embedded import EmbeddedServerFailed
from croupier.adapters.settings import Settings, SettingsError, from_environment
from croupier.service.apikeys import Environment
from croupier.service.errors import CroupierError


def operator_key(operator: str | None = None, *, environment: Environment = "live") -> None:
    """Print a new key for an operator; his other keys stay valid.

    Parameters
    ----------
    operator
        The operator's name; the one of the settings when left out.
    environment
        Keys for tests may open tables with named cards, where the installation allows it.
    """
    try:
        settings = from_environment()
        print(asyncio.run(_new_key(settings, operator or settings.operator, environment)))
    except (SettingsError, EmbeddedServerFailed, CroupierError, psycopg.Error) as error:
        sys.exit(f"no key was made: {error}")


async def _new_key(settings: Settings, operator: str, environment: Environment) -> str:
    async with installation(settings, join=True) as parts:
        return await parts.services.access.create_key(operator, environment)

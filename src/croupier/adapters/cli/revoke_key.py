"""`croupier revoke-key`: make an operator's key invalid."""

import asyncio
import sys

import psycopg

from croupier.adapters.bootstrap import installation
from croupier.adapters.embedded import EmbeddedServerFailed
from croupier.adapters.settings import Settings, SettingsError, from_environment
from croupier.service.errors import CroupierError


def revoke_key(key_id: str) -> None:
    """Make a key invalid; a running service takes it for five seconds more at most.

    Parameters
    ----------
    key_id
        The key's public part: `k3vq..` of `croupier_live_k3vq.._..`.
    """
    try:
        asyncio.run(_revoke(from_environment(), key_id))
    except (SettingsError, EmbeddedServerFailed, CroupierError, psycopg.Error) as error:
        sys.exit(f"no key was revoked: {error}")
    print(f"The key {key_id} is revoked.")


async def _revoke(settings: Settings, key_id: str) -> None:
    async with installation(settings, join=True) as parts:
        await parts.services.access.revoke_key(key_id)

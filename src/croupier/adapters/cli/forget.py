"""`croupier forget`: forget the person behind a player."""

import asyncio
import sys
from typing import TYPE_CHECKING

from croupier.adapters.cli.printing import printable

if TYPE_CHECKING:
    from croupier.service.persons import Forgotten


def forget(player: str, *, operator: str | None = None) -> int:
    """Destroy the key that all about the person behind a player is encrypted under. It can't be undone.

    The log, which knows the player's id alone, still verifies. Nothing can be kept about him again under
    this id. See docs/operating.md for what copies of the database there may be elsewhere.

    Parameters
    ----------
    player
        The player's id.
    operator
        The operator whose player it is; the one of the settings when left out.
    """
    import psycopg

    from croupier.adapters.embedded import EmbeddedServerFailed
    from croupier.adapters.settings import SettingsError
    from croupier.service.errors import CroupierError

    try:
        forgotten = asyncio.run(_forget(player, operator))
    except (SettingsError, EmbeddedServerFailed, CroupierError, psycopg.Error) as error:
        print(f"nobody was forgotten: {printable(str(error))}", file=sys.stderr)
        return 1
    print(f"The player {forgotten.player} is forgotten since {forgotten.forgotten_at}.")
    return 0


async def _forget(player: str, operator: str | None) -> "Forgotten":
    from croupier.adapters.bootstrap import installation
    from croupier.adapters.settings import from_environment
    from croupier.service.errors import NotFound
    from croupier.service.ids import is_player

    if not is_player(player):
        raise NotFound(f"{player!r} is no player's id")
    settings = from_environment()
    async with installation(settings, join=True) as parts:
        return await parts.services.persons.forget(operator or settings.operator, player)

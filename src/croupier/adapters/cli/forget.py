"""`croupier forget`: forget the person behind a player."""

import asyncio
from typing import TYPE_CHECKING

from croupier.adapters.cli.frame import Refused, telling
from croupier.adapters.cli.joining import joined

if TYPE_CHECKING:
    from croupier.service.persons import Forgotten


@telling("nobody was forgotten: ", code=1)
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
    forgotten = asyncio.run(_forget(player, operator))
    print(f"The player {forgotten.player} is forgotten since {forgotten.forgotten_at}.")
    return 0


async def _forget(player: str, operator: str | None) -> "Forgotten":
    from croupier.service.ids import is_player

    if not is_player(player):
        raise Refused(f"{player!r} is no player's id")
    async with joined() as (settings, parts):
        return await parts.services.persons.forget(operator or settings.operator, player)

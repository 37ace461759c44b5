"""An operator acts for one of his own players, as casino back ends do.

He then is that player in everything: seat, view, wallet, disputes, and what he may not. Only the log's actor
tells that somebody acted for him, and who.
"""

from typing import Final

from croupier.domain.decider import Actor
from croupier.domain.ids import wallet_of
from croupier.service.callers import Caller
from croupier.service.errors import Forbidden, NotFound
from croupier.service.ids import is_player
from croupier.service.remembering import Remembered
from croupier.service.streams import Streams, existing

_REMEMBERED: Final = 50_000


class Acting:
    """Finds out whether there is such a player; who was found once is remembered, for players never go."""

    def __init__(self, streams: Streams, remembered: int = _REMEMBERED) -> None:
        """Look for players' wallets in `streams`; so many players are remembered."""
        self._streams = streams
        self._known = Remembered[tuple[str, str], None](remembered)

    async def as_player(self, caller: Caller, player: str) -> Caller:
        """The operator as the player he acts for.

        Raises `Forbidden` for anybody else, `NotFound` for no player of his log, `StoreUnavailable`.
        """
        if caller.actor.role != "operator":
            raise Forbidden("only an operator acts for a player")
        if (caller.log, player) not in self._known:
            await self._find(caller.log, player)
        actor = Actor("player", player, caller.actor.id)
        return Caller(caller.log, actor, caller.environment, key=caller.key)

    async def _find(self, log: str, player: str) -> None:
        if not is_player(player):
            raise NotFound("there is no such player")
        existing(await self._streams.load(log, wallet_of(player)), "player")
        self._known.keep((log, player), None)

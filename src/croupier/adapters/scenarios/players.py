"""The players of a run: who has left one scenario's table plays in the next."""

from typing import Final

from msgspec import Struct

from croupier.adapters.scenarios.service import Service
from croupier.domain.amounts import MOST

_TTL: Final = 24 * 3600
"""Seconds that a token is good for: a run that is held back by rate limits can take long."""


class Player(Struct, frozen=True):
    """A player as the service knows him, and the token that he plays by."""

    id: str
    token: str


class Players:
    """Opens players as they are needed.

    Raises `Rejected` where the service refuses it, and `NotPlayable`.
    """

    def __init__(self, service: Service) -> None:
        """Nobody yet."""
        self._service = service
        self._all: list[Player] = []
        self._free: list[Player] = []

    async def take(self, money: int) -> Player:
        """A player who sits at no table, with that much money put into his wallet."""
        player = self._free.pop() if self._free else await self._opened()
        while money:
            paid = min(money, MOST)
            await self._service.post(f"wallets/{player.id}/deposits", {"amount": paid})
            money -= paid
        return player

    def give_back(self, player: Player) -> None:
        """The player's table is closed."""
        self._free.append(player)

    async def pay_out(self) -> None:
        """Pay everybody all that is in his wallet."""
        for player in self._all:
            wallet = f"wallets/{player.id}"
            balance = (await self._service.get(wallet))["balance"]
            while balance:
                paid = min(balance, MOST)
                await self._service.post(f"{wallet}/withdrawals", {"amount": paid})
                balance -= paid

    async def _opened(self) -> Player:
        name = (await self._service.post("players"))["player"]
        minted = await self._service.post(f"players/{name}/tokens", {"ttl_seconds": _TTL})
        player = Player(name, minted["token"])
        self._all.append(player)
        return player

"""Opening tables and players' wallets, and minting tokens: what only an operator does."""

from datetime import timedelta
from typing import Any

from msgspec import UNSET

from croupier.domain.ids import wallet_of
from croupier.domain.table.commands import OpenTable
from croupier.domain.wallet.commands import OpenWallet
from croupier.service.access import PlayerToken, SpectatorToken
from croupier.service.callers import Caller
from croupier.service.errors import FixedDecksRefused
from croupier.service.handling import Key, Order
from croupier.service.ids import new_player, new_table
from croupier.service.services import Services
from croupier.service.streams import existing


def table_order(
    services: Services,
    caller: Caller,
    game: str,
    command: OpenTable[Any, Any],
    key: Key | None,
    request_id: str = "",
) -> Order:
    """The order to open a new table of the game, under an id that nobody can foresee.

    Raises `FixedDecksRefused` for named cards with a live key, or where the installation allows none.
    """
    if command.fixed is not UNSET:
        if caller.environment == "live":
            raise FixedDecksRefused("cards are named with a test key only")
        if not services.policy.fixed_decks:
            raise FixedDecksRefused("this installation allows no named cards")
    table = new_table(game, services.entropy)
    return Order(caller.log, table, command, caller.actor, key=key, opens=True, request_id=request_id)


def player_order(services: Services, caller: Caller, key: Key | None) -> Order:
    """The order to open the wallet of a new player, whose id nobody can foresee."""
    wallet = wallet_of(new_player(services.entropy))
    return Order(caller.log, wallet, OpenWallet(), caller.actor, key=key, opens=True)


async def mint_token(
    services: Services, caller: Caller, player: str, ttl: timedelta, table: str | None
) -> PlayerToken:
    """A token for one of the operator's own players, for one of his tables or for all.

    Raises `NotFound`, `StoreUnavailable`.
    """
    await _require(services, caller, wallet_of(player), *((table,) if table else ()))
    return services.access.mint(caller, player, ttl, table)


async def mint_spectator_token(
    services: Services, caller: Caller, ttl: timedelta, table: str | None
) -> SpectatorToken:
    """A token for somebody who watches one of the operator's tables, or all. Raises as `mint_token` does."""
    await _require(services, caller, *((table,) if table else ()))
    return services.access.mint_spectator(caller, ttl, table)


async def _require(services: Services, caller: Caller, *streams: str) -> None:
    for stream in streams:
        existing(await services.streams.load(caller.log, stream), "player, or no such table")

"""Routes of players: an operator opens them, and mints the tokens by which they call themselves."""

from datetime import timedelta
from typing import Annotated

from litestar import Response, post
from litestar.params import FromPath
from msgspec import Meta, Struct

from croupier.adapters.http.answers.once import once
from croupier.adapters.http.answers.replies import opened
from croupier.adapters.http.arrivals import AnyRequest, Arrival, arrival
from croupier.adapters.http.openapi.shapes import WALLET_ANSWER
from croupier.adapters.http.operations import Operation, described
from croupier.service.access import LONGEST_TTL, TOKEN_TTL, PlayerToken
from croupier.service.answers import wallet_answer
from croupier.service.errors import NotFound
from croupier.service.ids import TABLE_PATTERN, is_player
from croupier.service.opening import mint_token, player_order

Ttl = Annotated[
    int,
    Meta(ge=1, le=int(LONGEST_TTL.total_seconds()), description="Seconds until the token expires."),
]


class TokenRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """What a player's token is to be good for: all of the operator's tables, or the one named."""

    ttl_seconds: Ttl = int(TOKEN_TTL.total_seconds())
    table: Annotated[str, Meta(pattern=TABLE_PATTERN)] | None = None


class OpenPlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """A new player. There is nothing to say of him yet: the body may be left out."""


@post(
    "/v1/players",
    opt=described(
        Operation(
            "openPlayer", "Players", "open-player", WALLET_ANSWER, body=OpenPlayer, keyed=True, opens=True
        )
    ),
)
async def open_player(request: AnyRequest) -> Response[bytes]:
    """Open a player.

    The service chooses the player's id; with him comes his wallet, empty.
    """
    arrived = await arrival(request)
    order = player_order(arrived.services, arrived.caller, arrived.key)
    receipt = await arrived.services.handling.handle(order, wallet_answer)
    return opened(receipt, "/v1/wallets/{player}")


@post(
    "/v1/players/{player:str}/tokens",
    opt=described(
        Operation(
            "mintToken",
            "Players",
            "mint-token",
            PlayerToken,
            body=TokenRequest,
            refusals=("not-found",),
            keyed=True,
        )
    ),
)
async def mint(request: AnyRequest, player: FromPath[str]) -> Response[bytes]:
    """Mint a player's token.

    Hand it to the player's client: it is his `Authorization: Bearer` until it expires, and can't be
    called back, so keep it short-lived. Each call mints another token; sent again with its
    `Idempotency-Key` it gets the same one, which may have expired by then.
    """
    arrived: Arrival[TokenRequest] = await arrival(request)
    if not is_player(player):
        raise NotFound("there is no such player")
    ttl, table = timedelta(seconds=arrived.body.ttl_seconds), arrived.body.table
    return await once(arrived, lambda: mint_token(arrived.services, arrived.caller, player, ttl, table))

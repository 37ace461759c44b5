"""Routes of spectators: an operator mints the tokens by which they watch."""

from datetime import timedelta

from litestar import Response, post

from croupier.adapters.http.arrivals import AnyRequest, Arrival, arrival
from croupier.adapters.http.operations import Operation, described
from croupier.adapters.http.players import TokenRequest
from croupier.adapters.http.replies import done_once, encode
from croupier.service.access import SpectatorToken
from croupier.service.opening import mint_spectator_token


@post(
    "/v1/spectators/tokens",
    opt=described(
        Operation(
            "mintSpectatorToken",
            "Players",
            "mint-token",
            SpectatorToken,
            body=TokenRequest,
            refusals=("not-found",),
            keyed=True,
        )
    ),
)
async def mint(request: AnyRequest) -> Response[bytes]:
    """Mint a spectator's token.

    Who holds it sees what everybody at the operator's tables sees, or at the one named: no wallets, no
    reports, and no seat's own cards. It can't be called back, so keep it short-lived.
    """
    arrived: Arrival[TokenRequest] = await arrival(request)
    services, caller, asked = arrived.services, arrived.caller, arrived.body

    async def do() -> bytes:
        ttl = timedelta(seconds=asked.ttl_seconds)
        return encode(await mint_spectator_token(services, caller, ttl, asked.table))

    return done_once(await services.once(arrived.key, caller.log, do))

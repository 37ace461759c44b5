"""Routes of spectators: an operator mints the tokens by which they watch."""

from datetime import timedelta

from litestar import Response, post

from croupier.adapters.http.answers.once import once
from croupier.adapters.http.arrivals import AnyRequest, Arrival, arrival
from croupier.adapters.http.operations import Operation, described
from croupier.adapters.http.routes.players import TokenRequest
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
    ttl, table = timedelta(seconds=arrived.body.ttl_seconds), arrived.body.table
    return await once(arrived, lambda: mint_spectator_token(arrived.services, arrived.caller, ttl, table))

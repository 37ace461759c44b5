"""Routes of wallets. Only an operator moves money in and out; tables move it by their own commands."""

from litestar import Response, get, post
from litestar.params import FromPath

from croupier.adapters.http.answers.replies import accepted, encode, reply, unchanged
from croupier.adapters.http.arrivals import AnyRequest, arrival, reader
from croupier.adapters.http.openapi.shapes import WALLET_ANSWER, WALLET_HISTORY
from croupier.adapters.http.operations import Operation, described
from croupier.adapters.http.requests.etags import etag, if_match, none_match
from croupier.adapters.http.requests.parameters import (
    After,
    AtLeast,
    Entries,
    Since,
    Until,
    Wait,
    WithEvent,
    time_of,
)
from croupier.adapters.http.requests.waiting import require
from croupier.adapters.http.routes.histories import history
from croupier.domain.ids import wallet_of
from croupier.domain.wallet.commands import Deposit, Withdraw
from croupier.service.answers import WalletReading, wallet_answer
from croupier.service.callers import Caller
from croupier.service.errors import NotFound
from croupier.service.handling import Order
from croupier.service.history import HistoryQuery
from croupier.service.ids import is_player


def _wallet(caller: Caller, player: str) -> str:
    """The player's wallet, if it can be one that the caller may reach. Raises `NotFound`."""
    if not is_player(player):
        raise NotFound("there is no such player")
    caller.require_player(player)
    return wallet_of(player)


@get(
    "/v1/wallets/{player:str}",
    opt=described(
        Operation(
            "readWallet",
            "Wallets",
            "read-wallet",
            WalletReading,
            refusals=("not-found", "not-yet"),
            conditional=True,
        )
    ),
)
async def read_wallet(request: AnyRequest, player: FromPath[str], at_least: AtLeast = -1) -> Response[bytes]:
    """Read a wallet.

    What the player has outside of the tables. A player reads his own, an operator all of his players'.
    """
    arrived = await reader(request)
    _wallet(arrived.caller, player)
    await require(request, arrived, at_least)
    reading = await arrived.services.reading.wallet(arrived.caller.log, player)
    if not none_match(arrived.headers, reading.revision):
        return unchanged(reading.revision)
    return reply(encode(reading), headers={"etag": etag(reading.revision)})


@get(
    "/v1/wallets/{player:str}/history",
    opt=described(
        Operation(
            "readWalletHistory",
            "Wallets",
            "read-wallet",
            WALLET_HISTORY,
            refusals=("not-found", "not-yet"),
            conditional=True,
        )
    ),
)
async def read_history(
    request: AnyRequest,
    player: FromPath[str],
    after: After = -1,
    since: Since = None,
    until: Until = None,
    event: WithEvent = None,
    limit: Entries = 100,
    at_least: AtLeast = -1,
    wait: Wait = 0,
) -> Response[bytes]:
    """Read what moved in a wallet.

    Every entry in the order of the log. Read on with the `after` of the answer; with `wait` the answer comes
    as soon as there is something.
    """
    arrived = await reader(request)
    wallet = _wallet(arrived.caller, player)
    query = HistoryQuery(after, limit, time_of("since", since), time_of("until", until), event)
    return await history(request, arrived, wallet, query, at_least, wait)


@post(
    "/v1/wallets/{player:str}/deposits",
    status_code=200,
    opt=described(
        Operation(
            "deposit",
            "Wallets",
            "move-money",
            WALLET_ANSWER,
            body=Deposit,
            refusals=("not-found", "wallet-full"),
            keyed=True,
            matched=True,
        )
    ),
)
async def deposit(request: AnyRequest, player: FromPath[str]) -> Response[bytes]:
    """Pay money in for a player.

    Send an `Idempotency-Key`: a deposit sent again after a lost answer is then done once.
    """
    return await _move(request, player)


@post(
    "/v1/wallets/{player:str}/withdrawals",
    status_code=200,
    opt=described(
        Operation(
            "withdraw",
            "Wallets",
            "move-money",
            WALLET_ANSWER,
            body=Withdraw,
            refusals=("not-found", "insufficient-funds"),
            keyed=True,
            matched=True,
        )
    ),
)
async def withdraw(request: AnyRequest, player: FromPath[str]) -> Response[bytes]:
    """Pay money out to a player.

    What lies at tables is not in the wallet: it comes back when the player leaves them.
    """
    return await _move(request, player)


async def _move(request: AnyRequest, player: str) -> Response[bytes]:
    arrived = await arrival(request)
    wallet = _wallet(arrived.caller, player)
    order = Order(
        arrived.caller.log,
        wallet,
        arrived.body,
        arrived.caller.actor,
        if_match(arrived.headers),
        arrived.key,
        request_id=arrived.request_id,
    )
    return accepted(await arrived.services.handling.handle(order, wallet_answer))

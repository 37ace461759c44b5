"""Sending messages over HTTP: no redirects, no proxies, no cookies, and an end to everything."""

import asyncio
import ssl
from time import monotonic
from typing import Final

import httpcore
from msgspec.structs import replace

from croupier import __version__
from croupier.adapters.webhooks.answers import failed, judged
from croupier.adapters.webhooks.backend import SENT_FOR, CheckedBackend
from croupier.adapters.webhooks.names import NamesBusy
from croupier.adapters.webhooks.resolving import AddressRefused, Resolver, Unresolvable
from croupier.adapters.webhooks.signing import signed_headers
from croupier.adapters.webhooks.urls import Target, parse_url
from croupier.service.errors import WebhookUrlRefused
from croupier.service.ports import Clock
from croupier.service.ports.webhooks import Answered, Failure, Letter

PATIENCE: Final = 15.0
"""Seconds for an endpoint to take a message in, all told: name, connection, TLS, sending, answer."""

_FOR_THE_BODY: Final = 1.0
_MOST_BYTES: Final = 4096
_CONNECTIONS: Final = 256
_IDLE: Final = 64
_IDLE_SECONDS: Final = 10.0


class HttpSender:
    """Implements `Sender`. An answer counts by its status; its body is read a little way and thrown away."""

    def __init__(self, resolver: Resolver, clock: Clock, patience: float = PATIENCE) -> None:
        """Connect to where the resolver lets; signatures bear the clock's time."""
        self._resolver, self._clock, self._patience = resolver, clock, patience
        self._pools: dict[str, httpcore.AsyncConnectionPool] = {}
        self._making = asyncio.Lock()

    async def close(self) -> None:
        """Give the connections up."""
        while self._pools:
            _, pool = self._pools.popitem()
            await pool.aclose()

    async def send(self, letter: Letter) -> Answered:
        """Send it once."""
        began = monotonic()
        SENT_FOR.set(letter.log)
        try:
            target = parse_url(letter.url, private=self._resolver.private)
            pool = await self._pool(target.scheme)
            began = monotonic()
            async with asyncio.timeout(self._patience):
                answered = await self._post(pool, target, letter)
        except Exception as error:  # no endpoint, and nothing odd that it answers, may stop the others
            answered = failed(_failure(error))
        return replace(answered, duration=round((monotonic() - began) * 1000))

    async def _post(self, pool: httpcore.AsyncConnectionPool, target: Target, letter: Letter) -> Answered:
        headers = {
            "content-type": "application/json",
            "user-agent": f"croupier/{__version__}",
            **signed_headers(letter, self._clock.now()),
        }
        async with pool.stream(
            "POST", _url(target), headers=list(headers.items()), content=letter.body
        ) as response:
            await _drain(response)
            return judged(response.status, response.headers, self._clock.now())

    async def _pool(self, scheme: str) -> httpcore.AsyncConnectionPool:
        """The connections of that scheme; reading all certificates takes a while, and is done when needed."""
        async with self._making:
            if scheme not in self._pools:
                context = await asyncio.to_thread(ssl_context) if scheme == "https" else None
                self._pools[scheme] = httpcore.AsyncConnectionPool(
                    ssl_context=context,
                    max_connections=_CONNECTIONS,
                    max_keepalive_connections=_IDLE,
                    keepalive_expiry=_IDLE_SECONDS,
                    network_backend=CheckedBackend(self._resolver),
                )
            return self._pools[scheme]


def ssl_context() -> ssl.SSLContext:
    """TLS that checks certificates against the machine's own store and the program's."""
    context = httpcore.default_ssl_context()
    context.load_default_certs()
    return context


def _url(target: Target) -> httpcore.URL:
    host = f"[{target.host}]" if ":" in target.host else target.host
    return httpcore.URL(
        scheme=target.scheme.encode(), host=host.encode(), port=target.port, target=target.target.encode()
    )


async def _drain(response: httpcore.Response) -> None:
    """Read the body to its end, so that the connection can be used again; a long or slow one is left."""
    read = 0
    try:
        async with asyncio.timeout(_FOR_THE_BODY):
            async for part in response.aiter_stream():
                read += len(part)
                if read > _MOST_BYTES:
                    return
    except (TimeoutError, httpcore.NetworkError, httpcore.ProtocolError, httpcore.TimeoutException):
        return


def _failure(error: Exception) -> Failure:
    match error:
        case NamesBusy():
            return "busy"
        case Unresolvable():
            return "unresolvable"
        case AddressRefused() | WebhookUrlRefused():
            return "address-refused"
        case TimeoutError() | httpcore.TimeoutException():
            return "timeout"
        case httpcore.ConnectError() if _is_tls(error):
            return "tls"
        case httpcore.NetworkError():
            return "connection"
        case _:
            return "protocol"


def _is_tls(error: BaseException | None) -> bool:
    """Whether TLS is at the bottom of it."""
    while error is not None:
        if isinstance(error, ssl.SSLError):
            return True
        error = error.__cause__ or error.__context__
    return False

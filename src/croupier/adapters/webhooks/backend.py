"""Connections to checked addresses only: the address that was judged is the one that is connected to."""

from collections.abc import Iterable
from contextvars import ContextVar
from typing import Any, Final

import httpcore

from croupier.adapters.webhooks.resolving import Resolver

_MOST_TRIED: Final = 2

SENT_FOR: Final[ContextVar[str]] = ContextVar("SENT_FOR")
"""The log whose message a connection is for: httpcore connects in the task that sends, and tells no more."""


class CheckedBackend(httpcore.AsyncNetworkBackend):
    """Resolves each host once per connection, judges what was found, and connects to just that.

    So a name can't lead elsewhere between judgement and connection (DNS rebinding). TLS still asks for the
    certificate of the URL's host. Raises what `Resolver.addresses` does, besides httpcore's own.
    """

    def __init__(self, resolver: Resolver) -> None:
        """Judge by the resolver."""
        self._resolver = resolver
        self._network = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - httpcore's own
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Connect to one of the host's addresses."""
        addresses = await self._resolver.addresses(host, port, SENT_FOR.get())
        failed: Exception | None = None
        for address in addresses[:_MOST_TRIED]:
            try:
                return await self._network.connect_tcp(
                    str(address), port, timeout, local_address, socket_options
                )
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failed = error
        assert failed
        raise failed

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await self._network.sleep(seconds)

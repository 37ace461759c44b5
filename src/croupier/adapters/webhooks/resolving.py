"""Finding the addresses of a host, and refusing those that nothing may be sent to."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from croupier.adapters.webhooks.addresses import Address, is_public, parse_address
from croupier.adapters.webhooks.names import NamesBusy
from croupier.adapters.webhooks.urls import parse_url
from croupier.service.errors import WebhookUrlRefused, WebhookUrlsBusy

Lookup = Callable[[str, int, str], Awaitable[Sequence[str]]]
"""The addresses of a name, in the order to try them, for a log. Raises `OSError`, `NamesBusy`."""

_PATIENCE: Final = 5.0


class Unresolvable(Exception):
    """The name leads nowhere, or not in time, or to where nothing may be sent to.

    Which of these is not told: nobody is to find out by it what names there are inside.
    """


class AddressRefused(Exception):
    """Nothing may be sent to the address."""


class Resolver:
    """Finds addresses that may be connected to. Implements `Addresses`.

    With `private`, every address may be, and `http` and all ports too.
    """

    def __init__(self, lookup: Lookup, *, private: bool) -> None:
        """Look names up by `lookup`."""
        self._lookup = lookup
        self.private = private

    async def require_fit(self, url: str, log: str) -> None:
        """Raises `WebhookUrlRefused` for a URL that nothing may be sent to, now.

        Raises `WebhookUrlsBusy` where too many are being judged, of this log or of all.
        """
        target = parse_url(url, private=self.private)
        try:
            await self.addresses(target.host, target.port, log)
        except Unresolvable:
            raise WebhookUrlRefused("the host's name leads to no address of the public Internet") from None
        except NamesBusy as busy:
            raise WebhookUrlsBusy(str(busy)) from None

    async def addresses(self, host: str, port: int, log: str) -> list[Address]:
        """The host's addresses, in the order to try them, for a message of that log.

        One that is refused refuses all: a name that leads to inside and outside is up to no good. Raises
        `Unresolvable`, `AddressRefused` for an address that is no name, `NamesBusy`.
        """
        literal = parse_address(host)
        found = [literal] if literal else await self._found(host, port, log)
        if self.private or all(map(is_public, found)):
            return found
        if literal:
            raise AddressRefused("the address is not of the public Internet")
        raise Unresolvable("the name leads inside")

    async def _found(self, host: str, port: int, log: str) -> list[Address]:
        try:
            async with asyncio.timeout(_PATIENCE):
                texts = await self._lookup(host, port, log)
        except (OSError, UnicodeError) as error:  # TimeoutError is an OSError
            raise Unresolvable(str(error)) from None
        found = [address for text in texts if (address := parse_address(text))]
        if not found:
            raise Unresolvable("the name has no address")
        return found

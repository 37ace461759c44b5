"""Letting requests in: who calls, and whether he may ask once more."""

from croupier.adapters.http.answers.quota_fields import quota_fields
from croupier.adapters.http.requests.addresses import client_address
from croupier.adapters.http.requests.heads import PLAYER, Headers, credential
from croupier.adapters.http.server.rsgi import Fields, Scope
from croupier.adapters.networks import networks_of
from croupier.service.callers import Caller
from croupier.service.errors import Unauthenticated
from croupier.service.services import Services


class Admission:
    """Admits requests. What is left of a quota is added to `answer_fields`, which go with the answer."""

    def __init__(self, services: Services) -> None:
        """Admit by the services' quotas."""
        self._access = services.access
        self._limiting = services.limiting
        self._guard = services.guard
        self._trusted = networks_of(services.policy.trusted_proxies)

    async def caller(self, headers: Headers, scope: Scope, answer_fields: Fields) -> Caller:
        """Who calls, and may ask once more.

        Raises `Unauthenticated`, `RateLimited`, `LimitsUnavailable`, `StoreUnavailable`.
        """
        caller = await self._identified(headers, scope, answer_fields)
        answer_fields += quota_fields(await self._limiting.admit(caller, headers.get(PLAYER)))
        return caller

    async def _identified(self, headers: Headers, scope: Scope, answer_fields: Fields) -> Caller:
        """Who calls; who can't say so is counted by his address."""
        try:
            shown = credential(headers)
            if self._guard.watches and self._access.is_a_guess(shown):
                self._guard.require(client_address(scope, self._trusted))
            return await self._access.caller(shown)
        except Unauthenticated:
            answer_fields += quota_fields(await self._guard.failed(client_address(scope, self._trusted)))
            raise

    async def anybody(self, scope: Scope, answer_fields: Fields) -> None:
        """Count a request where nobody has to say who he is. Raises `RateLimited`, `LimitsUnavailable`."""
        address = client_address(scope, self._trusted)
        answer_fields += quota_fields(await self._limiting.admit_address(address))

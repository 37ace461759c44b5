"""Who asks too much is told to wait: the quotas of keys, of players, and of those who are neither.

A player has a quota of his own, whether he asks himself or an operator asks for him; what an operator asks
for a player counts for both.
"""

from croupier.service.callers import Caller
from croupier.service.errors import LimitsUnavailable, RateLimited
from croupier.service.ids import is_player
from croupier.service.ports import Bucket, Limits
from croupier.service.quotas import PEOPLE, Quota, Rates, Standing


class Limiting:
    """Admits requests as long as their callers' quotas last."""

    def __init__(self, limits: Limits, rates: Rates) -> None:
        """Count by `limits`."""
        self._limits = limits
        self._rates = rates

    async def admit(self, caller: Caller, player: str | None = None) -> tuple[Standing, ...]:
        """Count a request of a known caller, who may say that he acts for a player; what is left.

        An operator's counts for the player too, whether there is one or not: looking for him is work already.
        Nobody else acts for a player, or uses up what is his. Raises `RateLimited`, `LimitsUnavailable`.
        """
        return await self._admit(self._buckets(caller, player))

    async def admit_address(self, address: str) -> tuple[Standing, ...]:
        """Count a request that names no valid caller. Raises `RateLimited`, `LimitsUnavailable`."""
        quota = self._rates.address
        return await self._admit((Bucket(quota, address),) if quota else ())

    def _buckets(self, caller: Caller, player: str | None) -> tuple[Bucket, ...]:
        actor, log = caller.actor, caller.log
        person = actor.role in PEOPLE
        quota = self._rates.player if person else self._rates.key
        own = (Bucket(quota, f"{log}:{actor.role}:{actor.id}"),) if quota else ()
        # A holder's name is bounded and no client's to choose: so are the names of buckets.
        if player is None or actor.role != "operator" or self._rates.player is None or not is_player(player):
            return own
        return *own, Bucket(self._rates.player, f"{log}:player:{player}")

    async def _admit(self, buckets: tuple[Bucket, ...]) -> tuple[Standing, ...]:
        if not buckets:
            return ()
        taken = await self._limits.take(buckets)
        if taken is None:
            if self._rates.closed:
                raise LimitsUnavailable("requests can't be counted")
            return ()
        if not taken.granted:
            raise too_many(taken.standings)
        return taken.standings


def too_many(standings: tuple[Standing, ...]) -> RateLimited:
    """The refusal by those of the quotas that have nothing left."""
    spent = [standing for standing in standings if not standing.left]
    seconds = max(standing.seconds for standing in spent)
    said = " and ".join(_said(standing.quota) for standing in spent)
    return RateLimited(f"{said} at the most", seconds, standings)


def _said(quota: Quota) -> str:
    return f"{quota.requests} requests in {quota.seconds} s by one {quota.name}"

"""Counting what callers ask for, in all processes together."""

from typing import Protocol

from msgspec import Struct

from croupier.service.quotas import Quota, Standing


class Bucket(Struct, frozen=True):
    """The quota of one holder: of a key's, a player, an address."""

    quota: Quota
    holder: str


class Taken(Struct, frozen=True):
    """Whether a request was taken from all of its buckets or from none, and how each stands now."""

    granted: bool
    standings: tuple[Standing, ...]


class Limits(Protocol):
    """Counts requests for all processes of the installation by one clock."""

    async def take(self, buckets: tuple[Bucket, ...]) -> Taken | None:
        """Take one request from each bucket, or from none; None when it can't be counted now."""

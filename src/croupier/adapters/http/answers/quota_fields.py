"""Header fields that tell quotas, by draft-ietf-httpapi-ratelimit-headers-11 (structured fields, RFC 9651).

`RateLimit-Policy: "key";q=10000;w=10` is what is allowed, `RateLimit: "key";r=9999;t=1` what is left of it:
one item a quota in both. In `t` seconds no more than `r` is to be had; it is never later than `Retry-After`.
"""

from collections.abc import Sequence
from functools import cache

from croupier.adapters.http.server.rsgi import Fields
from croupier.service.quotas import Quota, Standing


def quota_fields(standings: Sequence[Standing]) -> Fields:
    """The two fields for these quotas; none where nothing is counted."""
    if not standings:
        return []
    left = ", ".join([f'"{one.quota.name}";r={one.left};t={one.seconds}' for one in standings])
    return [("ratelimit-policy", ", ".join([_policy(one.quota) for one in standings])), ("ratelimit", left)]


@cache
def _policy(quota: Quota) -> str:
    window = f";w={quota.seconds}" if quota.seconds else ';qu="concurrent-requests"'
    return f'"{quota.name}";q={quota.requests}{window}'

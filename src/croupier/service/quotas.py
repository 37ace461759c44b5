"""How much callers may ask of the service, and how much of it they have left."""

from typing import Final

from msgspec import Struct

from croupier.service.roles import Role

PEOPLE: Final[frozenset[Role]] = frozenset({"player", "spectator"})
"""Whose quotas are those of players: there are many of them, and each asks little."""


class Quota(Struct, frozen=True):
    """So many requests in so many seconds, by the name that clients are told.

    It is a bucket of `requests` that fills up again evenly, all of it in `seconds`. Who never sends more
    than `requests` in any `seconds` is never refused; nobody is let through more than `requests` at once, and
    that much again every `seconds`. Without `seconds` it is how many requests may be open at a time.
    """

    name: str
    requests: int
    seconds: int = 0


class Standing(Struct, frozen=True):
    """What is left of a quota: `left` requests now, and one more at the latest in `seconds`, rounded up."""

    quota: Quota
    left: int
    seconds: int


class Rates(Struct, frozen=True):
    """The quotas of an installation; None switches one off.

    `key` is each holder's of keys, `player` each player's, whoever asks for him, and `address` each client
    address's without a valid key or token. `closed`: what can't be counted is refused, not let through.
    `open_by_key` and `open_by_player` bound the long requests that one caller may have open in one process.
    """

    key: Quota | None = None
    player: Quota | None = None
    address: Quota | None = None
    closed: bool = False
    open_by_key: Quota | None = None
    open_by_player: Quota | None = None

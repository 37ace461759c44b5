"""Who may what: the one table of roles. What the rules of a game refuse is theirs to say."""

from collections.abc import Mapping
from typing import Final, Literal

Use = Literal[
    "open-table",
    "list-tables",
    "read-table",
    "read-events",
    "command-table",
    "open-player",
    "mint-token",
    "read-wallet",
    "move-money",
    "read-log",
    "export-log",
    "read-round",
    "travel-in-time",
    "read-play",
    "read-attempts",
    "open-dispute",
    "read-dispute",
    "answer-dispute",
    "comment-dispute",
    "judge-dispute",
    "keep-person",
    "read-software",
    "manage-keys",
    "follow-table",
    "follow-log",
    "manage-webhooks",
]
"""What callers use the service for; each route is one use."""

Role = Literal["operator", "player", "spectator", "auditor", "regulator", "admin"]

KeyRole = Literal["operator", "auditor", "regulator", "admin", "spectator"]
"""Who has a key; players have tokens, spectators either."""

_OPERATOR: Final[frozenset[Role]] = frozenset({"operator"})
_OPERATOR_OR_PLAYER: Final[frozenset[Role]] = frozenset({"operator", "player"})
_AUDITOR: Final[frozenset[Role]] = frozenset({"auditor"})
_INSPECTORS: Final[frozenset[Role]] = frozenset({"auditor", "regulator"})
_STAFF: Final[frozenset[Role]] = frozenset({"operator", *_INSPECTORS})
_ALL: Final[frozenset[Role]] = frozenset({"player", *_STAFF})
_PUBLIC: Final[frozenset[Role]] = frozenset({"spectator", *_ALL})
_ADMIN: Final[frozenset[Role]] = frozenset({"admin"})

WHO_MAY: Final[Mapping[Use, frozenset[Role]]] = {
    "open-table": _OPERATOR,
    "list-tables": _PUBLIC,
    "read-table": _PUBLIC,
    "read-events": _PUBLIC,
    "command-table": _OPERATOR_OR_PLAYER,
    "open-player": _OPERATOR,
    "mint-token": _OPERATOR,
    "read-wallet": _ALL,
    "move-money": _OPERATOR,
    "read-log": _STAFF,
    "export-log": _STAFF,
    "read-round": _ALL,
    "travel-in-time": _INSPECTORS,
    "read-play": _ALL,
    "read-attempts": _STAFF,
    "open-dispute": _OPERATOR_OR_PLAYER,
    "read-dispute": _ALL,
    "answer-dispute": _OPERATOR_OR_PLAYER,
    "comment-dispute": _OPERATOR_OR_PLAYER | _AUDITOR,
    "judge-dispute": _AUDITOR,
    "keep-person": _OPERATOR,
    "read-software": _STAFF,
    "manage-keys": _ADMIN,
    "follow-table": _PUBLIC,
    "follow-log": _STAFF,
    "manage-webhooks": _OPERATOR,
}
"""A player reads and moves nothing but what is his own: see `croupier.service.callers`."""

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
]
"""What callers use the service for; each route is one use."""

Role = Literal["operator", "player"]

_OPERATOR: Final[frozenset[Role]] = frozenset({"operator"})
_OPERATOR_OR_PLAYER: Final[frozenset[Role]] = frozenset({"operator", "player"})

WHO_MAY: Final[Mapping[Use, frozenset[Role]]] = {
    "open-table": _OPERATOR,
    "list-tables": _OPERATOR_OR_PLAYER,
    "read-table": _OPERATOR_OR_PLAYER,
    "read-events": _OPERATOR_OR_PLAYER,
    "command-table": _OPERATOR_OR_PLAYER,
    "open-player": _OPERATOR,
    "mint-token": _OPERATOR,
    "read-wallet": _OPERATOR_OR_PLAYER,
    "move-money": _OPERATOR,
}
"""A player reads and moves nothing but what is his own: see `croupier.service.callers`."""

"""Ids of tables, players, rounds and disputes, as commands and events name them."""

from typing import Annotated, Final

from msgspec import Meta

from croupier.domain.texts import END

_DISPUTE: Final = "^dispute-[a-z2-7]{12,16}"
DISPUTE_PATTERN: Final = _DISPUTE + "$"

ROUND_NUMBER: Final = "[1-9][0-9]{0,8}"
"""A round's number at its table: there is one way to write it."""

WALLETS: Final = "wallet-"
"""What the names of wallets' streams begin with."""

TableId = Annotated[str, Meta(min_length=1, max_length=64, description="The id of a table.")]

PlayerId = Annotated[str, Meta(min_length=1, max_length=64, description="A player's id.")]

RoundId = Annotated[
    str,
    Meta(
        pattern=rf"^[a-z]+(-[a-z]+)*-[a-z2-7]{{1,16}}\.{ROUND_NUMBER}" + END,
        description="A round's id: its table's, a full stop, its number there.",
    ),
]

DisputeId = Annotated[str, Meta(pattern=_DISPUTE + END, description="A dispute's stream.")]


def wallet_of(player: str) -> str:
    """The stream of the player's wallet."""
    return f"{WALLETS}{player}"


def round_id(table: str, number: int) -> str:
    """The id of the table's round of that number (1, 2, ..)."""
    return f"{table}.{number}"


def table_of_round(round: str) -> str:
    """The table that the round with that id was played at."""
    return round.rpartition(".")[0]


def number_of_round(round: str) -> int:
    """The number at its table of the round with that id."""
    return int(round.rpartition(".")[2])

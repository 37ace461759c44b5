"""What callers are told: the answer to a command, and the reading of a table or a wallet."""

from typing import Any, Final

from msgspec import Struct
from msgspec.json import Encoder

from croupier.domain.decider import Actor, Role
from croupier.domain.ids import WALLETS
from croupier.domain.options import Option
from croupier.domain.table.state import AnyTable, By
from croupier.domain.view import TableView, table_options, table_view
from croupier.service.deciding import Prepared
from croupier.service.handling import Answer
from croupier.service.records import game_at
from croupier.service.streams import Loaded

encode = Encoder().encode

SEE_AS_HOUSE: Final[frozenset[Role]] = frozenset({"operator", "auditor", "regulator"})
"""Who sees tables as the house does."""


class TableAnswer(Struct, frozen=True):
    """The answer to a command at a table: its events, then the table as the caller may see it.

    `options` are the commands the caller may give next. The log's `position` is added after the append.
    """

    table: str
    revision: int
    events: tuple[Any, ...]
    view: TableView
    options: tuple[Option, ...]


class TableReading(Struct, frozen=True):
    """A table at a revision as one viewer may see it, and what he may do there."""

    table: str
    revision: int
    view: TableView
    options: tuple[Option, ...]


class WalletAnswer(Struct, frozen=True):
    """The answer to a command to a wallet. The log's `position` is added after the append."""

    player: str
    revision: int
    events: tuple[Any, ...]
    balance: int


class WalletReading(Struct, frozen=True):
    """A wallet at a revision."""

    player: str
    revision: int
    balance: int


def viewer_of(table: AnyTable, actor: Actor) -> By | None:
    """As whom the actor sees the table: his seat, or the house; None, like anybody, without either."""
    if actor.role in SEE_AS_HOUSE:
        return "house"
    return table.seat_of(actor.id) if actor.role == "player" else None


def table_answer(actor: Actor) -> Answer:
    """Writes answers to the actor's commands at tables."""

    def answer(prepared: Prepared) -> bytes:
        table = prepared.after.state
        game, viewer = game_at(table.id), viewer_of(table, actor)
        return encode(
            TableAnswer(
                table.id,
                prepared.after.revision,
                prepared.decision.events,
                table_view(game, table, viewer),
                table_options(game, table, viewer),
            )
        )

    return answer


def table_reading(loaded: Loaded, viewer: By | None) -> TableReading:
    """The loaded table as the viewer may see it."""
    table = loaded.state
    game = game_at(table.id)
    return TableReading(
        table.id, loaded.revision, table_view(game, table, viewer), table_options(game, table, viewer)
    )


def wallet_answer(prepared: Prepared) -> bytes:
    """Writes answers to commands to wallets."""
    reading = wallet_reading(prepared.after)
    return encode(WalletAnswer(reading.player, reading.revision, prepared.decision.events, reading.balance))


def wallet_reading(loaded: Loaded) -> WalletReading:
    """The loaded wallet."""
    wallet = loaded.state
    return WalletReading(wallet.id.removeprefix(WALLETS), loaded.revision, wallet.balance)

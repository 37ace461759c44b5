"""What keeps the account of chips while entries go by: of a whole log, or of what is known of a part."""

from collections.abc import Iterable
from typing import Any, Protocol

from msgspec import Struct

from croupier.service.ports import Entry
from croupier.service.records import AnyRecord
from croupier.service.replay.differences import Said


class Chips(Struct, frozen=True):
    """Where a log's chips came from and where they are, in whole units."""

    deposited: int
    withdrawn: int
    in_wallets: int
    on_tables: int


class Book(Protocol):
    """Every entry is entered in its order; each answer is what is wrong with it."""

    @property
    def chips(self) -> Chips | None:
        """The count so far; None where it can't be told."""

    def enter_table(self, record: AnyRecord, events: Iterable[Any], state: Any, change: int) -> list[Said]:
        """A table's entry that changed its chips by `change`; `state` is the table after it."""

    def enter_dispute(self, record: AnyRecord, events: Iterable[Any], state: Any) -> list[Said]:
        """An entry of a dispute, in which there never are any chips."""

    def enter_wallet(self, entry: Entry, record: AnyRecord, events: Iterable[Any], change: int) -> list[Said]:
        """A wallet's entry that changed its chips by `change`."""

    def pass_over(self, entry: Entry, record: AnyRecord) -> list[Said]:
        """An entry of a stream whose state can't be known."""

    def lose(self) -> None:
        """A stream's state is not known any more."""

    def end(self) -> list[Said]:
        """There are no more entries."""

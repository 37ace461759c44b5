"""What keeps the account of chips while entries go by: of a whole log, or of what is known of a part."""

from typing import Protocol

from msgspec import Struct

from croupier.service.replay.differences import Said
from croupier.service.replay.judged import Judged


class Chips(Struct, frozen=True):
    """Where a log's chips came from and where they are, in whole units."""

    deposited: int
    withdrawn: int
    in_wallets: int
    on_tables: int


class Book(Protocol):
    """Every entry is entered in its order, as it was judged; each answer is what is wrong with it."""

    @property
    def chips(self) -> Chips | None:
        """The count so far; None where it can't be told."""

    def enter(self, stream: str, judged: Judged) -> list[Said]:
        """An entry of the stream."""

    def end(self) -> list[Said]:
        """There are no more entries."""

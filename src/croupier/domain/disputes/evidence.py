"""What the service attaches to a dispute at its opening: where the round lies in the log, what binds it."""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from croupier.domain.ids import PlayerId
from croupier.domain.texts import END

HOUSE: Final[Literal["house"]] = "house"

Digest = Annotated[str, Meta(pattern="^[0-9a-f]{64}" + END, description="A SHA-256 in hex.")]
Position = Annotated[int, Meta(ge=0, description="A position of the log.")]


class SeatedPlayer(Struct, frozen=True):
    """Who sat where in the round."""

    seat: int
    player: PlayerId


class BoundDeck(Struct, frozen=True):
    """A deck that the round was dealt from, and the commitment that binds it (deck format, 1)."""

    deck: str
    commitment: Digest


class Evidence(Struct, frozen=True):
    """The round as the log has it.

    `records` are its own entries in its table's stream, the first at position `first` of the log, the last at
    `last`; `digest` is the SHA-256 of those records in their order, each behind its length in two bytes,
    as in an entry bundle. `size` and `root` (hex) are those of the last checkpoint that was published when
    the dispute was opened; both null before the first.
    """

    first: Position
    last: Position
    records: Annotated[int, Meta(ge=1)]
    digest: Digest
    decks: tuple[BoundDeck, ...]
    players: tuple[SeatedPlayer, ...]
    size: int | None = None
    root: Digest | None = None

    def seats_of(self, player: str) -> tuple[int, ...]:
        """The seats that the player had in the round: none, or one."""
        return tuple(one.seat for one in self.players if one.player == player)

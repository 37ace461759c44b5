"""The rounds of tables in a replay, and what the evidence of a dispute has to say of each.

They are gathered entry by entry, as the service gathers them from the log when a dispute is opened.
"""

from hashlib import sha256
from typing import Final

from msgspec import Struct

from croupier.domain.disputes.commands import OpenDispute
from croupier.domain.disputes.evidence import BoundDeck, Evidence, SeatedPlayer
from croupier.domain.ids import number_of_round, table_of_round
from croupier.domain.table.state import AnyTable
from croupier.service.ports import Entry
from croupier.service.records import MOST_BYTES
from croupier.service.replay.differences import Said

_COMPARED: Final = ("first", "last", "records", "digest", "decks", "players")


class RoundOver(Struct, frozen=True, gc=False):
    """A round that is over, as `Evidence` has it; there may be millions, so the digest is bytes."""

    number: int
    first: int
    last: int
    records: int
    sha256: bytes
    decks: tuple[BoundDeck, ...]
    players: tuple[SeatedPlayer, ...]

    @property
    def digest(self) -> str:
        """As evidence writes it."""
        return self.sha256.hex()


class _Going:
    """A round that goes on."""

    __slots__ = ("decks", "first", "players", "records", "seen")

    def __init__(self, first: int, before: AnyTable) -> None:
        """It starts with the entry at position `first`, at a table that was as it is `before`."""
        self.first = first
        self.records = 0
        self.seen = sha256()
        self.players = tuple([SeatedPlayer(seat, before.seats[seat].player) for seat in sorted(before.seats)])
        # A round is dealt from the deck in use, and where there is none it shuffles the coming one.
        deck = before.decks.current or before.decks.coming
        self.decks = (BoundDeck(deck.id, deck.commitment),) if deck else ()

    def add(self, record: bytes) -> None:
        """The record of its next entry, as in an entry bundle; one that is too long is found anyway."""
        self.records += 1
        self.seen.update(min(len(record), MOST_BYTES).to_bytes(2, "big"))
        self.seen.update(record)

    def over(self, number: int, last: int) -> RoundOver:
        """It ended, or was voided, in the entry at position `last`."""
        return RoundOver(number, self.first, last, self.records, self.seen.digest(), self.decks, self.players)


class GoingRounds:
    """Follows the rounds that go on at tables."""

    def __init__(self) -> None:
        """Without any rounds."""
        self._going: dict[str, _Going] = {}

    def enter(self, entry: Entry, before: AnyTable, after: AnyTable) -> RoundOver | None:
        """The round that ends in a table's entry, which leads from the table `before` it to that `after`."""
        going = self._going.get(entry.stream)
        if going is None:
            if after.round == before.round:
                return None
            going = self._going[entry.stream] = _Going(entry.position, before)
        going.add(entry.record)
        if after.in_round:
            return None
        del self._going[entry.stream]
        return going.over(after.round, entry.position)


class RoundBook:
    """Knows the rounds that are over, and holds the evidence of disputes to them."""

    def __init__(self) -> None:
        """Without any rounds."""
        self._over: dict[str, dict[int, RoundOver]] = {}

    def enter(self, table: str, over: RoundOver) -> None:
        """A round of the table is over."""
        self._over.setdefault(table, {})[over.number] = over

    def judge(self, position: int, command: OpenDispute, *, followed: bool) -> list[Said]:
        """What is wrong with the evidence that opens a dispute at that position.

        Of a round that is not known nothing is said unless its table has been `followed` from its opening up
        to here, or there is no such table.
        """
        evidence = command.evidence
        known = self._over.get(table_of_round(command.round), {}).get(number_of_round(command.round))
        amiss = _differences(evidence, known) if known else []
        if known is None and followed:
            return [("evidence-differs", f"there is no round {command.round} that is over")]
        if evidence.size is not None and evidence.size > position:
            amiss.append("size")
        if not amiss:
            return []
        what = f"the evidence is not what the log has of round {command.round}: {', '.join(amiss)}"
        return [("evidence-differs", what)]


def _differences(evidence: Evidence, known: RoundOver) -> list[str]:
    return [name for name in _COMPARED if getattr(evidence, name) != getattr(known, name)]

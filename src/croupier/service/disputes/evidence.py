"""Gathering the evidence of a round, as it is attached to a dispute."""

from collections.abc import Iterable
from hashlib import sha256

from croupier.domain.decider import Rejected
from croupier.domain.decks.events import DeckCommitted, DeckShuffled
from croupier.domain.disputes.evidence import BoundDeck, Evidence
from croupier.service.disputes.seats import seats_in
from croupier.service.errors import NotFound
from croupier.service.ports import Entry, LogReader
from croupier.service.ports.transparency import PublishedHeads
from croupier.service.records import decode_record
from croupier.service.rounds.finding import RoundEntries, Rounds
from croupier.service.rounds.ids import parse_round_id
from croupier.service.streams import Streams
from croupier.service.transparency.tiles import entry_bundle


class EvidenceRoom:
    """Gathers evidence from the log, and from what has been published of it."""

    def __init__(self, reader: LogReader, streams: Streams, published: PublishedHeads) -> None:
        """Wire it to the log and to what is published of it."""
        self._reader = reader
        self._streams = streams
        self._rounds = Rounds(reader)
        self._heads = published

    async def of_round(self, log: str, round_id: str) -> Evidence:
        """What the log has of a round that is over.

        Raises `Rejected` (`unknown-round`, `round-unfinished`), `RoundTooLong`, `StoreUnavailable`.
        """
        found = await self._find(log, round_id)
        players = await seats_in(self._reader, self._streams, log, found.table, found.entries[0].revision)
        size, root = await self._published(log)
        return Evidence(
            first=found.entries[0].position,
            last=found.entries[-1].position,
            records=len(found.entries),
            digest=digest_of(found.entries),
            decks=_decks(found),
            players=players,
            size=size,
            root=root,
        )

    async def _find(self, log: str, round_id: str) -> RoundEntries:
        named = parse_round_id(round_id)
        try:
            found = await self._rounds.entries(log, *named) if named else None
        except NotFound:
            found = None
        if found is None:
            raise Rejected("unknown-round", f"there is no round {round_id}")
        if not found.ended:
            raise Rejected("round-unfinished", "a round can be disputed when it is over")
        return found

    async def _published(self, log: str) -> tuple[int | None, str | None]:
        try:
            head = await self._heads.head(log)
        except NotFound:
            return None, None
        return head.size, head.root.hex()


def digest_of(entries: Iterable[Entry]) -> str:
    """SHA-256 (hex) of the records, each behind its length in two bytes, as in an entry bundle."""
    return sha256(entry_bundle(entry.record for entry in entries)).hexdigest()


def _decks(found: RoundEntries) -> tuple[BoundDeck, ...]:
    """The decks that the round was dealt from, in the order of their shuffles, with their commitments."""
    events = [event for entry in found.all for event in decode_record(entry.stream, entry.record).events]
    said = {event.deck: event.commitment for event in events if isinstance(event, DeckCommitted)}
    used = dict.fromkeys(event.deck for event in events if isinstance(event, DeckShuffled))
    return tuple(BoundDeck(deck, said[deck]) for deck in used if deck in said)

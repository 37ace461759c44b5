"""Where a replay has the seeds of decks from."""

from collections.abc import AsyncIterator, Mapping
from typing import Final, Protocol

from msgspec import DecodeError

from croupier.domain.decider import SeedEntrusted
from croupier.domain.decks.events import DeckCommitted, DeckRevealed
from croupier.domain.shuffle import SEED_BYTES, Seed
from croupier.service.errors import SealBroken
from croupier.service.ports import Entry, Secrets
from croupier.service.records import AnyRecord, decode_record
from croupier.service.sealing import unseal

_MARK: Final = b'"deck-revealed"'


class Seeds(Protocol):
    """Knows the seeds of decks; `complete` says whether it must know that of every commitment."""

    complete: bool

    def of(self, entry: Entry, record: AnyRecord) -> tuple[SeedEntrusted, ...]:
        """The seeds of the decks that the entry commits to, in that order. Raises `SealBroken`."""


class Sealed:
    """The seeds that lie encrypted beside the log: with them every deck is known from its commitment on."""

    complete = True

    def __init__(self, secrets: Secrets) -> None:
        """Open them with the installation's key."""
        self._secrets = secrets

    def of(self, entry: Entry, record: AnyRecord) -> tuple[SeedEntrusted, ...]:
        """The seeds beside the entry. Raises `SealBroken`."""
        if entry.sealed is None:
            return ()
        try:
            return unseal(self._secrets, entry)
        except DecodeError:
            raise SealBroken("what is sealed beside the entry are no seeds") from None


class Revealed:
    """The seeds that the log itself reveals later, for who has no key: `reveals` collects them.

    What is dealt from a deck that is not revealed (yet) can't be decided again.
    """

    complete = False

    def __init__(self, seeds: Mapping[str, Seed]) -> None:
        """Seeds by the ids of their decks, as they are revealed; nothing about them is trusted."""
        self._seeds = seeds

    def of(self, entry: Entry, record: AnyRecord) -> tuple[SeedEntrusted, ...]:
        """The seeds of the entry's commitments, none if one of them is unknown."""
        decks = [event.deck for event in record.events if type(event) is DeckCommitted]
        if not all(deck in self._seeds for deck in decks):
            return ()
        return tuple(SeedEntrusted(deck, self._seeds[deck]) for deck in decks)


async def reveals(entries: AsyncIterator[Entry]) -> dict[str, Seed]:
    """The seeds revealed in a log, by deck: the first pass over it. Senseless records are left out."""
    found: dict[str, Seed] = {}
    async for entry in entries:
        found.update(revealed_by(entry))
    return found


def revealed_by(entry: Entry) -> dict[str, Seed]:
    """The seeds that one entry reveals, by deck; none where it makes no sense."""
    if _MARK not in entry.record:
        return {}
    try:
        record = decode_record(entry.stream, entry.record)
        seeds = {e.deck: Seed.fromhex(e.seed) for e in record.events if type(e) is DeckRevealed}
    except (KeyError, ValueError, RecursionError):
        return {}
    return {deck: Seed(seed) for deck, seed in seeds.items() if len(seed) == SEED_BYTES}

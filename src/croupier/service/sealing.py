"""Keeping the seeds of unrevealed decks beside the records that commit to them."""

from collections.abc import Iterable

from msgspec import msgpack

from croupier.domain.decider import SeedEntrusted
from croupier.domain.shuffle import Seed
from croupier.service.ports import Entry, Secrets

_encoder = msgpack.Encoder()
_decoder = msgpack.Decoder(tuple[tuple[str, bytes], ...])


def seal(secrets: Secrets, stream: str, revision: int, entrusted: Iterable[SeedEntrusted]) -> bytes | None:
    """The seeds, encrypted and bound to their place in the log; None when there are none."""
    seeds = [(kept.deck, bytes(kept.seed)) for kept in entrusted]
    return secrets.seal(_encoder.encode(seeds), _context(stream, revision)) if seeds else None


def unseal(secrets: Secrets, entry: Entry) -> tuple[SeedEntrusted, ...]:
    """The seeds kept beside the entry. Raises `SealBroken`."""
    if entry.sealed is None:
        return ()
    seeds = _decoder.decode(secrets.unseal(entry.sealed, _context(entry.stream, entry.revision)))
    return tuple(SeedEntrusted(deck, Seed(seed)) for deck, seed in seeds)


def _context(stream: str, revision: int) -> bytes:
    return f"{stream}:{revision}".encode()

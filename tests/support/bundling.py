"""Bundles in memory: made from a casino's log, taken apart, changed and put together again."""

import io
import tempfile
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from hashlib import sha256
from typing import Any, Final

from msgspec import Struct
from msgspec.json import decode, encode
from tests.support.fakes import MemoryStore
from tests.support.playing import CODE, LOG, Casino

from croupier.adapters.ed25519 import Ed25519Checker, Ed25519Signer
from croupier.domain.catalogue import GAMES
from croupier.service.bundles import Bundles, WholeLog
from croupier.service.bundles.selections import Request
from croupier.service.bundles.tar import CLOSING, header, padding
from croupier.service.errors import NotFound
from croupier.service.ports.bundles import Placed
from croupier.service.transparency.checkpoints import Checkpoint
from croupier.service.transparency.hashing import leaf_hash, split_hashes, tree_root
from croupier.service.transparency.notes import Note, NoteSignature, VerifierKey, write_note
from croupier.service.transparency.tiles import TILE_WIDTH, Tile, width_within
from croupier.service.verifying import KeptCheckpoint, Report, Trust, Verifier

NAME: Final = "casino.example"
ORIGIN: Final = f"{NAME}/{LOG}"
SIGNER: Final = Ed25519Signer([bytes(range(32))])
INSIDER: Final = Ed25519Signer([bytes(32)])
"""Somebody else's key, under the same name."""
RULEBOOKS: Final = {name: sha256(name.encode()).hexdigest() for name in GAMES}
WHOLE: Final = WholeLog()


class MemoryRecords:
    """The records of a memory store; a test may change the entries."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = store

    async def records(self, log: str, positions: Sequence[int]) -> list[Placed]:
        entries = self._store.entries[log]
        return [(at, entries[at].record) for at in positions if at < len(entries)]


class MemoryTree:
    """A published tree over records as they stood when it was made."""

    def __init__(self, records: Iterable[bytes], signer: Ed25519Signer = SIGNER, log: str = LOG) -> None:
        self._levels = [[leaf_hash(record) for record in records]]
        while len(self._levels[-1]) >= TILE_WIDTH:
            self._levels.append(_above(self._levels[-1]))
        self.signer = signer
        self.log = log
        self.cosignatures: tuple[NoteSignature, ...] = ()

    @property
    def size(self) -> int:
        return len(self._levels[0])

    def origin(self, log: str) -> str:
        return f"{NAME}/{log}"

    def verifier_keys(self, log: str) -> tuple[VerifierKey, ...]:
        return self.signer.keys(self.origin(log))

    def text(self, size: int) -> str:
        """The checkpoint's text at a size."""
        return Checkpoint(self.origin(self.log), size, tree_root(self._levels[0][:size])).text

    def note(self, size: int) -> bytes:
        """The checkpoint at a size, signed."""
        text = self.text(size)
        return write_note(Note(text, self.signer.sign(self.origin(self.log), text) + self.cosignatures))

    async def checkpoint(self, log: str) -> bytes:
        if not self.size:
            raise NotFound("the log has published no checkpoint yet")
        return self.note(self.size)

    async def tile(self, log: str, tile: Tile) -> bytes:
        assert tile.width <= width_within(tile.level, tile.index, self.size)
        first = TILE_WIDTH * tile.index
        return b"".join(self._levels[tile.level][first : first + tile.width])


def _above(hashes: list[bytes]) -> list[bytes]:
    full = range(0, len(hashes) - TILE_WIDTH + 1, TILE_WIDTH)
    return [tree_root(hashes[first : first + TILE_WIDTH]) for first in full]


def bundles(casino: Casino, tree: MemoryTree | None = None) -> Bundles:
    """Makes bundles of the casino's log, all of which is published unless a tree says otherwise."""
    assert isinstance(casino.store, MemoryStore)
    records = MemoryRecords(casino.store)
    tree = tree or tree_of(casino)
    return Bundles(casino.store, records, tree, tempfile.TemporaryFile, RULEBOOKS, CODE)


def tree_of(casino: Casino, signer: Ed25519Signer = SIGNER) -> MemoryTree:
    """The tree over the casino's log as it stands."""
    assert isinstance(casino.store, MemoryStore)
    return MemoryTree((entry.record for entry in casino.store.entries[casino.log]), signer, casino.log)


async def bundled(
    casino: Casino,
    request: Request = WHOLE,
    tree: MemoryTree | None = None,
) -> bytes:
    """A bundle of the casino's log."""
    bundle = await bundles(casino, tree).bundle(casino.log, request)
    return await joined(bundle.chunks)


async def joined(chunks: AsyncIterator[bytes]) -> bytes:
    """All of the chunks."""
    return b"".join([chunk async for chunk in chunks])


TRUST: Final = Trust(SIGNER.keys(ORIGIN))


def verified(bundle: bytes, trust: Trust = TRUST, since: Sequence[KeptCheckpoint] = ()) -> Report:
    """The report on a bundle, by who trusts the casino's key."""
    return Verifier(Ed25519Checker(), CODE, RULEBOOKS).verify(io.BytesIO(bundle), trust, since=since)


def codes(report: Report) -> list[str]:
    """The kinds of what was found, in order."""
    return [finding.code for finding in report.findings]


class Part(Struct):
    """A member of a bundle, to be changed."""

    name: str
    content: bytes


Change = Callable[[list[Part]], Any]
"""Changes the members in place, all but the end, which is written anew."""


def parts_of(bundle: bytes) -> list[Part]:
    """The members of a bundle, but for the end."""
    parts, at = [], 0
    while (block := bundle[at : at + 512]) != bytes(512):
        name, size = block[:100].rstrip(b"\0").decode(), int(block[124:135], 8)
        parts.append(Part(name, bundle[at + 512 : at + 512 + size]))
        at += 512 + size + len(padding(size))
    assert parts.pop().name == "end"
    return parts


def whole(parts: Iterable[Part], records: int | None = None) -> bytes:
    """The members as a bundle with an end that fits, as somebody would make it who covers his tracks."""
    parts = list(parts)
    written = b"".join(map(_member, parts))
    if records is None:
        records = sum(part.content.count(b"\n") for part in parts if part.name.startswith("records/"))
    end = {"records": records, "bytes": len(written), "sha256": sha256(written).hexdigest()}
    return written + _member(Part("end", encode(end))) + CLOSING


def _member(part: Part) -> bytes:
    return header(part.name, len(part.content)) + part.content + padding(len(part.content))


def changed(bundle: bytes, change: Change) -> bytes:
    """The bundle after somebody had his hands on it."""
    parts = parts_of(bundle)
    change(parts)
    return whole(parts)


def part(parts: list[Part], name: str) -> Part:
    """The member of that name, or the first whose name begins so."""
    return next(one for one in parts if one.name == name or one.name.startswith(name))


def lines_of(parts: list[Part]) -> list[bytes]:
    """All lines of records."""
    return [line for one in parts if one.name.startswith("records/") for line in one.content.splitlines(True)]


def with_lines(parts: list[Part], lines: Sequence[bytes]) -> None:
    """Put other lines of records in, all in one member."""
    last = [one for one in parts if not one.name.startswith("records/")]
    parts[:] = [*last, Part("records/000000", b"".join(lines))]


def with_manifest(parts: list[Part], **fields: Any) -> None:
    """Say other things in the manifest."""
    found = part(parts, "manifest.json")
    found.content = encode({**decode(found.content), **fields})


def hashes_of(found: Part) -> list[bytes]:
    """The hashes of a tile."""
    return split_hashes(found.content)

"""What the members of a bundle are and say; docs/auditing.md tells it to who writes a reader of his own.

In this order: `manifest.json`, `key`, `checkpoint`; the tiles at the right edge of the tree, the highest
level first; then, for each 256 entries of which any is wanted, the full tiles above them that were not
there yet (again the highest first) and the records; `end`.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct
from msgspec.json import Decoder, Encoder

from croupier.service.bundles.selections import Selection
from croupier.service.ports.bundles import Placed

FORMAT: Final = "croupier-bundle"
VERSION: Final = 1

MANIFEST: Final = "manifest.json"
KEY: Final = "key"
CHECKPOINT: Final = "checkpoint"
END: Final = "end"
TILES: Final = "tile/"
RECORDS: Final = "records/"

MOST_LINES: Final = 256
MOST_CONTENT: Final = 1024 * 1024
"""A member of records is closed before it would grow beyond this, unless one record alone does."""


class RuleDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """The document that numbers the rules of `game` in the version `rules`, by its SHA-256 (hex)."""

    game: str
    rules: str
    sha256: str


class Manifest(Struct, frozen=True, forbid_unknown_fields=True):
    """What a bundle says of itself. Nothing of it is signed: it tells what to look for, and proves nothing.

    `size` is that of the checkpoint's tree, `rules` and `code` are those of the service that wrote it.
    """

    format: str
    version: int
    origin: str
    log: str
    size: int
    selection: Selection
    rules: tuple[RuleDocument, ...]
    code: str


class End(Struct, frozen=True, forbid_unknown_fields=True):
    """The last member: how many records there are, and length and SHA-256 (hex) of all before this member.

    It tells damage from tampering and shows that nothing was cut off; who tampers can write it anew.
    """

    records: int
    bytes: int
    sha256: str


encode: Final = Encoder().encode
decode_manifest: Final = Decoder(Manifest).decode
decode_end: Final = Decoder(End).decode


def records_name(number: int) -> str:
    """The name of the records' member of that number, which counts from 0."""
    return f"{RECORDS}{number:06}"


def line(placed: Placed) -> bytes:
    """A record as it stands in its member."""
    position, record = placed
    return b"%d\t%b\n" % (position, record)


def contents(records: Iterable[Placed]) -> Iterator[bytes]:
    """The lines of the records, in as many members as are needed to keep each of them small."""
    lines: list[bytes] = []
    size = 0
    for written in map(line, records):
        if lines and (size + len(written) > MOST_CONTENT or len(lines) == MOST_LINES):
            yield b"".join(lines)
            lines, size = [], 0
        lines.append(written)
        size += len(written)
    if lines:
        yield b"".join(lines)

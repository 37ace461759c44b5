"""Reading the archive: strictly, in one direction, in bounded memory, and writing nothing to disk.

No byte is left that a bundle could have otherwise: a header that is not the one header of its member, padding
that is not zero and anything behind the end are refused. So links, folders, devices, long names and
compressed archives never get as far as being understood.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from typing import BinaryIO, Final

from msgspec import Struct

from croupier.service.bundles import format
from croupier.service.bundles.tar import BLOCK, CLOSING, header, padding
from croupier.service.transparency.notes import MOST_NOTE_BYTES
from croupier.service.verifying.findings import BundleCode

_FIRST: Final = format.MANIFEST
_MOST: Final[Mapping[str, int]] = {
    format.MANIFEST: 65_536,
    format.KEY: 65_536,
    format.CHECKPOINT: MOST_NOTE_BYTES,
    format.END: 1_024,
}
_MOST_TILE: Final = 8_192
_MOST_RECORDS: Final = 2 * format.MOST_CONTENT
_records = re.compile(r"records/[0-9]{6,12}", re.ASCII).fullmatch
_size = re.compile(rb"[0-7]{11}\0").fullmatch
_TYPE: Final = 156

Seen = Callable[[int], None]
"""Told how many bytes were read since the last time."""


class Unreadable(Exception):
    """The archive can't be read on: `code` is the kind of what is wrong, `member` where, if that is known."""

    def __init__(self, code: BundleCode, detail: str, member: str | None = None) -> None:
        """Say what is wrong."""
        super().__init__(detail)
        self.code: Final = code
        self.member: Final = member


class Member(Struct, frozen=True):
    """A member of the archive, and how many bytes of it came before."""

    name: str
    content: bytes
    offset: int


class Archive:
    """A bundle's file, to be read once from its beginning."""

    def __init__(self, file: BinaryIO, seen: Seen) -> None:
        """Read from where the file stands."""
        self._file = file
        self._seen = seen
        self._digest = sha256()
        self._offset = 0

    @property
    def sha256(self) -> str:
        """SHA-256 (hex) of all members that were gone past, and not of the last one that was given out."""
        return self._digest.hexdigest()

    def members(self) -> Iterator[Member]:
        """The members up to the archive's end. Raises `Unreadable`, `OSError`."""
        while (block := self._read(BLOCK, None)) != bytes(BLOCK):
            name, size = self._heading(block)
            content = self._read(size, name)
            behind = self._read(-size % BLOCK, name)
            if behind != padding(size):
                raise Unreadable("member-irregular", "what fills up its last block is not zero", name)
            yield Member(name, content, self._offset)
            for part in (block, content, behind):
                self._digest.update(part)
                self._offset += len(part)
        if self._read(len(CLOSING) - BLOCK, None) != CLOSING[BLOCK:]:
            raise Unreadable("member-irregular", "the archive's end is not two blocks of zeros")
        if self._file.read(1):
            raise Unreadable("trailing-data", "something follows behind the archive's end")

    def _heading(self, block: bytes) -> tuple[str, int]:
        """Name and size of the member whose header this is, both of which a bundle may have there."""
        raw, size = block[:100].rstrip(b"\0"), block[124:136]
        name = raw.decode("ascii", "backslashreplace")
        if self._offset == 0 and name != _FIRST:
            raise Unreadable("not-a-bundle", f"the file is not an archive that begins with {_FIRST}")
        most = _most(name) if raw.isascii() else None
        if most is None:
            raise Unreadable("member-unknown", "bundles have no member of that name", name)
        if block[_TYPE : _TYPE + 1] != b"0":
            raise Unreadable("member-irregular", "it is not a plain file", name)
        if not _size(size):
            raise Unreadable("member-irregular", "its size is not in the format", name)
        length = int(size[:-1], 8)
        if length > most:
            raise Unreadable("member-too-large", f"it says it has {length} bytes, {most} are the most", name)
        if block != header(name, length):
            raise Unreadable("member-irregular", "its header is not the one that such a member has", name)
        return name, length

    def _read(self, count: int, member: str | None) -> bytes:
        data = self._file.read(count)
        if len(data) < count:
            raise Unreadable("bundle-truncated", "the file ends before the bundle does", member)
        self._seen(count)
        return data


def _most(name: str) -> int | None:
    """The most bytes that a member of that name may have, None where there is no such member."""
    if name.startswith(format.TILES):
        return _MOST_TILE
    return _MOST_RECORDS if _records(name) else _MOST.get(name)

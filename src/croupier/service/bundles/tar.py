"""The archive's own bytes: plain files in the ustar format (POSIX.1-1988), each with the one right header.

Nothing in a header is left to choice (mode 0644, owner, group and time 0), so that the same selection at the
same checkpoint is the same bytes, and a reader can refuse whatever is not as it should be.
"""

from hashlib import sha256
from tarfile import USTAR_FORMAT, TarInfo
from typing import Final

BLOCK: Final = 512
CLOSING: Final = bytes(2 * BLOCK)
"""What ends an archive."""

_LONGEST_NAME: Final = 100


def header(name: str, size: int) -> bytes:
    """The block before a file's content. Raises `ValueError` for a name or size that it can't hold."""
    if len(name) > _LONGEST_NAME:  # a longer one could be cut in two at a slash, which is a choice
        raise ValueError("an archive can't hold a file of that name")
    member = TarInfo(name)
    member.size = size
    return member.tobuf(USTAR_FORMAT, "ascii", "strict")


def padding(size: int) -> bytes:
    """What follows a content of that size, up to the next block."""
    return bytes(-size % BLOCK)


class TarWriter:
    """Writes members one after the other, and keeps count of what was written."""

    def __init__(self) -> None:
        """Before the first member."""
        self.bytes = 0
        self._digest = sha256()

    @property
    def sha256(self) -> str:
        """SHA-256 (hex) of all that was written so far."""
        return self._digest.hexdigest()

    def member(self, name: str, content: bytes) -> bytes:
        """A file, with header and padding."""
        written = b"".join((header(name, len(content)), content, padding(len(content))))
        self.bytes += len(written)
        self._digest.update(written)
        return written

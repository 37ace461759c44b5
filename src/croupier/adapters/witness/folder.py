"""The notes that a witness cosigned last, a file for each log, in a folder of one process at a time."""

import fcntl
import os
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from croupier.adapters import durable

_SUFFIX: Final = ".note"


class FolderInUse(OSError):
    """Another witness works in the folder."""


class NoteFolder:
    """Implements `CosignedNotes`. Enter it to hold the folder; the process's end lets go of it too."""

    def __init__(self, folder: Path) -> None:
        """The folder, which is made when it is entered."""
        self._folder = folder
        self._held = -1

    def __enter__(self) -> Self:
        """Raises `FolderInUse`: of two that worked in it, each could cosign what the other must not see."""
        durable.private_folder(self._folder)
        self._held = os.open(self._folder / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(self._held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            os.close(self._held)
            raise FolderInUse(error.errno, f"another witness works in {self._folder}") from None
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let go of the folder."""
        os.close(self._held)

    @property
    def is_used(self) -> bool:
        """Whether anything was cosigned."""
        return any(self._folder.glob(f"*{_SUFFIX}"))

    def latest(self, origin: str) -> bytes | None:
        """The note that was cosigned last for the origin; None when there is no file."""
        try:
            return self._file(origin).read_bytes()
        except FileNotFoundError:
            return None

    def keep(self, origin: str, note: bytes) -> None:
        """Write the note beside the old one, have it on the disk, and put it in the old one's place."""
        durable.replace(self._file(origin), note)

    def _file(self, origin: str) -> Path:
        """Named by the origin's hash, since it may hold slashes and be long; it stands first in the file."""
        return self._folder / (sha256(origin.encode()).hexdigest() + _SUFFIX)

"""The folder that an embedded server keeps: who holds it, and where its socket lies."""

import fcntl
import os
import shutil
import tempfile
from pathlib import Path
from typing import IO

from croupier.adapters.embedded.account import Account
from croupier.adapters.embedded.errors import EmbeddedServerFailed

# A socket's path has 108 bytes on Linux and 104 on macOS, with a zero at its end.
_LONGEST_SOCKET_PATH = 103


class FolderLock:
    """Held by the one service that uses the folder; the kernel lets go of it when that service dies."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "lock"
        self._file: IO[str] | None = None

    def acquire(self) -> None:
        """Take the folder, made where it is missing. Raises `EmbeddedServerFailed` when somebody has it."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        file = self._path.open("a+")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            holder = file.read().strip()
            file.close()
            raise EmbeddedServerFailed(
                f"{self._path.parent} is in use by another service (process {holder}): stop that one, "
                "or give this one another folder"
            ) from None
        file.truncate(0)
        file.write(str(os.getpid()))
        file.flush()
        self._file = file

    def is_held(self) -> bool:
        """Whether some process has the folder just now."""
        if not self._path.exists():
            return False
        with self._path.open() as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return True
            return False

    def release(self) -> None:
        """Let go of the folder; does nothing when it is not held."""
        if self._file is not None:
            self._file.close()
            self._file = None


class SocketFolder:
    """A folder for the server's socket that only the server's account and root may enter."""

    def __init__(self, folder: Path, socket: str, account: Account) -> None:
        self.path = folder / "run"
        self._borrowed = len(os.fsencode(self.path / socket)) > _LONGEST_SOCKET_PATH
        if self._borrowed:
            self.path = Path(tempfile.mkdtemp(prefix="croupier-"))
        self.path.mkdir(exist_ok=True)
        account.own(self.path)

    def release(self) -> None:
        """Remove the folder if it lies outside the server's own."""
        if self._borrowed:
            shutil.rmtree(self.path, ignore_errors=True)

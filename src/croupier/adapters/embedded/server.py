"""What the embedded servers have in common: taking the folder, starting, stopping."""

import signal
from abc import ABC, abstractmethod
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import ClassVar

from croupier.adapters.embedded.account import Account, account_for
from croupier.adapters.embedded.folder import FolderLock, SocketFolder
from croupier.adapters.embedded.guarded import GuardedServer, stop_leftovers


class EmbeddedServer(ABC):
    """A server with its data, socket and log in one folder; `with` starts and stops it."""

    executable: ClassVar[str]
    socket: ClassVar[str]
    stopped_by: ClassVar[signal.Signals]

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()
        self._data = self._folder / "data"
        self._noted = self._folder / "url"
        self._lock = FolderLock(self._folder)
        self._run: SocketFolder | None = None
        self._server: GuardedServer | None = None

    def start(self) -> str:
        """Start the server and return its URL once it answers.

        What a killed service left running on the same folder is stopped first. Raises
        `EmbeddedServerFailed` when a live service uses the folder or the server does not come up.
        """
        self._lock.acquire()
        try:
            self._noted.unlink(missing_ok=True)
            stop_leftovers(self.executable, self._data, self.stopped_by)
            account = account_for(self._data)
            self._run = SocketFolder(self._folder, self.socket, account)
            command = self._prepare(account, self._run.path)
            self._server = GuardedServer(self.executable, command, self._folder, self.stopped_by)
            self._server.wait_until(partial(self._answers, self._run.path))
            url = self._url(self._run.path)
            self._noted.write_text(url)
            return url
        except BaseException:
            self.stop()
            raise

    def is_made(self) -> bool:
        """Whether the folder holds the server's data, from this start or an earlier one."""
        return self._data.exists()

    def running_url(self) -> str | None:
        """Where the server is found that a live service runs in the folder; None when none does."""
        return self._noted.read_text() if self._lock.is_held() and self._noted.exists() else None

    def stop(self) -> None:
        """Stop the server, leaving no process behind; does nothing when it is not running."""
        if self._server is not None:
            self._server.stop()
            self._server = None
            stop_leftovers(self.executable, self._data, self.stopped_by)
        if self._run is not None:
            self._noted.unlink(missing_ok=True)
            self._run.release()
            self._run = None
        self._lock.release()

    def __enter__(self) -> str:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    @abstractmethod
    def _prepare(self, account: Account, run: Path) -> list[str]:
        """Make what the server needs in its folder, and say how it is started."""

    @abstractmethod
    def _answers(self, run: Path) -> bool:
        """Whether the server takes connections yet."""

    @abstractmethod
    def _url(self, run: Path) -> str:
        """Where clients find the running server."""

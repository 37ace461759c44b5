"""A server as a child of the service that never outlives it."""

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import psutil

from croupier.adapters.embedded.errors import EmbeddedServerFailed

# Between service and server stands a shell that holds the read end of a pipe. The pipe closes when the
# service stops the server, and by itself when the service dies of whatever cause; then the server is told
# to stop. A parent-death signal would not do: it comes when the thread that started the child ends.
_GUARD = """
trap '' HUP INT TERM
stop=$1; shift
exec 3<&0
"$@" 3<&- </dev/null & server=$!
{ read -r _ <&3; kill -s "$stop" "$server"; } & guard=$!
exec 3<&-
wait "$server"; status=$?
kill -s KILL "$guard"
exit "$status"
"""
_LOG_ENDING = 2_000
_STARTS_WITHIN = 120.0
_STOPS_WITHIN = 60.0
_PAUSE = 0.02


class GuardedServer:
    """One running server: started in a session of its own, its output in a log file, its parent guarded."""

    def __init__(self, name: str, command: list[str], folder: Path, stop: signal.Signals) -> None:
        self._name = name
        self._log = folder / "server.log"
        with contextlib.suppress(FileNotFoundError):
            self._log.replace(folder / "server.log.1")
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(  # noqa: S603
                ["/bin/sh", "-c", _GUARD, "guard", stop.name.removeprefix("SIG"), *command],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=subprocess.STDOUT,
                cwd=folder,
                env={name: value for name, value in os.environ.items() if not name.startswith("PG")},
                start_new_session=True,
            )

    def wait_until(self, ready: Callable[[], bool]) -> None:
        """Wait until `ready()`. Raises `EmbeddedServerFailed` when the server stops or takes too long."""
        deadline = time.monotonic() + _STARTS_WITHIN
        while not ready():
            if self._process.poll() is not None:
                raise EmbeddedServerFailed(f"{self._name} stopped; {self._log} ends:\n{self._ending()}")
            if time.monotonic() > deadline:
                raise EmbeddedServerFailed(f"{self._name} is not ready; {self._log} ends:\n{self._ending()}")
            time.sleep(_PAUSE)

    def stop(self) -> None:
        """Ask the server to stop and wait until it has."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_STOPS_WITHIN)

    def _ending(self) -> str:
        return self._log.read_bytes()[-_LOG_ENDING:].decode(errors="replace").strip()


def stop_leftovers(executable: str, data: Path, stop: signal.Signals) -> None:
    """Stop every `executable` that still works in the folder `data`: what a killed service left behind.

    Pid files are not asked, because their numbers may have gone to other processes since.
    """
    left = _working_in(executable, data)
    for process in left:
        with contextlib.suppress(psutil.Error):
            if process.ppid() not in {other.pid for other in left}:
                process.send_signal(stop)
    deadline = time.monotonic() + _STOPS_WITHIN
    while left := _working_in(executable, data):
        if time.monotonic() > deadline:
            for process in left:
                with contextlib.suppress(psutil.Error):
                    process.kill()
        time.sleep(_PAUSE)


def _working_in(executable: str, data: Path) -> list[psutil.Process]:
    found = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):
            if process.name() == executable and process.cwd() == str(data.resolve()):
                found.append(process)
    return found

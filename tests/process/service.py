"""The service as its users start it: the program, in a process of its own."""

import asyncio
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Self

import psutil

CROUPIER = Path(sys.executable).with_name("croupier")
_STARTS_WITHIN = 60.0


class RunningService:
    """`croupier serve` with its own servers under a folder; `url` and, at its first start, `key`."""

    def __init__(self, var: Path, program: Sequence[str | Path] = (CROUPIER,), **environment: str) -> None:
        """Start it and wait until it is ready; `program` is what is run instead of `croupier`."""
        self.program = program
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.endswith("_URL")},
            "CROUPIER_VAR": str(var),
            "CROUPIER_PORT": "0",
            "PYTHONUNBUFFERED": "1",
            **environment,
        }
        self._said = var.with_suffix(".out")
        self._errors = var.with_suffix(".err")
        with self._said.open("w") as said, self._errors.open("a") as errors:
            self.process = subprocess.Popen(
                [*self.program, "serve"], stdout=said, stderr=errors, env=self.environment
            )
        self.url = self._wait_for(r"ready on (http://\S+)")
        made = re.search(r"croupier_live_\S+", self.said())
        self.key = made.group() if made else ""

    def said(self) -> str:
        """All that it printed so far."""
        return self._said.read_text()

    def logged(self) -> str:
        """All log lines of all its starts in this folder."""
        return self._errors.read_text()

    def run(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """Run a command of the program beside the service, with the same settings."""
        return subprocess.run(
            [*self.program, *arguments],
            env={**self.environment, "CROUPIER_KEY": self.key, "CROUPIER_URL": self.url, **environment},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Send a signal and wait for the end; the exit code."""
        self.process.send_signal(number)
        return self.process.wait(timeout=60)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.stop()

    def _wait_for(self, pattern: str) -> str:
        deadline = time.monotonic() + _STARTS_WITHIN
        while not (found := re.search(pattern, self.said())):
            assert self.process.poll() is None, self.logged()
            assert time.monotonic() < deadline, f"{self.said()}\n{self.logged()}"
            time.sleep(0.05)
        return found.group(1)


def working_under(folder: Path) -> list[str]:
    """The processes whose working directory lies in the folder: the embedded servers."""
    found = []
    for process in psutil.process_iter():
        try:
            if process.cwd().startswith(str(folder)):
                found.append(process.name())
        except psutil.Error:
            continue
    return found


async def wait_until_gone(folder: Path) -> None:
    """Wait for the end of the servers of a service that was killed."""
    async with asyncio.timeout(30):
        while working_under(folder):  # noqa: ASYNC110 - processes set no event
            await asyncio.sleep(0.05)

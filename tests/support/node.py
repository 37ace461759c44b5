"""The programs of `tests/node`, which are installed from its lock: see `tests.support.tools`."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parents[1] / "node"
_PATIENCE: Final = 120


def node(*arguments: str | Path) -> str:
    """What a Node program of that folder prints. Raises `CalledProcessError` unless it exits with 0."""
    command = ["node", *map(str, arguments)]
    quiet = {**os.environ, "NO_COLOR": "1", "NODE_NO_WARNINGS": "1"}
    done = subprocess.run(
        command, cwd=FOLDER, env=quiet, capture_output=True, text=True, timeout=_PATIENCE, check=True
    )
    return done.stdout


@contextmanager
def started(*arguments: str, **environment: str) -> Iterator[subprocess.Popen[str]]:
    """A Node program that runs in that folder, its output to be read; it is killed with the block."""
    command = ["node", *arguments]
    with subprocess.Popen(
        command, cwd=FOLDER, env={**os.environ, **environment}, stdout=subprocess.PIPE, text=True
    ) as running:
        try:
            yield running
        finally:
            running.kill()


def program(name: str) -> Path:
    """The program of that name, as its package installs it."""
    return FOLDER / "node_modules" / ".bin" / name

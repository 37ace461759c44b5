"""The outside tools that tests use: how each is found, and how Debian installs it.

`python -m tests.support.tools` installs by apt what is missing, where it may.
"""

import os
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Final

from msgspec import Struct


class Tool(Struct, frozen=True):
    """A program from outside: `probe` is a command that succeeds where it works, `packages` are Debian's.

    `then` is a shell command that a person gives after installing them, from this repository's folder.
    """

    probe: tuple[str, ...]
    packages: tuple[str, ...]
    then: str = ""


_ROOT: Final = Path(__file__).parents[2]
_NODE_PROBE: Final = f"cd {_ROOT}/tests/node && node --version && cmp package-lock.json node_modules/.lock"
_NODE_THEN: Final = "(cd tests/node && npm ci && cp package-lock.json node_modules/.lock)"
_GO_NOTE: Final = "/usr/share/gocode/src/golang.org/x/mod/sumdb/note/note.go"

TOOLS: Final[Mapping[str, Tool]] = {
    "curl": Tool(("curl", "--version"), ("curl",)),
    "go": Tool(("sh", "-c", f"go version && test -f {_GO_NOTE}"), ("golang-go", "golang-golang-x-mod-dev")),
    "chromium": Tool(("chromium", "--version"), ("chromium",)),
    "node": Tool(("sh", "-c", _NODE_PROBE), ("nodejs", "npm"), _NODE_THEN),
}
"""All tools that `@pytest.mark.needs` may name."""

_PATIENCE: Final = 60
_APT: Final = {"DEBIAN_FRONTEND": "noninteractive"}


@cache
def works(name: str) -> bool:
    """Whether the tool of that name is there and runs. Raises `KeyError` for one that is not in `TOOLS`."""
    return _succeeds(TOOLS[name].probe, _PATIENCE)


def packages_of(names: Iterable[str]) -> list[str]:
    """The packages that hold these tools."""
    return sorted({package for name in names for package in TOOLS[name].packages})


def advice(names: Iterable[str]) -> str:
    """The command by which a person installs these tools."""
    names = list(names)
    install = f"sudo apt-get install --no-install-recommends {' '.join(packages_of(names))}"
    return " && ".join([install, *(TOOLS[name].then for name in names if TOOLS[name].then)])


def install_missing() -> list[str]:
    """Install by apt what is missing, where that is allowed; the names of the tools still missing."""
    if missing := _missing():
        print(f"Installing {', '.join(missing)} for the tests ..", flush=True)
        _follow_up(missing)
    if (missing := _missing()) and os.geteuid() == 0 and shutil.which("apt-get"):
        _succeeds(("apt-get", "update", "-qq"), None)
        # One at a time: one package that can't be had must not keep the others away.
        for name in missing:
            command = ("apt-get", "install", "-qqy", "--no-install-recommends", *TOOLS[name].packages)
            _succeeds(command, None)
        _follow_up(missing)
    return _missing()


def _missing() -> list[str]:
    works.cache_clear()
    return [name for name in TOOLS if not works(name)]


def _follow_up(names: Iterable[str]) -> None:
    """Do what comes after the packages: it is all that is needed where those are there already."""
    for name in names:
        if then := TOOLS[name].then:
            _succeeds(("sh", "-c", f"cd {_ROOT} && {then}"), None)


def _succeeds(command: tuple[str, ...], patience: float | None) -> bool:
    try:
        done = subprocess.run(
            command, env={**os.environ, **_APT}, capture_output=True, timeout=patience, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


if __name__ == "__main__":
    if missing := install_missing():
        print(f"Not installed: {', '.join(missing)}. By hand: {advice(missing)}", flush=True)

"""What a command's frame tells in words, what it lets pass, and that it leaves the command's help alone."""

import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import NoReturn

import psycopg
import pytest
from cyclopts import App
from redis.exceptions import RedisError
from rich.console import Console

from croupier.adapters.cli.app import app
from croupier.adapters.cli.frame import Refused, telling
from croupier.adapters.embedded import EmbeddedServerFailed
from croupier.adapters.settings import SettingsError
from croupier.service.errors import StoreUnavailable
from croupier.service.transparency.malformed import Malformed

KINDS = (
    Refused,
    SettingsError,
    EmbeddedServerFailed,
    StoreUnavailable,
    Malformed,
    BrokenProcessPool,
    RedisError,
    psycopg.OperationalError,
    OSError,
)


def raising(error: Exception) -> NoReturn:
    raise error


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_no_fault_of_the_program_is_told_and_exits_with_the_code(
    kind: type[Exception], capsys: pytest.CaptureFixture[str]
) -> None:
    assert telling("it can't be: ", code=7)(raising)(kind("for a reason")) == 7
    assert capsys.readouterr() == ("", "it can't be: for a reason\n")


@pytest.mark.parametrize("error", [KeyError("a fault"), ValueError("a fault"), BrokenPipeError()])
def test_faults_of_the_program_and_readers_that_are_gone_pass(error: Exception) -> None:
    with pytest.raises(type(error)):
        telling()(raising)(error)


def commands(of: App) -> Iterator[tuple[str, App]]:
    """All commands with their own ones."""
    for name in of:
        if not name.startswith("-"):
            yield name, of[name]
            yield from ((f"{name} {sub}", command) for sub, command in commands(of[name]))


@pytest.mark.parametrize(("name", "command"), list(commands(app)))
def test_every_parameter_is_explained_in_a_commands_help(
    name: str, command: App, capsys: pytest.CaptureFixture[str]
) -> None:
    if command.default_command is None:
        return
    app.help_print(name.split(), console=Console(width=4_000))
    said = " ".join(capsys.readouterr().out.split())
    explained = re.findall(r"^    (.+)$", inspect.getdoc(command.default_command) or "", re.MULTILINE)
    assert explained or not inspect.signature(command.default_command).parameters
    for text in explained:
        assert text.replace("`", "") in said, "its marks are shown as emphasis"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("replay", "Exits 0 when all is well, 1 when anything differs"),
        ("serve", "DATABASE_URL and REDIS_URL name servers of your own"),
        ("keys", "Make, list, replace and revoke keys."),
    ],
)
def test_a_command_is_explained_by_its_own_words(name: str, told: str) -> None:
    program = Path(sys.executable).with_name("croupier")
    said = subprocess.run([program, name, "--help"], capture_output=True, text=True, check=True).stdout
    assert told in " ".join(said.split())

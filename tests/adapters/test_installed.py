"""Commands beside the service make no installation where there is none, and say where they looked."""

from pathlib import Path

import pytest

from croupier.adapters.cli.app import app


def run(*arguments: str) -> object:
    """The command's exit code."""
    with pytest.raises(SystemExit) as exit:
        app(arguments)
    return exit.value.code


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder without an installation, in which the commands are run."""
    monkeypatch.chdir(tmp_path)
    for variable in ("DATABASE_URL", "REDIS_URL", "CROUPIER_VAR", "CROUPIER_LOG_KEYS"):
        monkeypatch.delenv(variable, raising=False)
    return tmp_path


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (("replay",), 2),
        (("replay", "--json"), 2),
        (("export", "-o", "log.tar"), 2),
        (("rebuild-views",), 2),
        (("keys", "create"), 1),
        (("keys", "list"), 1),
        (("keys", "revoke", "a" * 16), 1),
        (("forget", "a" * 16), 1),
    ],
    ids=str,
)
def test_a_command_without_an_installation_makes_none(
    empty: Path, capsys: pytest.CaptureFixture[str], command: tuple[str, ...], code: int
) -> None:
    assert run(*command) == code
    out, error = capsys.readouterr()
    assert out == ""
    assert f"there is no installation here: no data under {empty / 'var'} (CROUPIER_VAR" in error
    assert not [*empty.iterdir()]


@pytest.mark.parametrize("options", [(), ("--rotate",), ("other",)])
def test_no_key_of_logs_is_made_where_there_is_none(
    empty: Path, capsys: pytest.CaptureFixture[str], options: tuple[str, ...]
) -> None:
    assert run("log-key", *options) == 1
    assert capsys.readouterr().err.startswith(
        f"croupier log-key: there is no installation here: no key of logs under {empty}/var"
    )
    assert not [*empty.iterdir()]


def test_a_file_that_is_not_there_is_told_of_without_a_number(
    empty: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("verify", "nothere.tar") == 2
    assert capsys.readouterr().err == "croupier verify: nothere.tar: No such file or directory\n"

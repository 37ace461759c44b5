"""Every command that can't be done says why on standard error, and exits with its own code for that."""

from pathlib import Path

import pytest

from croupier.adapters.cli.app import app
from croupier.domain.catalogue import GAMES

NO_PORT = "CROUPIER_PORT: has to be a whole number, not a text"
NO_KEY = "a verifier key has three parts with a plus between them"
WITNESS = ("witness", "--state", "state", "--key", "key", "--log", "nonsense")


@pytest.fixture(autouse=True)
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder, in which the commands are run."""
    monkeypatch.chdir(tmp_path)
    for variable in ("DATABASE_URL", "REDIS_URL", "CROUPIER_KEY", "CROUPIER_LOG_KEYS", "CROUPIER_URL"):
        monkeypatch.delenv(variable, raising=False)


def told(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[object, str]:
    """The exit code of a command that prints nothing else, and what it says."""
    with pytest.raises(SystemExit) as exit:
        app(words)
    out, error = capsys.readouterr()
    assert out == ""
    return exit.value.code, error


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("serve",), 1, f"croupier can't start: {NO_PORT}"),
        (WITNESS, 1, f"the witness can't start: {NO_PORT}"),
        (("log-key",), 1, f"croupier log-key: {NO_PORT}"),
        (("replay",), 2, f"croupier replay: {NO_PORT}"),
        (("export",), 2, f"croupier export: {NO_PORT}"),
        (("rebuild-views",), 2, f"croupier rebuild-views: {NO_PORT}"),
        (("keys", "create"), 1, f"no key was made: {NO_PORT}"),
        (("keys", "rotate", "k"), 1, f"no key was replaced: {NO_PORT}"),
        (("keys", "list"), 1, f"the keys can't be listed: {NO_PORT}"),
        (("keys", "revoke", "k"), 1, f"no key was revoked: {NO_PORT}"),
        (("forget", "a" * 16), 1, f"nobody was forgotten: {NO_PORT}"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_settings_that_make_no_sense_are_named(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
    code: int,
    said: str,
) -> None:
    monkeypatch.setenv("CROUPIER_PORT", "x")
    assert told(capsys, *words) == (code, f"{said}\n")


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (
            ("odds", "x\x1b"),
            2,
            f"croupier odds: nothing is counted for 'x\\x1b', only for {', '.join(GAMES)}",
        ),
        (("simulate", "poker"), 1, f"croupier simulate: unknown game 'poker': there are {', '.join(GAMES)}"),
        (
            ("simulate", "baccarat", "--rules", '{"decks": 99}'),
            1,
            "croupier simulate: --rules: decks has to be at most 16\n",
        ),
        (
            ("simulate", "fan-tan", "--limits", "{"),
            1,
            "croupier simulate: --limits: Input data was truncated\n",
        ),
        (("simulate", "fan-tan", "--rules", "{bad"), 1, "croupier simulate: --rules: JSON is malformed: "),
        (
            ("odds", "baccarat", "--decks", "0"),
            2,
            "croupier odds: no such rules: decks has to be at least 1; the rules of baccarat are: ",
        ),
        (("software", "--verify", "no"), 2, "croupier software: no: No such file or directory"),
        (("software", "--verify", "/dev/null"), 2, "croupier software: /dev/null is no list of software: "),
        (
            ("rng-test", "--seed-file", "no"),
            2,
            "croupier rng-test: no: No such file or directory",
        ),
        (("rng-test", "--raw"), 2, "croupier rng-test: --raw and --bytes are for what --dump writes\n"),
        (
            ("rng-test", "--bytes", "9"),
            2,
            "croupier rng-test: --raw and --bytes are for what --dump writes\n",
        ),
        (
            ("rng-test", "--decks", "9"),
            2,
            "croupier rng-test: for decks of 52 cards it takes 520 decks, not 9",
        ),
        (
            ("demo", "--key", "k", "--url", "http://127.0.0.1:1"),
            1,
            "croupier demo: no service to play on at http://",
        ),
        (("demo",), 1, "croupier demo: an operator's key is needed: --key, or CROUPIER_KEY in the env"),
        (("scenario",), 2, "croupier scenario: name a scenario file or a folder of them\n"),
        (("scenario", "--via", "x", "no"), 2, "croupier scenario: a test key is needed: --key, or"),
        (("verify", "no.tar"), 2, "croupier verify: no.tar: No such file or directory\n"),
        (
            ("verify", "x", "--key", "k"),
            2,
            f"croupier verify: k is neither a verifier key nor a file of such: {NO_KEY}",
        ),
        (("export", "--table", "x\x1b"), 2, "croupier export: --table: that can't be the id of a table\n"),
        (("forget", "x\x1b"), 1, "nobody was forgotten: 'x\\x1b' is no player's id\n"),
    ],
    ids=lambda value: " ".join(value).replace("\x1b", "") if isinstance(value, tuple) else "",
)
def test_what_can_t_be_done_is_said_in_words(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], code: int, said: str
) -> None:
    ended, error = told(capsys, *words)
    assert (ended, error[: len(said)]) == (code, said)
    assert error.count("\n") == 1

"""`croupier export` from the real store, and `croupier verify` of it where there is only the program."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from tests.support.bundling import part, parts_of, whole
from tests.support.playing import Casino

from croupier.adapters.cli.app import app
from croupier.adapters.ed25519 import Ed25519Checker, Ed25519Signer
from croupier.adapters.postgres import PostgresEventStore
from croupier.adapters.postgres.checkpoints import PostgresCheckpoints
from croupier.adapters.postgres.fetching import Fetcher
from croupier.adapters.postgres.session import service_conninfo
from croupier.adapters.postgres.tree import PostgresTrees
from croupier.adapters.sealer import Sealer
from croupier.adapters.signedfiles import SignedFiles
from croupier.adapters.system import SystemClock, SystemEntropy, rule_code
from croupier.service.transparency.signing import Signing
from croupier.service.transparency.sound import SoundCheckpoints

SEAL_KEY, LOG_KEY = bytes(range(32)), bytes(range(1, 33))
NAME = "casino.example"
TABLE, PLAYER = "baccarat-k3vq7m2abcde", "annaannaanna"
CROUPIER = Path(sys.executable).with_name("croupier")

Program = Callable[..., Awaitable[tuple[int, str, str]]]


@pytest.fixture
def log(log: str) -> str:
    """A log's name of a length that an operator's may have."""
    return log[:40]


@pytest.fixture
def key(log: str) -> str:
    """The log's public key."""
    return Ed25519Signer([LOG_KEY]).keys(f"{NAME}/{log}")[0].text


@pytest.fixture
async def casino(store: PostgresEventStore, postgres_url: str, log: str, tmp_path: Path) -> Casino:
    """Some coups in a log of their own, and its checkpoint."""
    casino = Casino(
        store, Sealer([SEAL_KEY]), clock=SystemClock(), entropy=SystemEntropy(), log=log, code=rule_code()
    )
    await casino.wallet(PLAYER)
    await casino.open(TABLE)
    await casino.sit(TABLE, 1, PLAYER)
    for _ in range(3):
        await casino.coup(TABLE, {1: 10})
    fetcher = Fetcher(service_conninfo(postgres_url), 1, 10.0)
    await fetcher.open()
    files = SignedFiles(tmp_path / "signed")
    signer = Ed25519Signer([LOG_KEY])
    checkpoints = SoundCheckpoints(
        PostgresCheckpoints(fetcher), signer, Ed25519Checker(), NAME, lambda what, error: None
    )
    signing = Signing(PostgresTrees(fetcher), checkpoints, files, signer, NAME)
    await signing.publish(log, await store.head(log) + 1)
    await fetcher.close()
    await casino.wallet("evaevaevaeva")
    return casino


@pytest.fixture
def croupier(
    postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Program:
    """The program: exit code, output and complaints of a command."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", postgres_url)
    monkeypatch.setenv("REDIS_URL", "unix:///nowhere")
    monkeypatch.setenv("CROUPIER_SEAL_KEYS", SEAL_KEY.hex())
    monkeypatch.setenv("CROUPIER_LOG_KEYS", LOG_KEY.hex())
    monkeypatch.setenv("CROUPIER_TOKEN_KEY", "t" * 32)
    monkeypatch.setenv("CROUPIER_NAME", NAME)
    monkeypatch.setenv("CROUPIER_VAR", str(tmp_path / "var"))

    async def run(*words: str) -> tuple[int, str, str]:
        code = await asyncio.to_thread(app, words, result_action="return_value")
        return code, *capsys.readouterr()

    return run


def elsewhere(folder: Path, *words: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """The program on a machine that has nothing but it: no servers, no settings, an empty folder."""
    empty = folder / "empty"
    empty.mkdir(exist_ok=True)
    environment = {"PATH": os.environ["PATH"], "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/nothing"}
    done = subprocess.run(
        [CROUPIER, "verify", *words],
        cwd=empty,
        env=environment,
        capture_output=True,
        check=False,
        input=given,
    )
    assert list(empty.iterdir()) == []
    assert b"Traceback" not in done.stderr
    return done


def bundles_in(folder: Path) -> list[Path]:
    """What was written, whole or not."""
    return list(folder.glob("*.tar*"))


async def test_a_whole_log_is_taken_away_and_checked_elsewhere(
    casino: Casino, croupier: Program, log: str, key: str, tmp_path: Path
) -> None:
    code, said, told = await croupier("export", "--log", log)
    assert (code, said) == (0, "")
    assert f"{log}-log.croupier.tar: of the log's first 14 entries" in told
    bundle = tmp_path / f"{log}-log.croupier.tar"

    done = elsewhere(tmp_path, str(bundle), "--key", key)
    text = done.stdout.decode()
    assert done.returncode == 0, text
    assert f"{NAME}/{log}, the whole log: 14 entries verified in" in text
    assert f"signed by {key}: the key that you gave" in text
    assert "11 commands were decided again" in text
    assert "3 entries dealt from decks that are not revealed in it" in text
    assert "1,000,000 deposited - 0 withdrawn" in text
    assert text.endswith("All is well; 3 entries wait for the reveal of their decks.\n")


async def test_a_log_is_checked_against_a_checkpoint_that_was_kept(
    casino: Casino, croupier: Program, log: str, key: str, tmp_path: Path
) -> None:
    await croupier("export", "--log", log, "-o", "log.tar")
    kept = part(parts_of((tmp_path / "log.tar").read_bytes()), "checkpoint").content
    (tmp_path / "kept.note").write_bytes(kept)
    done = elsewhere(tmp_path, "../log.tar", "--key", key, "--since", "../kept.note")
    said = b"../kept.note: the log goes on from this checkpoint, of 14 entries"
    assert (done.returncode, said in done.stdout) == (0, True), done.stdout
    (tmp_path / "kept.note").write_bytes(kept.replace(b"\n14\n", b"\n15\n"))
    done = elsewhere(tmp_path, "../log.tar", "--key", key, "--since", "../kept.note")
    assert done.returncode == 1
    assert b"../kept.note: signature-invalid: " in done.stdout
    assert b"../kept.note: history-shorter: " in done.stdout
    for wrong, complaint in ((b"a note", b"is not a checkpoint"), (None, b"No such file")):
        (tmp_path / "kept.note").write_bytes(wrong) if wrong else (tmp_path / "kept.note").unlink()
        done = elsewhere(tmp_path, "../log.tar", "--key", key, "--since", "../kept.note")
        assert (done.returncode, complaint in done.stderr) == (2, True), done.stderr


async def test_parts_are_taken_away_and_told_as_parts(
    casino: Casino, croupier: Program, log: str, key: str, tmp_path: Path
) -> None:
    keys = tmp_path / "keys"
    keys.write_text(f"{key}\n")
    for words, of in (
        (("--table", TABLE), {"of": "table", "table": TABLE}),
        (("--round", f"{TABLE}.2"), {"of": "round", "table": TABLE, "round": 2}),
        (("--player", PLAYER), {"of": "player", "player": PLAYER}),
        (("--from", "2", "--to", "4"), {"of": "span", "first": 2, "last": 4}),
    ):
        exported = await croupier("export", "--log", log, *words, "-o", "part.tar")
        assert exported[0] == 0, exported
        done = elsewhere(tmp_path, "../part.tar", "--key", "../keys", "--json")
        report = json.loads(done.stdout)
        assert (done.returncode, report["verdict"], report["selection"]) == (0, "good", of), report
        assert report["log"] == log
        (tmp_path / "part.tar").unlink()


async def test_a_bundle_goes_through_a_pipe(
    casino: Casino, log: str, key: str, tmp_path: Path, croupier: Program
) -> None:
    command = (str(CROUPIER), "export", "--log", log, "-o", "-")
    pipe = asyncio.subprocess.PIPE
    exporting = await asyncio.create_subprocess_exec(*command, cwd=tmp_path, stdout=pipe)
    written, _ = await exporting.communicate()
    assert exporting.returncode == 0
    done = elsewhere(tmp_path, "-", "--key", key, given=written)
    assert (done.returncode, b"14 entries" in done.stdout) == (0, True)


async def test_a_pipe_that_breaks_is_told_since_the_bundle_is_not_whole(
    casino: Casino, log: str, tmp_path: Path, croupier: Program
) -> None:
    pipe = asyncio.subprocess.PIPE
    line = f"'{CROUPIER}' export --log {log} -o - | true; exit ${{PIPESTATUS[0]}}"
    exporting = await asyncio.create_subprocess_exec("bash", "-c", line, cwd=tmp_path, stderr=pipe)
    _, said = await exporting.communicate()
    assert said.startswith(b"croupier export: Broken pipe\n")
    assert exporting.returncode


async def test_without_a_key_it_says_so_and_does_not_exit_as_if_all_was_well(
    casino: Casino, croupier: Program, log: str, tmp_path: Path
) -> None:
    await croupier("export", "--log", log, "-o", "log.tar")
    done = elsewhere(tmp_path, "../log.tar")
    assert (done.returncode, b"NOBODY SAID THAT IT IS TO BE TRUSTED" in done.stdout) == (1, True)
    assert b"key-untrusted" in done.stdout
    done = elsewhere(tmp_path, "../log.tar", "--trust-bundle-key")
    assert (done.returncode, b"you chose to trust it" in done.stdout) == (0, True)


async def test_what_is_wrong_is_told_in_words_and_as_json(
    casino: Casino, croupier: Program, log: str, key: str, tmp_path: Path
) -> None:
    await croupier("export", "--log", log, "-o", "log.tar")
    parts = parts_of((tmp_path / "log.tar").read_bytes())
    records = part(parts, "records/")
    records.content = records.content.replace(b'"stack":', b'"stack":1')
    (tmp_path / "log.tar").write_bytes(whole(parts))
    done = elsewhere(tmp_path, "../log.tar", "--key", key)
    assert done.returncode == 1
    assert b"leaf-differs: the record is not the one that is in the tree" in done.stdout
    assert b"All is well" not in done.stdout
    assert done.stdout.decode().splitlines()[-1].startswith("NOT GOOD: ")
    report = json.loads(elsewhere(tmp_path, "../log.tar", "--key", key, "--json").stdout)
    assert (report["verdict"], report["findings"][0]["code"]) == ("bad", "leaf-differs")


async def test_only_the_first_findings_are_printed_unless_all_are_asked_for(
    casino: Casino, croupier: Program, log: str, key: str, tmp_path: Path
) -> None:
    await croupier("export", "--log", log, "-o", "log.tar")
    parts = parts_of((tmp_path / "log.tar").read_bytes())
    part(parts, "records/").content += b"\x1b[31m\n" * 30
    (tmp_path / "log.tar").write_bytes(whole(parts))
    few = elsewhere(tmp_path, "../log.tar", "--key", key).stdout
    assert (few.count(b"line-unreadable"), b"more are not listed; --all lists them" in few) == (20, True)
    assert elsewhere(tmp_path, "../log.tar", "--key", key, "--all").stdout.count(b"line-unreadable") > 20
    assert b"\x1b" not in few


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("nowhere.tar",), b"No such file"),
        (("/",), b"directory"),
        (("x", "--key", "nonsense"), b"nonsense is neither a verifier key nor a file of such"),
        (("x", "--witness", "a+b+c"), b"neither a verifier key"),
        (("http://127.0.0.1:1/v1/log/house/bundle",), b"can't be fetched"),
        (("http://[::1", "--trust-bundle-key"), b"can't be fetched"),
        (("http://[::1", "--credential", "secret"), b"can't be fetched"),
        (("http://casino.example/bundle", "--credential", "secret"), b"https is needed"),
        (("http://localhost.casino.example/bundle", "--credential", "secret"), b"https is needed"),
        (("http://127.0.0.1@casino.example/bundle", "--credential", "secret"), b"https is needed"),
        (("http://127.0.0.1:1/bundle", "--credential", "secret"), b"can't be fetched"),
        (("http://localhost:1/bundle", "--credential", "secret"), b"can't be fetched"),
        (("http://[::1]:1/bundle", "--credential", "secret"), b"can't be fetched"),
        (("https://127.0.0.1:1/bundle", "--credential", "secret"), b"can't be fetched"),
    ],
)
def test_where_there_is_nothing_to_check_it_says_why(
    tmp_path: Path, words: tuple[str, ...], says: bytes
) -> None:
    done = elsewhere(tmp_path, *words)
    assert (done.returncode, done.stdout) == (2, b"")
    assert says in done.stderr
    assert b"secret" not in done.stderr


def test_a_file_that_is_no_bundle_is_a_finding(tmp_path: Path) -> None:
    (tmp_path / "junk").write_bytes(b"junk" * 200)
    done = elsewhere(tmp_path, "../junk", "--trust-bundle-key")
    assert (done.returncode, b"not-a-bundle" in done.stdout) == (1, True)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--table", "roulette"), "--table: that can't be the id of a table"),
        (("--table", TABLE, "--player", PLAYER), "either table or player"),
        (("--from", "yesterday"), "--from: that is neither a position nor a day"),
        (("--table", "baccarat-aaaaaaaaaaaa"), "there is nothing of that"),
        (("--player", "evaevaevaeva"), "there is nothing of that"),
        (("--from", "9", "--to", "3"), "there is nothing of that"),
        (("--from", "14"), "there is nothing of that"),
        (("--to", "2025-12-31"), "there is nothing of that"),
        (("--log", "nobody"), "there is no log named nobody"),
        (("-o", "/nowhere/log.tar"), "croupier export: /nowhere/log.tar: No such file or directory\n"),
    ],
)
async def test_what_can_t_be_exported_is_told_and_nothing_is_written(
    casino: Casino, croupier: Program, log: str, tmp_path: Path, words: tuple[str, ...], says: str
) -> None:
    named = () if "--log" in words else ("--log", log)
    code, said, told = await croupier("export", *named, *words)
    assert (code, said) == (2, "")
    assert says in told
    assert not bundles_in(tmp_path)

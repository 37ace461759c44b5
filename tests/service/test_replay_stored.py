"""`croupier replay` on a log in the real store, before and after somebody with all rights changed it."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import psycopg
import pytest
from tests.support.playing import Casino, short_story

from croupier.adapters.cli.app import app
from croupier.adapters.ed25519 import Ed25519Checker, Ed25519Signer
from croupier.adapters.keyfiles import log_keys
from croupier.adapters.postgres import PostgresEventStore
from croupier.adapters.postgres.checkpoints import PostgresCheckpoints
from croupier.adapters.postgres.fetching import Fetcher
from croupier.adapters.postgres.session import service_conninfo
from croupier.adapters.postgres.tree import PostgresTrees
from croupier.adapters.sealer import Sealer
from croupier.adapters.settings import from_environment
from croupier.adapters.signedfiles import SignedFiles
from croupier.adapters.system import SystemClock, SystemEntropy, rule_code
from croupier.service.ports.counts import End
from croupier.service.ports.transparency import TreeHead
from croupier.service.replay import OneJudge, Revealed, Sealed, replay, reveals
from croupier.service.transparency.hashing import leaf_hash, tree_root
from croupier.service.transparency.signing import Signing
from croupier.service.transparency.sound import SoundCheckpoints

KEY = bytes(range(32))


@pytest.fixture
async def casino(store: PostgresEventStore, log: str) -> Casino:
    """The short story in a log of its own."""
    casino = Casino(
        store, Sealer([KEY]), clock=SystemClock(), entropy=SystemEntropy(), log=log, code=rule_code()
    )
    return await short_story(casino)


def change_a_byte(postgres_url: str, log: str, position: int, place: int) -> None:
    """As a superuser may: the triggers off, the byte changed, the triggers on again."""
    with psycopg.connect(postgres_url) as connection:
        connection.execute("ALTER TABLE croupier.entries DISABLE TRIGGER append_only")
        changed = connection.execute(
            "UPDATE croupier.entries"
            " SET record = set_byte(record, %(place)s, get_byte(record, %(place)s) # 1)"
            " WHERE position = %(position)s AND log = (SELECT id FROM croupier.logs WHERE log = %(log)s)",
            {"log": log, "position": position, "place": place},
        )
        assert changed.rowcount == 1
        connection.execute("ALTER TABLE croupier.entries ENABLE ALWAYS TRIGGER append_only")


async def test_a_stored_log_replays_clean_with_the_key_and_without(
    store: PostgresEventStore, casino: Casino, log: str
) -> None:
    for seeds in (Sealed(Sealer([KEY])), Revealed(await reveals(store.read_log(log)))):
        report = await replay(store, log, OneJudge(seeds, rule_code()))
        assert report.findings == ()
        assert (report.entries, report.undecided, report.other_code) == (25, 0, 0)


async def test_one_changed_byte_in_the_store_is_found_and_named(
    store: PostgresEventStore, casino: Casino, log: str, postgres_url: str
) -> None:
    bet = await anext(e async for e in store.read_log(log) if b'"bet-placed"' in e.record)
    change_a_byte(postgres_url, log, bet.position, bet.record.index(b'"stack":') + len(b'"stack":'))
    report = await replay(store, log, OneJudge(Sealed(Sealer([KEY])), rule_code()))
    first = report.findings[0]
    assert (first.position, first.stream, first.revision) == (bet.position, bet.stream, bet.revision)
    assert (first.code, "`stack` is 8990" in first.detail) == ("events-differ", True)


async def test_seeds_sealed_with_another_key_are_told_and_not_a_traceback(
    store: PostgresEventStore, casino: Casino, log: str
) -> None:
    report = await replay(store, log, OneJudge(Sealed(Sealer([bytes(32)])), rule_code()), go_on=True)
    assert {finding.code for finding in report.findings} == {"seal-broken"}
    assert report.undecided


@pytest.fixture
def croupier(
    postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Awaitable[tuple[int, str, str]]]:
    """The program: exit code, output and complaints of a command. There is no Valkey, and none is needed."""
    monkeypatch.setenv("DATABASE_URL", postgres_url)
    monkeypatch.setenv("REDIS_URL", "unix:///nowhere")
    for name in ("SEAL_KEYS", "LOG_KEYS", "TOKEN_KEY"):
        monkeypatch.setenv(f"CROUPIER_{name}", KEY.hex())
    monkeypatch.setenv("CROUPIER_VAR", str(tmp_path))

    async def run(*words: str) -> tuple[int, str, str]:
        code = await asyncio.to_thread(app, words, result_action="return_value")
        return code, *capsys.readouterr()

    return run


Program = Callable[..., Awaitable[tuple[int, str, str]]]


@pytest.fixture
async def published(
    casino: Casino, log: str, postgres_url: str, croupier: Program, tmp_path: Path
) -> AsyncIterator[None]:
    """Checkpoints of the casino's first 20 entries, and of all. The log is gone afterwards: no publisher of
    another test shall find it damaged.
    """
    settings = from_environment()
    fetcher = Fetcher(service_conninfo(postgres_url), 1, 10.0)
    await fetcher.open()
    signer = Ed25519Signer(log_keys(settings))
    checkpoints = SoundCheckpoints(
        PostgresCheckpoints(fetcher), signer, Ed25519Checker(), settings.name, lambda what, error: None
    )
    files = SignedFiles(tmp_path / "keys" / "log")
    for size in (20, 25):
        await Signing(PostgresTrees(fetcher), checkpoints, files, signer, settings.name).publish(log, size)
    await fetcher.close()
    yield
    at_will(postgres_url, log, "DELETE FROM croupier.logs WHERE id = $log")


async def test_the_program_says_that_a_log_is_clean_or_what_differs_and_exits_accordingly(
    casino: Casino, log: str, postgres_url: str, croupier: Program
) -> None:
    code, said, _ = await croupier("replay", log)
    assert code == 0
    assert f"{log}: 25 entries of 3 streams replayed" in said
    assert "nothing differs" in said
    assert "2,000,000 deposited - 500 withdrawn" in said

    change_a_byte(postgres_url, log, 4, 40)
    code, said, _ = await croupier("replay", log)
    assert code == 1
    assert "position 4, baccarat-a1 revision 1" in said

    code, said, _ = await croupier("replay", log, "--all", "--json")
    assert code == 1
    [report] = json.loads(said)["logs"]
    assert report["finished"]
    assert report["wrong"] == len(report["findings"]) > 1
    assert report["findings"][0]["position"] == 4


async def test_the_program_holds_a_log_to_what_the_installation_signed_of_it(
    casino: Casino, store: PostgresEventStore, log: str, postgres_url: str, croupier: Program, tmp_path: Path
) -> None:
    records = [entry.record async for entry in store.read_log(log)]
    head = TreeHead(len(records), tree_root([leaf_hash(record) for record in records]))
    await SignedFiles(tmp_path / "keys" / "log").sign(log, None, head)
    code, said, _ = await croupier("replay", log)
    assert (code, "its first 25 entries are those whose tree was signed" in said) == (0, True)

    # Nothing else depends on the last digit of the last entry's time.
    change_a_byte(postgres_url, log, 24, records[24].index(b'Z","actor"') - 1)
    code, said, _ = await croupier("replay", log)
    assert code == 1
    assert "position 24, " in said
    assert "root-differs: these 25 entries are not those whose tree was signed" in said


def at_will(postgres_url: str, log: str, *statements: str) -> None:
    """What the owner of the database can do; `$log` stands for the log's id, and the triggers are off."""
    with psycopg.connect(postgres_url) as connection:
        tables = [
            (table, trigger)
            for table in ("entries", "checkpoints")
            for trigger in ("append_only", "only_growing")[: 1 if table == "entries" else 2]
        ]
        for table, trigger in tables:
            connection.execute(f"ALTER TABLE croupier.{table} DISABLE TRIGGER {trigger}")
        for statement in statements:
            number = f"(SELECT id FROM croupier.logs WHERE log = '{log}')"
            connection.execute(statement.replace("$log", number))
        for table, trigger in tables:
            connection.execute(f"ALTER TABLE croupier.{table} ENABLE ALWAYS TRIGGER {trigger}")


@pytest.mark.parametrize(
    ("statements", "said"),
    [
        (
            (
                "INSERT INTO croupier.entries (log, position, stream, revision, record)"
                " VALUES ($log, 25, 'wallet-ann', 99, '{}')",
            ),
            (
                "position 25, end of the log: head-differs: the log's head is 24,"
                " and there are entries up to position 25",
                "position 25, wallet-ann revision 99: count-differs:",
            ),
        ),
        (
            (
                "UPDATE croupier.streams SET revision = revision - 1"
                " WHERE log = $log AND stream = 'wallet-ann'",
            ),
            (", wallet-ann revision 4: count-differs: revision 3 is counted",),
        ),
        (
            ("DELETE FROM croupier.streams WHERE log = $log AND stream = 'wallet-ann'",),
            ("wallet-ann: count-differs: the stream has entries, and is not counted",),
        ),
        (
            ("INSERT INTO croupier.streams (log, stream, revision) VALUES ($log, 'wallet-eve', 7)",),
            ("wallet-eve: count-differs: revision 7 is counted, the stream's last entry is revision 0",),
        ),
        (
            (
                "DELETE FROM croupier.entries WHERE log = $log AND position = 24",
                "UPDATE croupier.logs SET head = 23 WHERE id = $log",
            ),
            ("wallet-bob revision 4: count-differs: revision 5 is counted",),
        ),
    ],
)
async def test_what_the_database_counts_of_a_log_is_held_to_its_entries(
    casino: Casino,
    log: str,
    postgres_url: str,
    croupier: Program,
    statements: tuple[str, ...],
    said: tuple[str, ...],
) -> None:
    at_will(postgres_url, log, *statements)
    code, printed, _ = await croupier("replay", log, "--all")
    assert code == 1
    for one in said:
        assert one in printed


async def test_counts_of_many_streams_are_gone_through_in_slices(
    store: PostgresEventStore, log: str, postgres_url: str
) -> None:
    await short_story(Casino(store, Sealer([KEY]), log=log))
    many = 9_000
    at_will(
        postgres_url,
        log,
        "INSERT INTO croupier.streams (log, stream, revision)"
        f" SELECT $log, 'wallet-z' || n, 1 FROM generate_series(1, {many}) AS n",
    )
    found = [counted async for counted in store.counted(log)]
    assert [one.stream for one in found] == sorted(one.stream for one in found)
    assert len(found) == 3 + many
    assert {one.stream for one in found if one.revision == one.last} == {
        "wallet-ann",
        "wallet-bob",
        "baccarat-a1",
    }
    assert (await store.end(log), await store.end("no such log")) == (End(24, 24), End(-1, -1))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            "UPDATE croupier.checkpoints SET note ="
            " (SELECT note FROM croupier.checkpoints WHERE log = $log AND size = 20)"
            " WHERE log = $log AND size = 25",
            "is kept as one of 25 entries, and its note is of 20",
        ),
        (
            "DELETE FROM croupier.checkpoints WHERE log = $log AND size = 25",
            "a checkpoint of 25 entries was published, and the last is one of 20",
        ),
        (
            "DELETE FROM croupier.checkpoints WHERE log = $log",
            "a checkpoint of 25 entries was published, and the last is one of 0",
        ),
    ],
)
async def test_the_last_checkpoint_is_held_to_what_was_published(
    casino: Casino, log: str, postgres_url: str, croupier: Program, published: None, change: str, said: str
) -> None:
    assert (await croupier("replay", log))[0] == 0
    at_will(postgres_url, log, change)
    code, printed, _ = await croupier("replay", log)
    assert code == 1
    assert "  the log: checkpoint-differs: " in printed
    assert said in printed


async def test_what_is_remembered_as_signed_and_cannot_be_read_is_told(
    casino: Casino, log: str, croupier: Program, tmp_path: Path
) -> None:
    folder = tmp_path / "keys" / "log"
    folder.mkdir(parents=True)
    (folder / f"{log}.signed").write_text("{")
    code, _, complaint = await croupier("replay", log)
    assert code == 2
    assert complaint.startswith("croupier replay: ")


async def test_a_log_that_does_not_exist_is_told(croupier: Program) -> None:
    code, said, complaint = await croupier("replay", "nobody\x1b[31m")
    assert (code, said) == (2, "")
    assert "there is no log named nobody\\x1b[31m" in complaint

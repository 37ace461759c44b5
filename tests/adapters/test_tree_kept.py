"""Trees and checkpoints in the real database: grown step by step, for good, by several processes at once."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg.errors import InsufficientPrivilege, IntegrityConstraintViolation
from tests.support.publishing import NAME, SIGNER, sound, verified
from tests.support.trees import naive_root, some_records

from croupier.adapters.ed25519 import Ed25519Signer
from croupier.adapters.postgres import PostgresEventStore
from croupier.adapters.postgres.checkpoints import PostgresCheckpoints
from croupier.adapters.postgres.fetching import Fetcher
from croupier.adapters.postgres.session import service_conninfo
from croupier.adapters.postgres.tree import PostgresTrees
from croupier.adapters.signedfiles import SignedFiles
from croupier.service.errors import CheckpointDiffers
from croupier.service.ports import Append, NewEntry
from croupier.service.ports.transparency import TreeHead
from croupier.service.transparency import refusals
from croupier.service.transparency.hashing import leaf_hash
from croupier.service.transparency.malformed import Malformed
from croupier.service.transparency.notes import NoteSignature
from croupier.service.transparency.reading import Transparency
from croupier.service.transparency.refusals import SigningRefused
from croupier.service.transparency.signing import Signing
from croupier.service.transparency.tiles import Tile, split_bundle

LINE = NoteSignature("witness.test", b"1234", b"signature").line


class Kept:
    """A log in the database and what publishes it; `hashed` counts the records that were hashed."""

    def __init__(self, log: str, fetcher: Fetcher, owner: psycopg.Connection, folder: Path) -> None:
        self.log, self.owner, self.folder = log, owner, folder
        self.trees, self.checkpoints = _Counting(fetcher), PostgresCheckpoints(fetcher)

    def grow(self, size: int) -> None:
        """Put entries into the log until it has so many, as its owner can, which is quicker."""
        self.owner.execute("INSERT INTO croupier.logs (log) VALUES (%s) ON CONFLICT DO NOTHING", [self.log])
        (number, head), *_ = self.owner.execute(
            "SELECT id, head FROM croupier.logs WHERE log = %s", [self.log]
        ).fetchall()
        with self.owner.cursor().copy(
            "COPY croupier.entries (position, log, revision, stream, record) FROM STDIN"
        ) as copy:
            for position, record in enumerate(some_records(size)[head + 1 :], head + 1):
                copy.write_row((position, number, position + 1, "table-1", record))
        self.owner.execute("UPDATE croupier.logs SET head = %s WHERE id = %s", [size - 1, number])

    def signing(self, folder: Path | None = None, signer: Ed25519Signer = SIGNER) -> Signing:
        """A process's own, as after a start."""
        files = SignedFiles(folder or self.folder)
        return Signing(self.trees, sound(self.checkpoints, signer), files, signer, NAME)

    async def publish(self) -> int:
        """Publish what there is by now."""
        return await self.signing().publish(self.log, await self.trees.size(self.log))

    async def latest(self) -> TreeHead:
        """What was published last."""
        latest = await self.checkpoints.latest(self.log)
        assert latest is not None
        return latest.head

    def tamper(self, table: str, statement: str, *parameters: object) -> None:
        """Do what the owner of the database can do with the triggers off; `$log` stands for the log's id."""
        self.owner.execute(f"ALTER TABLE croupier.{table} DISABLE TRIGGER append_only")
        number = f"(SELECT id FROM croupier.logs WHERE log = '{self.log}')"
        self.owner.execute(statement.replace("$log", number), parameters)
        self.owner.execute(f"ALTER TABLE croupier.{table} ENABLE ALWAYS TRIGGER append_only")

    async def refused(self) -> str:
        """The code of the reason for which nothing is published."""
        with pytest.raises(SigningRefused) as refusal:
            await self.publish()
        return refusal.value.code


class _Counting(PostgresTrees):
    hashed = 0

    async def leaf_hashes(self, log: str, first: int, count: int) -> bytes:
        self.hashed += count
        return await super().leaf_hashes(log, first, count)


@pytest.fixture
async def fetcher(postgres_url: str) -> AsyncIterator[Fetcher]:
    """Statements as the service's role."""
    fetcher = Fetcher(service_conninfo(postgres_url), 4, 10.0)
    await fetcher.open()
    yield fetcher
    await fetcher.close()


@pytest.fixture
def owner(postgres_url: str) -> Iterator[psycopg.Connection]:
    """A session as the migrations have it."""
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        yield connection


@pytest.fixture
def kept(log: str, fetcher: Fetcher, owner: psycopg.Connection, tmp_path: Path) -> Iterator[Kept]:
    """A log that no other test has; it is gone afterwards, so that no publisher shouts about it."""
    yield Kept(log, fetcher, owner, tmp_path / "log")
    owner.execute("DELETE FROM croupier.logs WHERE log = %s", [log])


async def test_a_tree_grown_step_by_step_has_the_roots_of_one_made_from_scratch(kept: Kept) -> None:
    records = some_records(65_537)
    for size in (255, 256, 257, 65_535, 65_536, 65_537):
        kept.grow(size)
        assert await kept.publish() == size
        assert (await kept.latest()).root == naive_root(records[:size])
    tiles = kept.owner.execute(
        "SELECT level, count(*) FROM croupier.tiles JOIN croupier.logs l ON l.id = tiles.log"
        " WHERE l.log = %s GROUP BY level ORDER BY level",
        [kept.log],
    ).fetchall()
    assert tiles == [(0, 256), (1, 1)]


async def test_a_restart_hashes_the_last_tiles_records_and_not_the_log(kept: Kept) -> None:
    kept.grow(10_000)
    await kept.publish()
    kept.grow(10_003)
    kept.trees.hashed = 0
    await kept.publish()
    assert kept.trees.hashed == 16 + 19


async def test_entries_of_the_service_are_published_as_they_are_stored(
    kept: Kept, store: PostgresEventStore
) -> None:
    longest = b'{"text":"' + "ß".encode() * 32_000 + b'"}'
    records = [b"{}", longest, b'{"a":12345678901234567890}']
    for revision, record in enumerate(records, 1):
        await store.append(Append(kept.log, (NewEntry("table-1", revision, record),)))
    await kept.publish()
    reading = Transparency(kept.trees, sound(kept.checkpoints), SIGNER, NAME)
    assert split_bundle(await reading.tile(kept.log, Tile(-1, 0, 3))) == records
    assert await reading.tile(kept.log, Tile(0, 0, 3)) == b"".join(map(leaf_hash, records))
    assert verified(await reading.checkpoint(kept.log), origin=f"{NAME}/{kept.log}").root == naive_root(
        records
    )


async def test_publishers_at_once_publish_one_growing_sequence(kept: Kept, tmp_path: Path) -> None:
    folders = [kept.folder, kept.folder, tmp_path / "other machine"]
    for size in range(100, 1_100, 100):
        kept.grow(size)
        await asyncio.gather(*(kept.signing(folder).publish(kept.log, size) for folder in folders))
    rows = kept.owner.execute(
        "SELECT size, root FROM croupier.checkpoints c JOIN croupier.logs l ON l.id = c.log"
        " WHERE l.log = %s ORDER BY signed_at",
        [kept.log],
    ).fetchall()
    assert [size for size, _ in rows] == list(range(100, 1_100, 100))
    assert all(root == naive_root(some_records(size)) for size, root in rows)


async def test_a_checkpoint_that_is_not_larger_than_the_last_is_not_kept(kept: Kept) -> None:
    kept.grow(10)
    root = b"\1" * 32
    assert await kept.checkpoints.add(kept.log, TreeHead(5, root), b"note")
    for size in (4, 5):
        assert not await kept.checkpoints.add(kept.log, TreeHead(size, root), b"note")
    assert await kept.latest() == TreeHead(5, root)


async def test_of_checkpoints_added_at_once_none_comes_after_a_larger_one(kept: Kept) -> None:
    kept.grow(1)
    heads = [TreeHead(size, b"\1" * 32) for size in range(1, 21)]
    await asyncio.gather(*(kept.checkpoints.add(kept.log, head, b"note") for head in heads))
    rows = kept.owner.execute(
        "SELECT size FROM croupier.checkpoints c JOIN croupier.logs l ON l.id = c.log"
        " WHERE l.log = %s ORDER BY c.xmin::text::bigint",
        [kept.log],
    ).fetchall()
    sizes = [size for (size,) in rows]
    assert sizes[-1] == 20
    assert sizes == sorted(sizes)


async def test_not_even_the_owner_adds_a_smaller_checkpoint_while_the_trigger_is_on(kept: Kept) -> None:
    kept.grow(10)
    await kept.publish()
    with pytest.raises(IntegrityConstraintViolation):
        kept.owner.execute(
            "INSERT INTO croupier.checkpoints (log, size, root, note)"
            " SELECT id, 9, %s, '' FROM croupier.logs WHERE log = %s",
            [b"\1" * 32, kept.log],
        )


async def test_a_checkpoint_rolled_back_by_the_owner_stops_the_signing(kept: Kept) -> None:
    for size in (300, 400):
        kept.grow(size)
        await kept.publish()
    kept.grow(500)
    kept.tamper("checkpoints", "DELETE FROM croupier.checkpoints WHERE log = $log AND size = 400")
    assert await kept.refused() == refusals.ROLLED_BACK
    kept.tamper("checkpoints", "DELETE FROM croupier.checkpoints WHERE log = $log")
    assert await kept.refused() == refusals.ROLLED_BACK


async def test_a_checkpoint_whose_note_the_owner_put_back_stops_the_signing_and_is_not_shown(
    kept: Kept,
) -> None:
    for size in (300, 400):
        kept.grow(size)
        await kept.publish()
    kept.tamper(
        "checkpoints",
        "UPDATE croupier.checkpoints SET note ="
        " (SELECT note FROM croupier.checkpoints WHERE log = $log AND size = 300)"
        " WHERE log = $log AND size = 400",
    )
    assert await kept.refused() == refusals.DIFFERS
    with pytest.raises(CheckpointDiffers, match=r"kept as one of 400 entries, and its note is of 300"):
        await Transparency(kept.trees, sound(kept.checkpoints), SIGNER, NAME).checkpoint(kept.log)


async def test_a_log_rolled_back_by_the_owner_stops_the_signing(kept: Kept) -> None:
    kept.grow(300)
    await kept.publish()
    kept.tamper("entries", "DELETE FROM croupier.entries WHERE log = $log AND position >= 290")
    kept.owner.execute("UPDATE croupier.logs SET head = 289 WHERE log = %s", [kept.log])
    assert await kept.refused() == refusals.SHRANK


async def test_a_log_that_the_owner_removed_whole_is_missed(kept: Kept, store: PostgresEventStore) -> None:
    kept.grow(300)
    await kept.publish()
    signing = kept.signing()
    assert signing.lost(await signing.remembered(), await store.heads()) == {}
    for table in ("checkpoints", "tiles", "entries"):
        kept.tamper(table, f"DELETE FROM croupier.{table} WHERE log = $log")
    kept.owner.execute("DELETE FROM croupier.logs WHERE log = %s", [kept.log])
    lost = signing.lost(await signing.remembered(), await store.heads())
    assert {log: refusal.code for log, refusal in lost.items()} == {kept.log: refusals.SHRANK}


async def test_a_record_changed_by_the_owner_stops_the_signing(kept: Kept) -> None:
    kept.grow(300)
    await kept.publish()
    kept.grow(600)
    kept.tamper("entries", "UPDATE croupier.entries SET record = 'x' WHERE log = $log AND position = 280")
    assert await kept.refused() == refusals.FORKED


async def test_a_tile_changed_by_the_owner_stops_the_signing(kept: Kept) -> None:
    kept.grow(600)
    await kept.publish()
    kept.grow(601)
    kept.tamper("tiles", "UPDATE croupier.tiles SET root = %s WHERE log = $log AND index = 1", b"\1" * 32)
    assert await kept.refused() == refusals.FORKED
    kept.tamper("tiles", "DELETE FROM croupier.tiles WHERE log = $log AND index = 1")
    assert await kept.refused() == refusals.DAMAGED


async def test_a_tile_that_the_owner_put_there_in_advance_stops_the_signing(kept: Kept) -> None:
    kept.grow(200)
    await kept.publish()
    kept.grow(300)
    kept.tamper(
        "tiles",
        "INSERT INTO croupier.tiles (log, level, index, hashes, root) SELECT $log, 0, 0, %s, %s",
        b"".join(map(leaf_hash, some_records(200))) + b"\1" * 32 * 56,
        b"\1" * 32,
    )
    assert await kept.refused() == refusals.DAMAGED


async def test_cosignatures_are_kept_beside_their_checkpoint_once(kept: Kept) -> None:
    kept.grow(10)
    await kept.publish()
    assert await kept.checkpoints.cosigned(kept.log) == 0
    assert await kept.checkpoints.add_cosignature(kept.log, 10, LINE)
    assert not await kept.checkpoints.add_cosignature(kept.log, 10, LINE)
    assert not await kept.checkpoints.add_cosignature(kept.log, 11, LINE)
    with pytest.raises(Malformed):
        await kept.checkpoints.add_cosignature(kept.log, 10, "a line")
    latest = await kept.checkpoints.latest(kept.log)
    assert latest is not None
    assert latest.cosigned == latest.note + f"{LINE}\n".encode()
    assert await kept.checkpoints.cosigned(kept.log) == 10
    kept.grow(11)
    await kept.publish()
    latest = await kept.checkpoints.latest(kept.log)
    assert latest is not None
    assert latest.cosignatures == ()


async def test_a_log_that_is_not_there_has_nothing(kept: Kept) -> None:
    assert await kept.trees.size("no such log") == 0
    assert await kept.checkpoints.latest("no such log") is None
    assert await kept.trees.leaf_hashes("no such log", 0, 256) == b""
    assert await kept.signing().publish("no such log", 0) == 0


@pytest.mark.parametrize("table", ["tiles", "checkpoints", "cosignatures"])
async def test_nobody_changes_what_was_published(kept: Kept, postgres_url: str, table: str) -> None:
    kept.grow(300)
    await kept.publish()
    await kept.checkpoints.add_cosignature(kept.log, 300, LINE)
    with psycopg.connect(service_conninfo(postgres_url), autocommit=True) as service:
        for session in (service, kept.owner):
            for change in (
                f"UPDATE croupier.{table} SET log = log",
                f"DELETE FROM croupier.{table}",
                f"TRUNCATE croupier.{table} CASCADE",
            ):
                with pytest.raises(InsufficientPrivilege):
                    session.execute(change)


async def test_no_private_key_is_in_the_database(kept: Kept, postgres_url: str) -> None:
    key = b"a key that no other test has...."
    kept.grow(300)
    await kept.signing(signer=Ed25519Signer([key])).publish(kept.log, 300)
    tables = kept.owner.execute(
        "SELECT table_name FROM information_schema.tables WHERE table_schema = 'croupier'"
    ).fetchall()
    assert ("checkpoints",) in tables
    for (table,) in tables:
        (found,) = kept.owner.execute(
            f"SELECT count(*) FROM croupier.{table} AS t WHERE t::text LIKE %s", [f"%{key.hex()}%"]
        ).fetchall()
        assert found == (0,), table

"""The database's schema, brought up to date by plain SQL files.

Migrations go forward only: an append-only log has nothing to go back to. A mistake is mended by a further
migration, and a migration that fails leaves nothing behind, because each runs in a transaction.
"""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
from psycopg.conninfo import conninfo_to_dict
from yoyo import read_migrations
from yoyo.backends.core.postgresql import PostgresqlPsycopgBackend
from yoyo.connections import DatabaseURI
from yoyo.migrations import Migration, default_migration_table

SCHEMA = "croupier"
_MIGRATIONS = Path(__file__).with_name("migrations")
_LOCK = "SELECT pg_advisory_lock(hashtextextended('croupier migrations', 0))"


class _Backend(PostgresqlPsycopgBackend):  # type: ignore[misc]
    """Yoyo's backend, without its questions to the machine that a container may have no answer to."""

    def get_log_data(self, migration: Migration | None = None, operation: str = "apply") -> dict[str, Any]:
        return {
            "id": str(uuid4()),
            "migration_id": migration.id if migration else None,
            "migration_hash": migration.hash if migration else None,
            "username": self.connection.info.user,
            "hostname": "",
            "created_at_utc": datetime.now(UTC).replace(tzinfo=None),
            "operation": operation,
        }


def migrate(url: str) -> None:
    """Bring the database at `url` up to date, connecting as its owner.

    Several processes may do so at once: one works, the others wait for it. Raises `psycopg.Error` when
    the database cannot be reached, or the role may not do it.
    """
    # An advisory lock goes with its connection; yoyo's own, a row, would outlive a killed process.
    with psycopg.connect(url, autocommit=True) as guard:
        guard.execute(_LOCK)
        guard.execute(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}")
        with _Backend(_uri(url), default_migration_table) as backend:
            backend.init_database()
            backend.break_lock()
            backend.apply_migrations(backend.to_apply(read_migrations(str(_MIGRATIONS))))


def _uri(url: str) -> DatabaseURI:
    """Any of libpq's forms of an address, as yoyo takes it."""
    words = conninfo_to_dict(url)
    return DatabaseURI(
        scheme="postgresql+psycopg",
        username=words.pop("user", None),
        password=words.pop("password", None),
        hostname=words.pop("host", None),
        port=words.pop("port", None),
        database=words.pop("dbname", None),
        args={**words, "schema": SCHEMA},
    )

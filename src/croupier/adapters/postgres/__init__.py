"""The event store on PostgreSQL: its schema, appending, reading."""

from croupier.adapters.postgres.migrate import migrate
from croupier.adapters.postgres.store import PostgresEventStore

__all__ = ["PostgresEventStore", "migrate"]

"""A store that cannot be opened says why."""

import psycopg
import pytest

from croupier.adapters.postgres import PostgresEventStore
from croupier.service.errors import StoreUnavailable


async def test_a_login_without_the_services_role_is_told_so(postgres_url: str) -> None:
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute("DROP ROLE IF EXISTS stranger")
        connection.execute("CREATE ROLE stranger LOGIN")
    url = postgres_url.replace("postgresql://croupier@", "postgresql://stranger@")
    with pytest.raises(StoreUnavailable, match='permission denied to set role "croupier_service"'):
        await PostgresEventStore(url, patience=0.5).open()

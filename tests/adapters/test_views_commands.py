"""`croupier rebuild-views` on the real servers."""

import asyncio
from collections.abc import Iterator, Mapping
from pathlib import Path
from secrets import token_bytes

import pytest
from tests.support.playing import Casino, short_story
from tests.support.valkeys import OwnValkey
from tests.support.viewing import Viewing, projecting, soon

from croupier.adapters.cli.app import app
from croupier.adapters.postgres import PostgresEventStore
from croupier.adapters.sealer import Sealer


@pytest.fixture
def valkey() -> Iterator[OwnValkey]:
    """Not the shared one: the keys of views are the program's."""
    with OwnValkey() as valkey:
        yield valkey


class OneLog:
    """Knows the casino's log only: other tests' logs in the database are sealed with other keys."""

    def __init__(self, casino: Casino) -> None:
        self._casino = casino

    async def heads(self) -> Mapping[str, int]:
        return {self._casino.log: await self._casino.store.head(self._casino.log)}


async def test_rebuild_views_fills_them_anew_beside_a_running_service_and_says_what_it_did(
    store: PostgresEventStore,
    log: str,
    postgres_url: str,
    valkey: OwnValkey,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    key = token_bytes(32)
    casino = await short_story(Casino(store, Sealer([key]), log=log))
    await casino.open("baccarat-b2")
    for name, value in {
        "DATABASE_URL": postgres_url,
        "REDIS_URL": valkey.url,
        "CROUPIER_SEAL_KEYS": key.hex(),
        "CROUPIER_LOG_KEYS": key.hex(),
        "CROUPIER_TOKEN_KEY": key.hex(),
        "CROUPIER_VAR": str(tmp_path),
    }.items():
        monkeypatch.setenv(name, value)
    viewing = Viewing(valkey.url, casino, heads=OneLog(casino))
    async with projecting(viewing):
        await soon(viewing.shows_all)
        before = await viewing.generations.current(log)
        assert await asyncio.to_thread(app, ["rebuild-views", log], result_action="return_value") == 0
        assert f"{log}: 2 tables written in" in capsys.readouterr().out
        after = await viewing.generations.current(log)
        assert before
        assert after
        assert before.name != after.name
        await casino.sit("baccarat-b2", 1, "bob")
        await soon(viewing.shows_all)

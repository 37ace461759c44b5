"""`croupier scenario --via`: scenarios played over HTTP by a service, with an operator's test key."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from tests.api.calling import Operator
from tests.api.conftest import new_operator, serving
from tests.scenarios.test_golden import GOLDEN
from tests.support.scenarios import LEFT_OUT, changed

from croupier.adapters.cli.app import app
from croupier.adapters.scenarios.playing import play_all
from croupier.adapters.scenarios.service import NotPlayable, service_at
from croupier.adapters.settings import Settings
from croupier.service.scenarios.report import Report
from croupier.service.scenarios.runner import play

Change = tuple[str, Any]


def written(*changes: Change) -> bytes:
    return json.dumps(changed(*changes)).encode()


async def played_via(operator: Operator, *files: tuple[str, bytes]) -> list[Report]:
    """What the operator's service makes of the files."""
    reports: list[Report] = []
    async with service_at(operator.url, operator.caller.bearer) as service:
        await play_all(service, files, reports.append)
    return reports


async def refused(url: str, key: str | None) -> str:
    """Why nothing can be played there with the key."""
    reports: list[Report] = []
    with pytest.raises(NotPlayable) as reason:
        async with service_at(url, key) as service:
            await play_all(service, [("a.json", written())], reports.append)
    assert not reports
    return str(reason.value)


async def test_every_golden_scenario_passes_on_the_service_as_it_does_here(tester: Operator) -> None:
    files = [(path.name, path.read_bytes()) for path in GOLDEN]
    assert await played_via(tester, *files) == [play(data, name) for name, data in files]


LEAVING = {"by": 1, "do": "leave"}
TOP_UP = {"by": 1, "do": "top-up", "amount": 50}
BACK = {"by": 1, "do": "take-seat", "seat": 1, "buy_in": 7}
CLOSE = {"by": "house", "do": "close-table"}
CLOSED = {"stacks": {}, "bank": 0, "house": 0, "banker": None}


@pytest.mark.parametrize(
    "changes",
    [
        [("expect.stacks.1", 1099)],
        [("expect.stacks.4", LEFT_OUT), ("expect.house", 7)],
        [("steps.2.refused", LEFT_OUT)],
        [("steps.2.refused", "unknown-target")],
        [("steps.1.refused", "wrong-phase")],
        [("steps.3", LEFT_OUT)],
        [("steps", [TOP_UP, LEAVING, BACK, CLOSE]), ("expect", CLOSED)],
        [("steps", [{"by": 1, "do": "expire-turn", "refused": "not-your-turn"}])],
    ],
)
async def test_what_differs_differs_alike(tester: Operator, changes: list[Change]) -> None:
    (report,) = await played_via(tester, ("a.json", written(*changes)))
    assert report == play(written(*changes), "a.json")


@pytest.mark.parametrize(
    "change",
    [
        ("limits", {"min": 2, "max": 1}),
        ("seats.1.seat", 1),
        ("seats.1.seat", 15),
        ("seats.1.player", "ann"),
        ("steps.1.by", 9),
        ("expect.stacks.9", 1),
        ("decks", []),
        ("decks.0.2", "tc"),
        ("game", "poker"),
    ],
    ids=lambda change: change[0],
)
async def test_what_is_invalid_is_invalid_alike(tester: Operator, change: Change) -> None:
    (report,) = await played_via(tester, ("a.json", written(change)))
    assert report.outcome == "invalid"
    assert report == play(written(change), "a.json")


async def test_nothing_is_left_open_and_everybody_is_paid_out(tester: Operator) -> None:
    undealt = ("steps.3", LEFT_OUT)
    await played_via(tester, ("a.json", written()), ("b.json", written(undealt)), ("c.json", b"{}"))
    entries = [entry.record async for entry in tester.parts.store.read_log(tester.log)]
    assert sum(b'"table-closed"' in record for record in entries) == 2
    assert sum(b'"the scenario is over"' in record for record in entries) == 1
    listed = await tester.caller.get("/v1/tables", status="open", at_least=len(entries) - 1)
    assert listed.json()["tables"] == []
    wallets = await tester.parts.store.streams(tester.log, "wallet")
    assert len(wallets) == 4
    for wallet in wallets:
        assert (await tester.parts.services.streams.catch_up(tester.log, wallet)).state.balance == 0


async def test_a_live_key_is_sent_nowhere(operator: Operator) -> None:
    key = operator.caller.bearer
    assert key
    said = await refused("http://127.0.0.1:1", key)
    assert "live key" in said
    assert "no service answers" not in said
    assert key not in said


async def test_it_is_said_why_a_service_does_not_play_scenarios(tester: Operator) -> None:
    key = tester.caller.bearer
    assert key
    auditor = (await tester.holder("auditor")).bearer
    for bearer, reason in (
        (None, "a test key is needed"),
        ("", "a test key is needed"),
        ("secret-words", "none of an operator's"),
        (key[:-1] + ("a" if key[-1] != "a" else "b"), "unauthenticated"),
        (auditor, "this is not for an auditor to do"),
    ):
        said = await refused(tester.url, bearer)
        assert reason in said
        assert not bearer or bearer not in said
    assert "no service answers at http://127.0.0.1:1: " in await refused("http://127.0.0.1:1", key)
    for url in ("localhost:8000", "http://", "http://a b", "ftp://localhost"):
        assert f"no service answers at {url}" in await refused(url, key)


@asynccontextmanager
async def answering(said: bytes) -> AsyncIterator[str]:
    """The URL of something that answers every request with these bytes."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(said)
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"


@pytest.mark.parametrize("body", [b"<html>hello</html>", b'{"games": 7}', b"[]", b"\xff"])
async def test_what_is_no_croupier_is_not_played_on(tester: Operator, body: bytes) -> None:
    async with answering(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)) as url:
        assert await refused(url, tester.caller.bearer) == f"what answers at {url} is no Croupier"


async def test_an_installation_without_named_cards_says_so(settings: Settings) -> None:
    async with serving(replace(settings, fixed_decks=False)) as served:
        key = (await new_operator(served, "test")).caller.bearer
        said = await refused(served.url, key)
        assert "this installation allows no named cards; they need CROUPIER_FIXED_DECKS=true" in said


async def run(*arguments: object) -> int:
    """The exit code of the command, run beside the service."""

    def command() -> int:
        with pytest.raises(SystemExit) as exit:
            app(("scenario", *map(str, arguments)))
        assert isinstance(exit.value.code, int)
        return exit.value.code

    return await asyncio.to_thread(command)


async def test_the_command_prints_what_it_prints_without_a_service(
    tester: Operator, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tester.caller.bearer
    monkeypatch.setenv("CROUPIER_KEY", tester.caller.bearer)
    files: dict[str, list[Change]] = {"a": [], "b": [("expect.house", 7)], "c": [("steps.1.stake", "x")]}
    for name, changes in files.items():
        (tmp_path / f"{name}.json").write_bytes(written(*changes))
    for options in ((), ("--json",)):
        here = await run(*options, tmp_path), capsys.readouterr()
        assert (await run(*options, "--via", tester.url, tmp_path), capsys.readouterr()) == here
        assert here[0] == 1
    assert await run("--via", tester.url, tmp_path / "a.json") == 0
    assert await run("--via", tester.url, tmp_path / "c.json", tmp_path / "missing.json") == 2


async def test_the_command_fails_where_nothing_can_be_played_and_echoes_no_key(
    operator: Operator, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    key = operator.caller.bearer
    assert key
    (tmp_path / "a.json").write_bytes(written())
    assert await run("--json", "--via", operator.url, "--key", key, tmp_path) == 2
    out, error = capsys.readouterr()
    assert out == ""
    assert error.startswith("croupier scenario: the key given is a live key")
    assert key not in error

"""When the service itself can't: the client hears a code, the log lines the cause, and nobody a secret."""

import asyncio
from typing import Any

import pytest
from structlog.testing import capture_logs
from tests.api.calling import Caller, Operator, code_of

from croupier.service.errors import Contended, RecordTooLarge, SealBroken, StoreUnavailable
from croupier.service.health import Health

COMMAND = "/v1/tables/{table}/baccarat/start-round"
MONEY = "/v1/wallets/{player}/deposits"


def _failing(error: Exception) -> Any:
    async def fail(*_: Any, **__: Any) -> Any:
        raise error

    return fail


async def _answers(operator: Operator, error: Exception, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What both kinds of routes answer when the use case fails so."""
    table = await operator.table()
    player = await operator.player(money=0)
    monkeypatch.setattr(operator.parts.services.handling, "handle", _failing(error))
    return [
        await operator.caller.post(COMMAND.format(table=table)),
        await operator.caller.post(MONEY.format(player=player.id), {"amount": 1}),
    ]


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (StoreUnavailable("postgres at 10.0.0.7 is away"), 503, "store-unavailable"),
        (Contended("busy"), 503, "contended"),
        (RecordTooLarge("the record would have 70000 bytes"), 422, "record-too-large"),
        (SealBroken("wrong key"), 500, "seal-broken"),
        (RuntimeError("secret-detail"), 500, "internal-error"),
        (KeyError("secret-detail"), 500, "internal-error"),
    ],
)
async def test_what_fails_inside_is_told_by_a_code_and_no_more(
    operator: Operator, monkeypatch: pytest.MonkeyPatch, error: Exception, status: int, code: str
) -> None:
    for answer in await _answers(operator, error, monkeypatch):
        assert code_of(answer, status) == code
        assert "Traceback" not in answer.text
        assert "secret-detail" not in answer.text
        assert "10.0.0.7" not in answer.text
        assert ("retry-after" in answer.headers) is (status == 503)


async def test_a_failure_is_logged_with_the_requests_id(
    operator: Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    with capture_logs() as lines:
        answers = await _answers(operator, RuntimeError("the cause"), monkeypatch)
    failed = [line for line in lines if line["event"] == "request failed"]
    assert [line["request_id"] for line in failed] == [answer.json()["request_id"] for answer in answers]
    assert all(str(line["exc_info"]) == "the cause" for line in failed)


async def test_no_key_token_or_body_is_ever_logged(
    operator: Operator, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    player = await operator.player()
    table = await operator.table()
    secrets = [str(operator.caller.bearer), str(player.caller.bearer), "c0ffee11"]
    with capture_logs() as lines:
        for error in (RuntimeError("a"), StoreUnavailable("b"), SealBroken("c")):
            monkeypatch.setattr(operator.parts.services.handling, "handle", _failing(error))
            for caller in (operator.caller, player.caller):
                await caller.post(f"/v1/tables/{table}/contribute", {"entropy": "c0ffee11"})
                await caller.post(COMMAND.format(table=table), {"token": caller.bearer})
    written = repr(lines) + "".join(capfd.readouterr())
    # The service may have more to say, of what goes on beside these requests.
    assert len([line for line in lines if "request_id" in line]) == 6
    assert not any(secret in written for secret in secrets)


async def test_clients_that_go_away_leave_the_table_to_the_others(operator: Operator) -> None:
    table = await operator.table()
    path = COMMAND.format(table=table)
    for pause in (0.0, 0.001, 0.002, 0.004):
        asking = asyncio.create_task(operator.caller.post(path))
        await asyncio.sleep(pause)
        asking.cancel()
    started = await operator.caller.post(path)
    assert started.is_success or code_of(started, 409) == "wrong-phase"
    dealt = await operator.deal(table)
    assert dealt["revision"] == 3


async def test_the_service_is_alive_and_ready(anybody: Caller) -> None:
    assert (await anybody.get("/health/live")).json() == {"status": "alive"}
    ready = (await anybody.get("/health/ready")).json()
    assert ready == {"status": "ready", "parts": {"store": "ok", "views": "ok", "log": "ok"}}


async def _well() -> None:
    """Answers."""


async def test_without_its_views_the_service_is_degraded_and_ready() -> None:
    health = Health({"store": _well}, {"views": _failing(ConnectionError("away"))})
    readiness = await health.readiness()
    assert readiness.status == "degraded"
    assert readiness.parts == {"store": "ok", "views": "unavailable"}


async def test_without_its_store_the_service_is_unavailable(
    operator: Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    health = Health({"store": _failing(StoreUnavailable("away"))}, {})
    monkeypatch.setattr(operator.parts.services.health, "readiness", health.readiness)
    answer = await operator.caller.get("/health/ready")
    assert answer.status_code == 503
    assert answer.json()["status"] == "unavailable"


async def test_however_often_it_is_asked_the_parts_are_asked_once_in_a_while() -> None:
    asked = 0

    async def counted() -> None:
        nonlocal asked
        asked += 1

    health = Health({"store": counted}, {})
    for _ in range(100):
        assert (await health.readiness()).status == "ready"
    assert asked < 50


async def test_a_part_that_does_not_answer_in_time_is_unavailable(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def never() -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr("croupier.service.health.PATIENCE", 0.05)
    assert (await Health({"store": never}, {}).readiness()).status == "unavailable"

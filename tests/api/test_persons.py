"""What is kept about the person behind a player: encrypted, his operator's alone, and forgotten for good."""

import asyncio
from typing import Any

import httpx
import psycopg
import pytest
from tests.api.calling import Caller, Operator, code_of
from tests.api.conftest import Served

from croupier.adapters.keyfiles import seal_keys
from croupier.adapters.sealer import Sealer
from croupier.adapters.settings import Settings
from croupier.adapters.system import rule_code
from croupier.service.errors import SealBroken
from croupier.service.replay import OneJudge, Sealed, replay

ANN = {"name": "Ann Example", "born": "1970-01-01", "number": 12345678901234567890123, "né": ["ü", None]}


def path_of(player: str) -> str:
    return f"/v1/players/{player}/person"


async def keep(caller: Caller, player: str, person: Any = ANN) -> httpx.Response:
    return await caller.send("PUT", path_of(player), json={"person": person})


async def forget(caller: Caller, player: str) -> httpx.Response:
    return await caller.send("DELETE", path_of(player))


def rows(url: str, player: str) -> tuple[list[Any], list[Any]]:
    """The player's rows among the keys and among the persons."""
    with psycopg.connect(url) as owner:
        return (
            owner.execute(
                "SELECT sealed, forgotten_at FROM croupier.player_keys WHERE player = %s", [player]
            ).fetchall(),
            owner.execute("SELECT document FROM croupier.persons WHERE player = %s", [player]).fetchall(),
        )


async def test_what_is_kept_is_read_back_also_by_another_process(
    operator: Operator, other_process: Served
) -> None:
    player = (await operator.player()).id
    kept = await keep(operator.caller, player)
    assert kept.status_code == 200
    there = Caller(other_process.url, operator.caller.bearer)
    for caller in (operator.caller, there):
        read = await caller.get(path_of(player))
        assert read.json() == kept.json()
        assert read.json()["person"] == ANN
    await keep(there, player, {})
    assert (await operator.caller.get(path_of(player))).json()["person"] == {}


async def test_of_a_player_about_whom_nothing_is_kept_nothing_is_found(operator: Operator) -> None:
    player = (await operator.player()).id
    assert code_of(await operator.caller.get(path_of(player)), 404) == "not-found"
    for nobody in ("nobody", "a" * 16):
        assert code_of(await keep(operator.caller, nobody), 404) == "not-found"
        assert code_of(await forget(operator.caller, nobody), 404) == "not-found"


async def test_it_is_his_own_operators_alone(operator: Operator, foreign: Operator) -> None:
    player = await operator.player()
    await keep(operator.caller, player.id)
    others = (player.caller, await operator.holder("auditor"), await operator.holder("regulator"))
    for caller in others:
        for answer in (
            await caller.get(path_of(player.id)),
            await keep(caller, player.id),
            await forget(caller, player.id),
        ):
            assert code_of(answer, 403) == "forbidden"
    for answer in (
        await foreign.caller.get(path_of(player.id)),
        await keep(foreign.caller, player.id),
        await forget(foreign.caller, player.id),
    ):
        assert code_of(answer, 404) == "not-found"
    assert (await operator.caller.get(path_of(player.id))).json()["person"] == ANN


@pytest.mark.parametrize("person", [[], "ann", None, 7, {"long": "x" * 16_384}])
async def test_what_is_no_object_or_too_long_is_refused(operator: Operator, person: Any) -> None:
    player = (await operator.player()).id
    answer = await keep(operator.caller, player, person)
    assert code_of(answer, 422) == "invalid-body"
    assert [error["pointer"] for error in answer.json()["errors"]] == ["/person"]


async def test_what_is_too_long_is_not_searched_for_names_given_twice(
    operator: Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    def search(body: bytes) -> None:
        raise AssertionError("it was searched")

    player = (await operator.player()).id
    monkeypatch.setattr("croupier.adapters.http.requests.bodies.refuse_repeats", search)
    answer = await keep(operator.caller, player, {"x": [0] * 30_000, "y": 1})
    assert code_of(answer, 422) == "invalid-body"
    assert answer.json()["errors"] == [
        {"pointer": "/person", "detail": "a person has at most 16384 bytes of JSON"}
    ]


async def test_sixteen_kibibytes_are_kept(operator: Operator) -> None:
    player = (await operator.player()).id
    longest = {"x": "y" * (16_384 - len('{"x":""}'))}
    assert (await keep(operator.caller, player, longest)).status_code == 200
    assert (await operator.caller.get(path_of(player))).json()["person"] == longest


async def test_the_database_has_it_encrypted_under_a_key_of_the_players_own(
    operator: Operator, service_url: str, settings: Settings
) -> None:
    one, other = (await operator.player()).id, (await operator.player()).id
    for player in (one, other):
        await keep(operator.caller, player)
    ((sealed, _),), ((document,),) = rows(service_url, one)
    ((others_key, _),), ((others_document,),) = rows(service_url, other)
    assert b"Ann" not in document + others_document
    installation = Sealer(seal_keys(settings))
    key = installation.unseal(sealed, f"person\0key\0{operator.name}\0{one}".encode())
    opened = Sealer((key,)).unseal(document, f"person\0document\0{operator.name}\0{one}".encode())
    assert b"Ann Example" in opened
    with pytest.raises(SealBroken):
        installation.unseal(others_key, f"person\0key\0{operator.name}\0{one}".encode())
    with pytest.raises(SealBroken):
        Sealer((key,)).unseal(others_document, f"person\0document\0{operator.name}\0{other}".encode())


async def test_what_was_moved_to_another_player_is_not_read_as_his(
    operator: Operator, service_url: str
) -> None:
    one, other = (await operator.player()).id, (await operator.player()).id
    await keep(operator.caller, one)
    await keep(operator.caller, other, {"name": "Bob"})
    with psycopg.connect(service_url) as owner:
        owner.execute(
            "UPDATE croupier.persons AS p SET document = o.document FROM croupier.persons AS o"
            " WHERE p.player = %s AND o.player = %s",
            [other, one],
        )
    assert code_of(await operator.caller.get(path_of(other)), 500) == "seal-broken"


async def test_a_forgotten_player_is_forgotten_for_good(operator: Operator, service_url: str) -> None:
    player = (await operator.player()).id
    await keep(operator.caller, player)
    _, ((document,),) = rows(service_url, player)
    forgotten = await forget(operator.caller, player)
    assert forgotten.json()["player"] == player
    assert (await forget(operator.caller, player)).json() == forgotten.json()
    for answer in (await operator.caller.get(path_of(player)), await keep(operator.caller, player)):
        assert code_of(answer, 410) == "player-forgotten"
        assert forgotten.json()["forgotten_at"] in answer.json()["detail"]
    ((key, at),), documents = rows(service_url, player)
    assert (key, documents) == (None, [])
    assert at is not None
    with psycopg.connect(service_url) as owner:  # as from a backup of that table
        owner.execute(
            "INSERT INTO croupier.persons SELECT log, player, %s, now() FROM croupier.player_keys"
            " WHERE player = %s",
            [document, player],
        )
    assert code_of(await operator.caller.get(path_of(player)), 410) == "player-forgotten"


async def test_who_never_had_anything_kept_can_be_forgotten_beforehand(operator: Operator) -> None:
    player = (await operator.player()).id
    assert (await forget(operator.caller, player)).status_code == 200
    assert code_of(await keep(operator.caller, player), 410) == "player-forgotten"


async def test_the_log_verifies_as_before_when_a_player_was_forgotten(operator: Operator) -> None:
    table = await operator.table()
    player = await operator.seated(table)
    await operator.start(table)
    await player.bet(table)
    await operator.deal(table)
    await keep(operator.caller, player.id)
    parts = operator.parts
    before = [entry async for entry in parts.store.read_log(operator.name)]
    for _ in ("before", "after"):
        report = await replay(parts.store, operator.name, OneJudge(Sealed(parts.secrets), rule_code()))
        assert (report.findings, report.undecided) == ((), 0)
        await forget(operator.caller, player.id)
    assert [entry async for entry in parts.store.read_log(operator.name)] == before
    assert not any(b"Ann" in entry.record for entry in before)
    assert (await player.caller.get(f"/v1/tables/{table}")).status_code == 200


async def test_keeping_and_forgetting_at_once_ends_with_nothing_kept(
    operator: Operator, other_process: Served, service_url: str
) -> None:
    player = (await operator.player()).id
    there = Caller(other_process.url, operator.caller.bearer)
    callers = (operator.caller, there) * 8
    answers = await asyncio.gather(
        *(keep(caller, player, {"n": n}) for n, caller in enumerate(callers)), forget(there, player)
    )
    assert {answer.status_code for answer in answers} <= {200, 410}
    assert code_of(await operator.caller.get(path_of(player)), 410) == "player-forgotten"
    ((key, _),), documents = rows(service_url, player)
    assert (key, documents) == (None, [])


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE croupier.player_keys SET forgotten_at = NULL, sealed = 'key' WHERE player = %s",
        "DELETE FROM croupier.player_keys WHERE player = %s",
    ],
)
async def test_not_even_the_owner_of_the_database_takes_a_tombstone_away(
    operator: Operator, service_url: str, statement: str
) -> None:
    player = (await operator.player()).id
    await forget(operator.caller, player)
    with (
        psycopg.connect(service_url) as owner,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        owner.execute(statement, [player])

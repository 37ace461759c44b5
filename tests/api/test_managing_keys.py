"""An admin makes, lists, replaces and revokes the keys of his operator, and of nobody else."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from tests.api.calling import Caller, Operator, code_of
from tests.api.conftest import Served

ROLES = ("operator", "auditor", "regulator", "admin", "spectator")


async def made(admin: Caller, **wish: Any) -> Any:
    """A new key, as its maker is told of it."""
    answer = await admin.post("/v1/keys", wish)
    assert answer.status_code == 201, answer.text
    return answer.json()


async def listed(admin: Caller) -> dict[str, Any]:
    """All of the operator's keys by their ids."""
    return {key["key_id"]: key for key in (await admin.get("/v1/keys", limit=200)).json()["keys"]}


def in_seconds(moment: str) -> float:
    return (datetime.fromisoformat(moment) - datetime.now(UTC)).total_seconds()


@pytest.mark.parametrize("role", ROLES)
async def test_a_key_is_made_for_a_role_and_a_holder_and_works_at_once(operator: Operator, role: str) -> None:
    admin = await operator.holder("admin", "boss")
    key = await made(admin, role=role, name="desk-4", ttl_seconds=3600)
    assert key["key"].startswith(f"croupier_live_{key['key_id']}_")
    assert (key["role"], key["name"], key["environment"], key["made_by"]) == (role, "desk-4", "live", "boss")
    assert 3590 < in_seconds(key["expires_at"]) <= 3600
    own = "/v1/keys" if role == "admin" else "/v1/tables"
    assert (await Caller(operator.url, key["key"]).get(own)).status_code == 200


async def test_a_list_has_all_keys_of_the_operator_and_no_secret(
    operator: Operator, foreign: Operator
) -> None:
    admin = await operator.holder("admin")
    ids = {(await made(admin, role="auditor"))["key_id"] for _ in range(3)}
    stranger = await made(await foreign.holder("admin"), role="auditor")
    first = await admin.get("/v1/keys", limit=2)
    second = await admin.http.get(first.links["next"]["url"])
    third = await admin.get("/v1/keys", limit=2, cursor=second.json()["next"])
    pages = [page.json() for page in (first, second, third)]
    found = [key for page in pages for key in page["keys"]]
    assert [len(page["keys"]) for page in pages] == [2, 2, 1]
    assert pages[2]["next"] is None
    assert [key["key_id"] for key in found] == sorted(key["key_id"] for key in found)
    assert ids < {key["key_id"] for key in found}
    assert stranger["key_id"] not in {key["key_id"] for key in found}
    assert not any("key" in key or "hash" in key for key in found)
    assert code_of(await admin.get("/v1/keys", cursor="bm9uZQ"), 400) == "invalid-parameter"


async def test_a_keys_last_use_is_listed_once_it_is_written(operator: Operator) -> None:
    admin = await operator.holder("admin")
    key = await made(admin, role="auditor")
    assert (await admin.get(f"/v1/keys/{key['key_id']}")).json()["last_used_at"] is None
    await Caller(operator.url, key["key"]).get("/v1/tables")
    await operator.parts.key_uses.flush()
    used = (await admin.get(f"/v1/keys/{key['key_id']}")).json()["last_used_at"]
    assert -60 < in_seconds(used) <= 0


async def test_a_replaced_key_and_its_successor_are_both_good_for_the_overlap(operator: Operator) -> None:
    admin = await operator.holder("admin", "boss")
    old = await made(admin, role="auditor", name="office", ttl_seconds=86_400)
    answer = await admin.post(f"/v1/keys/{old['key_id']}/rotate", {"overlap_seconds": 600})
    assert answer.status_code == 201, answer.text
    new, told = answer.json()["new"], answer.json()["old"]
    assert (new["role"], new["name"], new["expires_at"]) == ("auditor", "office", old["expires_at"])
    assert told["rotated_to"] == new["key_id"]
    assert 590 < in_seconds(told["expires_at"]) <= 600
    for key in (old["key"], new["key"]):
        assert (await Caller(operator.url, key).get("/v1/tables")).status_code == 200
    again = await admin.post(f"/v1/keys/{old['key_id']}/rotate")
    assert code_of(again, 409) == "key-not-in-force"
    assert (await listed(admin))[old["key_id"]] == told | {
        "last_used_at": (await listed(admin))[old["key_id"]]["last_used_at"]
    }


async def test_an_overlap_longer_than_the_keys_life_does_not_prolong_it(operator: Operator) -> None:
    admin = await operator.holder("admin")
    old = await made(admin, role="auditor", ttl_seconds=60)
    answer = await admin.post(f"/v1/keys/{old['key_id']}/rotate", {"overlap_seconds": 6000})
    assert answer.json()["old"]["expires_at"] == old["expires_at"] == answer.json()["new"]["expires_at"]


async def test_a_key_without_overlap_is_good_no_more(operator: Operator) -> None:
    admin = await operator.holder("admin")
    old = await made(admin, role="auditor")
    answer = await admin.post(f"/v1/keys/{old['key_id']}/rotate", {"overlap_seconds": 0})
    assert code_of(await Caller(operator.url, old["key"]).get("/v1/tables"), 401) == "unauthenticated"
    new = Caller(operator.url, answer.json()["new"]["key"])
    assert (await new.get("/v1/tables")).status_code == 200


async def test_a_revoked_key_is_good_no_more_and_revoking_again_is_the_same_as_once(
    operator: Operator, other_process: Served
) -> None:
    admin = await operator.holder("admin")
    key = await made(admin, role="auditor")
    path = f"/v1/keys/{key['key_id']}"
    once, again = await admin.send("DELETE", path), await admin.send("DELETE", path)
    assert once.status_code == again.status_code == 200
    assert once.json() == again.json() == (await listed(admin))[key["key_id"]]
    assert once.json()["revoked_at"]
    for url in (operator.url, other_process.url):
        assert code_of(await Caller(url, key["key"]).get("/v1/tables"), 401) == "unauthenticated"
    assert code_of(await admin.post(f"{path}/rotate"), 409) == "key-not-in-force"


async def test_an_admin_does_not_lock_himself_out(operator: Operator) -> None:
    admin = await operator.holder("admin")
    assert admin.bearer
    own = f"/v1/keys/{admin.bearer.split('_')[2]}"
    assert code_of(await admin.send("DELETE", own), 409) == "own-key"
    assert code_of(await admin.post(f"{own}/rotate", {"overlap_seconds": 299}), 409) == "own-key"
    rotated = await admin.post(f"{own}/rotate", {"overlap_seconds": 300})
    successor = Caller(operator.url, rotated.json()["new"]["key"])
    assert (await admin.get("/v1/keys")).status_code == 200
    assert (await successor.send("DELETE", own)).status_code == 200


async def test_keys_of_other_operators_and_such_as_are_none_are_not_found(
    operator: Operator, foreign: Operator
) -> None:
    admin, stranger = await operator.holder("admin"), await foreign.holder("admin")
    key = await made(admin, role="auditor")
    for who, key_id in ((stranger, key["key_id"]), (admin, "a" * 16), (admin, "nokey"), (admin, "a%00b")):
        path = f"/v1/keys/{key_id}"
        for answer in (
            await who.get(path),
            await who.send("DELETE", path),
            await who.post(f"{path}/rotate"),
        ):
            assert code_of(answer, 404) == "not-found"
    assert (await listed(admin))[key["key_id"]]["revoked_at"] is None


async def test_a_test_key_manages_keys_for_tests_only(operator: Operator, tester: Operator) -> None:
    create = operator.parts.services.keymaking.create_key
    live = Caller(operator.url, await create(operator.name, "live", "admin"))
    test = Caller(operator.url, await create(operator.name, "test", "admin"))
    one, other = await made(live, role="auditor"), await made(test, role="auditor")
    assert (one["environment"], other["environment"]) == ("live", "test")
    assert other["key"].startswith("croupier_test_")
    assert code_of(await test.post("/v1/keys", {"role": "operator", "environment": "live"}), 403)
    assert code_of(await test.send("DELETE", f"/v1/keys/{one['key_id']}"), 404) == "not-found"
    assert one["key_id"] not in await listed(test)
    assert (await made(live, role="auditor", environment="test"))["environment"] == "test"
    assert {one["key_id"], other["key_id"]} < (await listed(live)).keys()
    assert (await live.send("DELETE", f"/v1/keys/{other['key_id']}")).status_code == 200


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "/role"),
        ({"role": "player"}, "/role"),
        ({"role": "clock"}, "/role"),
        ({"role": "operator", "operator": "other"}, "/operator"),
        ({"role": "operator", "name": "two words"}, "/name"),
        ({"role": "operator", "environment": "prod"}, "/environment"),
        ({"role": "operator", "ttl_seconds": 59}, "/ttl_seconds"),
        ({"role": "operator", "ttl_seconds": 10**12}, "/ttl_seconds"),
    ],
)
async def test_a_key_that_can_not_be_is_refused(operator: Operator, body: Any, pointer: str) -> None:
    admin = await operator.holder("admin")
    answer = await admin.post("/v1/keys", body)
    assert answer.status_code == 422, answer.text
    assert [error["pointer"] for error in answer.json()["errors"]] == [pointer]
    assert len(await listed(admin)) == 2


@pytest.mark.parametrize("other", ["operator", "key"])
async def test_an_admin_gives_no_key_the_name_of_the_operator_or_of_another_key(
    operator: Operator, other: str
) -> None:
    admin = await operator.holder("admin")
    key = await made(admin, role="admin")
    taken = operator.name if other == "operator" else key["key_id"]
    for role in ("operator", "admin"):
        answer = await admin.post("/v1/keys", {"role": role, "name": taken})
        assert code_of(answer, 422) == "invalid-name"
    assert len(await listed(admin)) == 3
    successor = (await admin.post(f"/v1/keys/{key['key_id']}/rotate")).json()["new"]
    assert successor["name"] == key["key_id"], "who has it stays the same, to the log and to his answers"


async def test_a_name_with_the_end_of_a_line_is_refused(operator: Operator) -> None:
    admin = await operator.holder("admin")
    answer = await admin.post("/v1/keys", {"role": "operator", "name": "ann\n"})
    assert answer.status_code == 422, answer.text
    assert len(await listed(admin)) == 2


@pytest.mark.parametrize("overlap", [-1, 90 * 86_400 + 1, "soon", []])
async def test_an_overlap_out_of_bounds_is_refused(operator: Operator, overlap: Any) -> None:
    admin = await operator.holder("admin")
    key = await made(admin, role="auditor")
    answer = await admin.post(f"/v1/keys/{key['key_id']}/rotate", {"overlap_seconds": overlap})
    assert code_of(answer, 422) == "invalid-body"


async def test_a_key_asked_for_twice_with_one_idempotency_key_is_made_once(operator: Operator) -> None:
    admin = await operator.holder("admin")
    headers = {"Idempotency-Key": uuid4().hex}
    one, other = [await admin.post("/v1/keys", {"role": "auditor"}, headers=headers) for _ in range(2)]
    assert one.content == other.content
    assert other.headers["idempotency-replayed"] == "true"
    assert len(await listed(admin)) == 3
    path = f"/v1/keys/{one.json()['key_id']}/rotate"
    headers = {"Idempotency-Key": uuid4().hex}
    first, second = [await admin.post(path, headers=headers) for _ in range(2)]
    assert first.content == second.content
    assert len(await listed(admin)) == 4


async def test_where_a_new_key_is_read_is_told_with_it_the_second_time_too(operator: Operator) -> None:
    admin, once = await operator.holder("admin"), {"Idempotency-Key": uuid4().hex}
    first, again = [await admin.post("/v1/keys", {"role": "auditor"}, headers=once) for _ in range(2)]
    place = first.headers["location"]
    assert again.headers["location"] == place
    assert (await admin.get(place)).json()["key_id"] == first.json()["key_id"]
    replaced = await admin.post(f"{place}/rotate", {})
    assert (await admin.get(replaced.headers["location"])).json()["key_id"] == replaced.json()["new"][
        "key_id"
    ]


async def test_the_key_that_replaces_another_is_made_once_however_many_ask(operator: Operator) -> None:
    admin = await operator.holder("admin")
    key = await made(admin, role="auditor")
    path = f"/v1/keys/{key['key_id']}/rotate"
    answers = await asyncio.gather(*(admin.post(path) for _ in range(5)))
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409, 409]
    assert len(await listed(admin)) == 4


async def test_a_key_lives_no_longer_than_it_was_made_for(operator: Operator) -> None:
    admin = await operator.holder("admin")
    key = await made(admin, role="auditor", ttl_seconds=60)
    assert datetime.fromisoformat(key["expires_at"]) - datetime.fromisoformat(
        key["created_at"]
    ) == pytest.approx(timedelta(seconds=60), abs=timedelta(seconds=1))

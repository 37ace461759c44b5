"""Managing webhooks: registered, read, changed, removed, by an operator and nobody else."""

from typing import Any

import psycopg
import pytest
from tests.api.calling import Caller, Operator, code_of
from tests.api.conforming import the_document
from tests.api.conftest import Served

from croupier.service.webhooks.selecting import EVENT_TAGS
from croupier.service.webhooks.webhooks import MOST_OF_A_LOG

URL = "https://93.184.215.14/hook"


async def register(caller: Caller, **changed: Any) -> Any:
    """A new webhook: what is answered."""
    return await caller.do("/v1/webhooks", **{"url": URL, "events": ["*"], **changed})


async def webhook_of(caller: Caller, **changed: Any) -> str:
    """A new webhook's path."""
    return f"/v1/webhooks/{(await register(caller, **changed))['webhook']['webhook']}"


async def test_a_webhook_is_registered_and_its_secret_told_this_once(operator: Operator) -> None:
    made = await register(
        operator.caller, events=["round-ended", "wallets", "round-ended"], description="Mine"
    )
    assert made["secret"].startswith("whsec_")
    webhook = made["webhook"]
    assert webhook["url"] == URL
    assert webhook["events"] == ["round-ended", "wallets"]
    assert webhook["description"] == "Mine"
    assert (webhook["status"], webhook["disabled_because"], webhook["waiting"]) == ("enabled", None, 0)
    read = await operator.caller.get(f"/v1/webhooks/{webhook['webhook']}")
    assert read.json() == webhook
    listed = await operator.caller.get("/v1/webhooks")
    assert listed.json() == {"webhooks": [webhook], "next": None}
    assert made["secret"] not in read.text + listed.text


async def test_it_begins_where_the_log_stands(operator: Operator) -> None:
    player = await operator.player()
    paid = await operator.caller.do(f"/v1/wallets/{player.id}/deposits", amount=7)
    assert (await register(operator.caller))["webhook"]["position"] == paid["position"]


async def test_its_secret_lies_sealed_in_the_database(operator: Operator, service_url: str) -> None:
    secret = (await register(operator.caller))["secret"]
    with psycopg.connect(service_url) as owner:
        for table in ("webhooks", "kept_answers"):
            rows = owner.execute(f"SELECT t::text FROM croupier.{table} AS t").fetchall()
            assert secret.removeprefix("whsec_") not in str(rows)
            assert secret.encode().hex() not in str(rows)


@pytest.mark.parametrize(
    "url",
    [
        "http://93.184.215.14/",
        "https://127.0.0.1/",
        "https://localhost/",
        "https://169.254.169.254/latest/meta-data",
        "https://[::ffff:127.0.0.1]/",
        "https://2130706433/",
        "https://user:secret@93.184.215.14/",
        "https://93.184.215.14:25/",
        "file:///etc/passwd",
        "x",
    ],
)
async def test_a_url_that_leads_inside_or_is_odd_is_refused_at_once(operator: Operator, url: str) -> None:
    body = {"url": url, "events": ["*"]}
    assert code_of(await operator.caller.post("/v1/webhooks", body), 422) == "webhook-url-refused"
    path = await webhook_of(operator.caller)
    answer = await operator.caller.send("PATCH", path, json={"url": url})
    assert code_of(answer, 422) == "webhook-url-refused"
    assert (await operator.caller.get(path)).json()["url"] == URL


@pytest.mark.parametrize(
    ("changed", "pointer"),
    [
        ({"events": []}, "/events"),
        ({"events": ["no-such-event"]}, "/events/0"),
        ({"events": ["*", 7]}, "/events/1"),
        ({"events": "*"}, "/events"),
        ({"url": 7}, "/url"),
        ({"url": ""}, "/url"),
        ({"url": f"https://example.com/{'a' * 2048}"}, "/url"),
        ({"description": "x" * 201}, "/description"),
        ({"description": "a\0b"}, "/description"),
        ({"description": "a\x1b[2Jb"}, "/description"),
        ({"description": "two\nlines"}, "/description"),
        ({"description": " begins with a space"}, "/description"),
        ({"secret": "whsec_mine"}, "/secret"),
    ],
)
async def test_a_wrong_body_is_told_with_its_place(
    operator: Operator, changed: dict[str, Any], pointer: str
) -> None:
    answer = await operator.caller.post("/v1/webhooks", {"url": URL, "events": ["*"], **changed})
    assert code_of(answer, 422) == "invalid-body"
    assert [error["pointer"] for error in answer.json()["errors"]] == [pointer]
    if pointer != "/secret":
        change = await operator.caller.send("PATCH", await webhook_of(operator.caller), json=changed)
        assert code_of(change, 422) == "invalid-body"


async def test_every_kind_of_event_there_is_can_be_asked_for(operator: Operator) -> None:
    every = sorted(EVENT_TAGS)
    assert {"round-ended", "bet-settled", "deposited", "dispute-opened"} <= EVENT_TAGS
    assert (await register(operator.caller, events=every))["webhook"]["events"] == every


async def test_a_repeated_registration_makes_one_webhook_and_tells_the_same_secret(
    operator: Operator,
) -> None:
    key, body = {"Idempotency-Key": "once"}, {"url": URL, "events": ["*"]}
    first = await operator.caller.post("/v1/webhooks", body, headers=key)
    again = await operator.caller.post("/v1/webhooks", body, headers=key)
    assert first.status_code == again.status_code == 201
    assert first.headers["location"] == again.headers["location"]
    read = await operator.caller.get(first.headers["location"])
    assert read.json() == first.json()["webhook"]
    assert again.json() == first.json()
    assert again.headers["idempotency-replayed"] == "true"
    assert len((await operator.caller.get("/v1/webhooks")).json()["webhooks"]) == 1
    other = await operator.caller.post("/v1/webhooks", {**body, "events": ["tables"]}, headers=key)
    assert code_of(other, 422) == "idempotency-key-reused"


async def test_a_refused_registration_may_be_mended_under_the_same_key(operator: Operator) -> None:
    key = {"Idempotency-Key": "mended"}
    bad = await operator.caller.post(
        "/v1/webhooks", {"url": "https://10.0.0.1/", "events": ["*"]}, headers=key
    )
    assert code_of(bad, 422) == "webhook-url-refused"
    good = await operator.caller.post("/v1/webhooks", {"url": URL, "events": ["*"]}, headers=key)
    assert good.status_code == 201


async def test_a_log_has_so_many_webhooks_at_the_most(operator: Operator, foreign: Operator) -> None:
    paths = [await webhook_of(operator.caller) for _ in range(MOST_OF_A_LOG)]
    body = {"url": URL, "events": ["*"]}
    assert code_of(await operator.caller.post("/v1/webhooks", body), 409) == "too-many-webhooks"
    await register(foreign.caller)
    await operator.caller.send("DELETE", paths[0])
    await register(operator.caller)


async def test_the_list_is_read_page_by_page(operator: Operator) -> None:
    made = sorted([await webhook_of(operator.caller) for _ in range(5)])
    first = await operator.caller.get("/v1/webhooks", limit=2)
    found, link = first.json()["webhooks"], first.links["next"]["url"]
    while link:
        page = await operator.caller.send("GET", link)
        found += page.json()["webhooks"]
        link = page.links.get("next", {}).get("url", "")
    assert [f"/v1/webhooks/{one['webhook']}" for one in found] == made
    bad = await operator.caller.get("/v1/webhooks", cursor="x")
    assert code_of(bad, 400) == "invalid-parameter"


async def test_it_is_changed_field_by_field(operator: Operator, other_process: Served) -> None:
    path = await webhook_of(operator.caller, description="before")
    before = (await operator.caller.get(path)).json()
    answer = await operator.caller.send("PATCH", path, json={"events": ["tables"], "status": "disabled"})
    there = await Caller(other_process.url, operator.caller.bearer).get(path)
    assert answer.json() == there.json()
    now = answer.json()
    assert (now["events"], now["description"], now["url"]) == (["tables"], "before", URL)
    assert (now["status"], now["disabled_because"]) == ("disabled", "operator")
    enabled = await operator.caller.send("PATCH", path, json={"status": "enabled"})
    assert enabled.json() == {**before, "events": ["tables"]}
    same = await operator.caller.send("PATCH", path, json={})
    assert same.json() == enabled.json()


async def test_a_secret_is_replaced_and_the_old_one_signs_for_a_while(operator: Operator) -> None:
    made = await register(operator.caller)
    path = f"/v1/webhooks/{made['webhook']['webhook']}"
    rotated = await operator.caller.do(f"{path}/rotate-secret", overlap_seconds=3600)
    assert rotated["secret"].startswith("whsec_")
    assert rotated["secret"] != made["secret"]
    assert rotated["webhook"]["old_secrets_until"]
    at_once = await operator.caller.do(f"{path}/rotate-secret", overlap_seconds=0)
    assert at_once["webhook"]["old_secrets_until"] is None
    key = {"Idempotency-Key": "rotate"}
    first = await operator.caller.post(f"{path}/rotate-secret", headers=key)
    again = await operator.caller.post(f"{path}/rotate-secret", headers=key)
    assert first.json() == again.json()
    for seconds in (-1, 7 * 24 * 3600 + 1, "x"):
        answer = await operator.caller.post(f"{path}/rotate-secret", {"overlap_seconds": seconds})
        assert code_of(answer, 422) == "invalid-body"


async def test_a_replay_goes_back_and_never_ahead(operator: Operator) -> None:
    await operator.player()
    path = await webhook_of(operator.caller)
    position = (await operator.caller.get(path)).json()["position"]
    assert (await operator.caller.do(f"{path}/replay", **{"from": position + 1}))["position"] == position
    ahead = await operator.caller.post(f"{path}/replay", {"from": position + 2})
    assert code_of(ahead, 409) == "replay-ahead"
    assert (await operator.caller.do(f"{path}/replay", **{"from": 0}))["position"] == -1
    under_way = await operator.caller.post(f"{path}/replay", {"from": 0})
    assert code_of(under_way, 409) == "replay-under-way"
    assert under_way.json()["detail"] == f"it has come to position -1 of {position}"
    for body in ({}, {"from": -1}, {"from": "0"}):
        assert code_of(await operator.caller.post(f"{path}/replay", body), 422) == "invalid-body"


async def test_what_is_removed_is_gone(operator: Operator) -> None:
    path = await webhook_of(operator.caller)
    before = (await operator.caller.get(path)).json()
    assert (await operator.caller.send("DELETE", path)).json() == before
    assert code_of(await operator.caller.send("DELETE", path), 404) == "not-found"
    assert code_of(await operator.caller.get(path), 404) == "not-found"


ROUTES = [
    ("GET", "", None),
    ("PATCH", "", {"status": "disabled"}),
    ("DELETE", "", None),
    ("POST", "/rotate-secret", {}),
    ("POST", "/replay", {"from": 0}),
    ("POST", "/test", {}),
    ("GET", "/deliveries", None),
    ("POST", "/deliveries/019b0000-0000-7000-8000-000000000001/redeliver", {}),
]


async def ask(caller: Caller, method: str, path: str, body: Any, headers: Any = None) -> Any:
    return await caller.send(method, path, headers=headers, **({} if body is None else {"json": body}))


@pytest.mark.parametrize(("method", "tail", "body"), ROUTES, ids=lambda part: part or None)
async def test_anothers_webhook_does_not_exist(
    operator: Operator, foreign: Operator, method: str, tail: str, body: Any
) -> None:
    path = await webhook_of(operator.caller)
    answer = await ask(foreign.caller, method, f"{path}{tail}", body)
    assert code_of(answer, 404) == "not-found"
    for odd in ("webhook-none", "webhook-aaaaaaaaaaaaaaaa", "%00", "webhook-%E9"):
        for headers in ({}, {"Idempotency-Key": "odd"}):
            answer = await ask(operator.caller, method, f"/v1/webhooks/{odd}{tail}", body, headers)
            assert code_of(answer, 404) == "not-found"
    assert (await operator.caller.get(path)).json()["status"] == "enabled"


@pytest.mark.parametrize("delivery", ["x", "019b0000-0000-7000-8000-000000000001", "%00"])
async def test_a_delivery_that_never_was_is_not_sent_again(operator: Operator, delivery: str) -> None:
    path = await webhook_of(operator.caller)
    answer = await operator.caller.post(f"{path}/deliveries/{delivery}/redeliver")
    assert code_of(answer, 404) == "not-found"


async def test_nobody_else_may_not_even_an_admin_who_would_be_sent_all_that_is_played(
    operator: Operator,
) -> None:
    path = await webhook_of(operator.caller)
    others = [await operator.holder(role) for role in ("admin", "auditor", "regulator")]
    for caller in ((await operator.player()).caller, *others):
        refused = [await caller.get("/v1/webhooks")]
        refused += [await caller.post("/v1/webhooks", {"url": URL, "events": ["*"]})]
        refused += [await ask(caller, method, f"{path}{tail}", body) for method, tail, body in ROUTES]
        assert {code_of(answer, 403) for answer in refused} == {"forbidden"}
    assert len((await operator.caller.get("/v1/webhooks")).json()["webhooks"]) == 1


async def test_the_example_of_every_body_in_the_document_is_understood(operator: Operator) -> None:
    await operator.player()
    path = await webhook_of(operator.caller)
    for template, methods in the_document()["paths"].items():
        for method, told in methods.items():
            if (
                not template.startswith("/v1/webhooks")
                or "requestBody" not in told
                or "{delivery}" in template
            ):
                continue
            example = told["requestBody"]["content"]["application/json"]["example"]
            body = {**example, "url": URL} if "url" in example else example
            filled = template.replace("/v1/webhooks/{webhook}", path)
            answer = await operator.caller.send(method.upper(), filled, json=body)
            assert answer.is_success or code_of(answer, 409), answer.text

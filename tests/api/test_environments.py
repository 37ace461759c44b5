"""Live and test share nothing: not a player, a table, a chip or an entry. See ADR 0024."""

from typing import Any

import pytest
from tests.api.calling import LIMITS, Caller, Operator, code_of

from croupier.service.environments import environment_of, log_of, operator_of

CARDS = {"fixed": {"decks": [["9S", "KD", "TC", "7H"]]}}


@pytest.fixture
async def testing(operator: Operator) -> Operator:
    """The same operator with a test key."""
    key = await operator.parts.services.keymaking.create_key(operator.name, "test")
    return Operator(operator.name, operator.url, Caller(operator.url, key), operator.parts, "test")


def test_a_log_is_named_for_operator_and_environment() -> None:
    for environment, log in (("live", "house"), ("test", "house.test")):
        assert log_of("house", environment) == log  # type: ignore[arg-type]
        assert (operator_of(log), environment_of(log)) == ("house", environment)


async def test_what_is_of_one_environment_does_not_exist_in_the_other(
    operator: Operator, testing: Operator
) -> None:
    for own, other in ((operator, testing), (testing, operator)):
        table = await own.table()
        player = await own.seated(table)
        await own.start(table)
        for path in (
            f"/v1/tables/{table}",
            f"/v1/tables/{table}/events",
            f"/v1/wallets/{player.id}",
            f"/v1/players/{player.id}/rounds",
            f"/v1/rounds/{table}.1",
            f"/v1/log/{own.log}/bundle",
        ):
            assert (await other.caller.get(path)).status_code == 404, path
        for path, body in (
            (f"/v1/wallets/{player.id}/deposits", {"amount": 5}),
            (f"/v1/players/{player.id}/tokens", {}),
            (f"/v1/tables/{table}/baccarat/deal", {}),
            (f"/v1/tables/{table}/close-table", {}),
            (f"/v1/tables/{table}/expire-turn", {}),
        ):
            assert code_of(await other.caller.post(path, body), 404) == "not-found", path
        listed = (await other.caller.get("/v1/tables")).json()["tables"]
        assert table not in [one["table"] for one in listed]


async def test_no_player_sits_at_a_table_of_the_other_environment(
    operator: Operator, testing: Operator
) -> None:
    for own, other in ((operator, testing), (testing, operator)):
        table, stranger = await own.table(), await other.player()
        answer = await stranger.caller.post(f"/v1/tables/{table}/take-seat", {"seat": 1, "buy_in": 10})
        assert code_of(answer, 404) == "not-found"
        assert (await stranger.caller.get(f"/v1/wallets/{stranger.id}")).json()["balance"] == 1_000


async def test_the_two_logs_have_their_own_positions_and_names(operator: Operator, testing: Operator) -> None:
    await operator.table()
    opened = await testing.caller.do("/v1/tables", game="baccarat", limits=LIMITS, **CARDS)
    assert opened["position"] == 0
    heads = await operator.parts.store.heads()
    assert (heads[operator.log], heads[testing.log]) == (0, 0)
    assert operator.parts.services.transparency.origin(testing.log) == f"croupier.local/{operator.name}.test"


async def test_a_live_key_names_no_cards_and_its_log_has_none(operator: Operator, testing: Operator) -> None:
    body = {"game": "baccarat", "limits": LIMITS, **CARDS}
    assert code_of(await operator.caller.post("/v1/tables", body), 403) == "fixed-decks-not-allowed"
    assert (await testing.caller.post("/v1/tables", body)).status_code == 201
    assert operator.log not in await operator.parts.store.heads()


async def test_keys_of_every_role_are_of_one_environment(operator: Operator, testing: Operator) -> None:
    table = await testing.table(**CARDS)
    for role in ("auditor", "regulator"):
        assert (await (await testing.holder(role)).get(f"/v1/tables/{table}")).status_code == 200
        assert (await (await operator.holder(role)).get(f"/v1/tables/{table}")).status_code == 404


async def test_test_play_is_marked_wherever_it_is_read(testing: Operator) -> None:
    table = await testing.table(**CARDS)
    await testing.seated(table)
    await testing.start(table)
    dealt = await testing.deal(table)
    assert dealt["view"]["decks"]["fixed"] is True
    report = (await testing.caller.get(f"/v1/rounds/{table}.1")).json()
    assert (report["test"], report["deck"]["named"], report["log"]["log"]) == (True, True, testing.log)
    lobby = (await testing.caller.get("/v1/tables", at_least=dealt["position"])).json()["tables"]
    assert [one["fixed"] for one in lobby] == [True]
    events = (await testing.caller.get(f"/v1/tables/{table}/events")).json()["entries"]
    assert events[0]["events"][0]["fixed"]["decks"] == CARDS["fixed"]["decks"]


class TestTheClockByHand:
    """`POST ../expire-turn`: the operator acts for the clock, at test tables with named cards alone."""

    async def test_the_log_names_the_clock_and_who_acted_for_it(self, testing: Operator) -> None:
        table = await testing.table(**CARDS)
        await testing.start(table)
        headers = {"Idempotency-Key": '"once"'}
        path = f"/v1/tables/{table}/expire-turn"
        ended = await testing.caller.post(path, headers=headers)
        assert ended.json()["view"]["in_round"] is False
        assert (await testing.caller.post(path, headers=headers)).content == ended.content
        (*_, last) = (await testing.caller.get(f"/v1/tables/{table}/events")).json()["entries"]
        assert last["actor"] == {"role": "clock", "id": "clock", "by": testing.name}
        assert last["command"] == "expire-turn"

    @pytest.mark.parametrize("more", [{}, {**CARDS, "times": {"turn": 60, "bank": 60}}])
    async def test_where_the_clock_runs_by_itself_or_cards_are_shuffled_nobody_has_it(
        self, testing: Operator, more: dict[str, Any]
    ) -> None:
        table = await testing.table(**more)
        await testing.start(table)
        answer = await testing.caller.post(f"/v1/tables/{table}/expire-turn")
        assert code_of(answer, 409) == "not-your-turn"

    async def test_nobody_else_has_it(self, testing: Operator) -> None:
        table = await testing.table(**CARDS)
        player = await testing.seated(table)
        await testing.start(table)
        path = f"/v1/tables/{table}/expire-turn"
        assert code_of(await player.caller.post(path), 409) == "not-your-turn"
        assert code_of(await (await testing.holder("auditor")).post(path), 403) == "forbidden"
        assert code_of(await testing.caller.post(path, headers={"If-Match": '"1"'}), 412)
        assert code_of(await testing.caller.post(path, {"seat": 1}), 422) == "invalid-body"
        assert code_of(await testing.caller.post(f"/v1/tables/{table[:-1]}a/expire-turn"), 404)

    async def test_an_attempt_at_it_is_kept(self, testing: Operator) -> None:
        table = await testing.table()
        await testing.start(table)
        assert code_of(await testing.caller.post(f"/v1/tables/{table}/expire-turn"), 409)
        auditor = await testing.holder("auditor")
        (tried,) = (await auditor.get(f"/v1/tables/{table}/attempts")).json()["attempts"]
        assert (tried["command"], tried["code"]) == ("expire-turn", "not-your-turn")
        assert tried["actor"] == {"role": "operator", "id": testing.name}

"""Voiding a round over HTTP: the stakes go back, and it is counted and listed."""

from tests.api.calling import Operator, code_of

VOID = {"reason": "the lights went out"}
HOUSE = {"role": "operator", "id": "pit-7"}


async def test_a_voided_round_gives_the_stakes_back_and_is_counted(operator: Operator) -> None:
    table = await operator.table()
    ann = await operator.seated(table)
    await operator.start(table)
    await ann.bet(table, "player", 100)
    answer = await operator.caller.do(f"/v1/tables/{table}/void-round", **VOID)
    voided, revealed = answer["events"]
    assert voided["stacks"] == [{"seat": 1, "returned": 100, "stack": 500}]
    assert (revealed["type"], revealed["used"]) == ("deck-revealed", True)
    assert (answer["view"]["voided"], answer["view"]["in_round"], answer["view"]["in_play"]) == (1, False, 0)
    lobby = await operator.caller.get("/v1/tables", at_least=answer["position"])
    assert [one["voided"] for one in lobby.json()["tables"]] == [1]
    read = await ann.caller.get(f"/v1/tables/{table}", at_least=answer["position"])
    assert read.json()["view"]["voided"] == 1


async def test_voided_rounds_are_listed_with_who_called_them_off_and_why_in_pages(operator: Operator) -> None:
    table = await operator.table()
    office = await operator.holder("operator", "pit-7")
    ann = await operator.seated(table)
    for number in range(1, 6):
        await operator.start(table)
        if number == 3:
            await operator.deal(table)
        else:
            await office.do(f"/v1/tables/{table}/void-round", reason=f"reason {number}")
    path = f"/v1/tables/{table}/voided-rounds"
    first = (await ann.caller.get(path, limit=3)).json()
    events = (await ann.caller.get(f"/v1/tables/{table}/events", event="round-voided")).json()["entries"]
    for listed, entry in zip(first["rounds"], events, strict=False):
        assert (listed.pop("at"), listed.pop("position")) == (entry["at"], entry["position"])
    assert first["rounds"] == [
        {"round": f"{table}.{number}", "number": number, "reason": f"reason {number}", "actor": HOUSE}
        for number in (1, 2, 4)
    ]
    assert first["voided"] == 4
    rest = (await ann.caller.get(path, cursor=first["next"])).json()
    assert ([one["number"] for one in rest["rounds"]], rest["next"]) == ([5], None)


async def test_only_the_operator_voids_and_only_a_round_that_is_going_on(operator: Operator) -> None:
    table = await operator.table()
    ann = await operator.seated(table)
    path = f"/v1/tables/{table}/void-round"
    assert code_of(await operator.caller.post(path, VOID), 409) == "wrong-phase"
    await operator.start(table)
    assert code_of(await ann.caller.post(path, VOID), 409) == "not-the-banker"
    assert code_of(await (await operator.holder("auditor")).post(path, VOID), 403) == "forbidden"
    for body in ({}, {"reason": ""}, {"reason": "x" * 501}, {"reason": "two\nlines"}):
        assert code_of(await operator.caller.post(path, body), 422) == "invalid-body"


async def test_another_operators_voided_rounds_do_not_exist(operator: Operator, foreign: Operator) -> None:
    path = f"/v1/tables/{await operator.table()}/voided-rounds"
    assert (await operator.caller.get(path)).json()["rounds"] == []
    assert code_of(await foreign.caller.get(path), 404) == "not-found"


async def test_who_asked_to_leave_has_his_stake_back_in_his_wallet(operator: Operator) -> None:
    table = await operator.table()
    ann = await operator.seated(table)
    await operator.start(table)
    await ann.bet(table, "tie", 100)
    await ann.caller.do(f"/v1/tables/{table}/leave")
    await operator.caller.do(f"/v1/tables/{table}/void-round", **VOID)
    assert (await ann.caller.get(f"/v1/wallets/{ann.id}")).json()["balance"] == 1_000

"""A table is opened, played at and closed over REST."""

from typing import Any

from tests.api.calling import LIMITS, Operator, code_of


async def test_a_coup_is_played_from_the_opened_table_to_the_cashed_out_wallet(operator: Operator) -> None:
    table = await operator.table(rules={"decks": 6})
    player = await operator.seated(table, seat=3, buy_in=500)
    await operator.start(table)
    answer = (await player.bet(table, "banker", 100)).json()
    assert [event["type"] for event in answer["events"]] == ["bet-placed"]
    assert answer["view"]["play"]["bets"] == [{"seat": 3, "on": "banker", "stake": 100}]
    dealt = await operator.deal(table)
    settled = next(event for event in dealt["events"] if event["type"] == "bet-settled")
    assert settled["rule"] in (9, 10)
    left = await player.caller.do(f"/v1/tables/{table}/leave")
    assert left["view"]["seats"] == []
    wallet = (await player.caller.get(f"/v1/wallets/{player.id}")).json()
    assert wallet["balance"] == 500 + settled["stack"]
    closed = await operator.caller.do(f"/v1/tables/{table}/close-table")
    assert closed["view"]["status"] == "closed"
    assert closed["options"] == []


async def test_cards_named_with_a_test_key_are_the_cards_that_are_dealt(tester: Operator) -> None:
    cards = ["9S", "KD", "2C", "7H", "4D"]
    table = await tester.table(fixed={"decks": [cards]})
    await tester.start(table)
    dealt = await tester.deal(table)
    shown = [event["card"] for event in dealt["events"] if event["type"] == "card-dealt"]
    assert shown == cards[: len(shown)]
    assert dealt["view"]["decks"]["fixed"] is True


async def test_cards_are_never_named_with_a_live_key(operator: Operator) -> None:
    body = {"game": "baccarat", "limits": LIMITS, "fixed": {"decks": [["9S"]]}}
    answer = await operator.caller.post("/v1/tables", body)
    assert code_of(answer, 403) == "fixed-decks-not-allowed"


async def test_what_was_contributed_is_in_the_next_deck_for_all_to_see(operator: Operator) -> None:
    table = await operator.table()
    player = await operator.seated(table)
    await player.caller.do(f"/v1/tables/{table}/contribute", entropy="c0ffee")
    await operator.start(table)
    view = (await operator.caller.get(f"/v1/tables/{table}")).json()["view"]
    assert view["decks"]["current"]["contributions"] == {"1": "c0ffee"}


async def test_every_option_that_is_offered_can_be_taken(operator: Operator) -> None:
    table = await operator.table()
    player = await operator.seated(table)
    await operator.start(table)
    seen = (await player.caller.get(f"/v1/tables/{table}")).json()
    bets = [option for option in seen["options"] if option["command"] == "place-bet"]
    assert {option["fields"]["on"]["values"][0] for option in bets} == {"player", "banker", "tie"}
    for option in bets:
        fields = {name: _least(choice) for name, choice in option["fields"].items()}
        await player.caller.do(f"/v1/tables/{table}/baccarat/place-bet", **fields)


def _least(choice: dict[str, Any]) -> Any:
    return choice["values"][0] if choice["type"] == "one-of" else choice["least"]


async def test_chips_are_topped_up_from_the_wallet(operator: Operator) -> None:
    table = await operator.table()
    player = await operator.seated(table, buy_in=100)
    answer = await player.caller.do(f"/v1/tables/{table}/top-up", amount=900)
    assert answer["view"]["seats"][0]["stack"] == 1_000
    short = await player.caller.post(f"/v1/tables/{table}/top-up", {"amount": 1})
    assert code_of(short, 409) == "insufficient-funds"


async def test_a_withdrawn_bet_is_back_in_the_stack(operator: Operator) -> None:
    table = await operator.table()
    player = await operator.seated(table)
    await operator.start(table)
    await player.bet(table, "tie", 50)
    answer = await player.caller.do(f"/v1/tables/{table}/baccarat/withdraw-bet", on="tie")
    assert answer["view"]["seats"][0]["stack"] == 500

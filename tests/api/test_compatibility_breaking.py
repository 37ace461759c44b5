"""Whatever would break clients of an OpenAPI document is found, and said once."""

from copy import deepcopy

import pytest
from tests.support.compatibility import breaks
from tests.support.toy_interface import TOY, Change, becomes, bet, fields, needs

BREAKING: dict[str, Change] = {
    "GET /bets: is gone": lambda new: new["paths"]["/bets"].pop("get"),
    "POST /bets: is now called placeBet": lambda new: bet(new).update(operationId="placeBet"),
    "POST /bets: is not for playerToken any more": lambda new: bet(new)["security"].pop(),
    "GET /bets: is not for everybody any more": lambda new: new["paths"]["/bets"]["get"].update(
        security=[{"operatorKey": []}]
    ),
    "POST /bets: query limit is not taken any more": lambda new: bet(new)["parameters"].pop(1),
    "POST /bets: query limit is needed now": lambda new: bet(new)["parameters"][1].update(required=True),
    "POST /bets: query limit : may be above the maximum of 100": lambda new: bet(new)["parameters"][1][
        "schema"
    ].update(maximum=100),
    "POST /bets: query limit : has another default": lambda new: bet(new)["parameters"][1]["schema"].update(
        default=20
    ),
    "POST /bets: query game is needed now": lambda new: bet(new)["parameters"].append(
        {"name": "game", "in": "query", "required": True, "schema": {}}
    ),
    "POST /bets: takes no body any more": lambda new: bet(new).pop("requestBody"),
    "POST /bets: needs a body now": lambda new: bet(new)["requestBody"].update(required=True),
    "POST /bets: takes no application/json any more": lambda new: bet(new)["requestBody"].update(content={}),
    "POST /bets: body /on: is not always there": lambda new: needs(new, "Body").append("on"),
    "POST /bets: body /note: is not known": lambda new: fields(new, "Body").pop("note"),
    "POST /bets: body /on: is 'banker' too": lambda new: fields(new, "Body")["on"]["enum"].remove("banker"),
    "POST /bets: body /stake: is integer too": lambda new: becomes(
        fields(new, "Body")["stake"], type="string"
    ),
    "POST /bets: body /note: is null too": lambda new: fields(new, "Body")["note"].update(type="string"),
    "POST /bets: body /stake: may be below the minimum of 5": lambda new: fields(new, "Body")["stake"].update(
        minimum=5
    ),
    "POST /bets: body /note: may be above the maxLength of 10": lambda new: fields(new, "Body")[
        "note"
    ].update(maxLength=10),
    "POST /bets: body /note: may not match ^[a-z]{1,9}$": lambda new: fields(new, "Body")["note"].update(
        pattern="^[a-z]{1,9}$"
    ),
    "POST /bets: body /note: may be of another format than uuid": lambda new: fields(new, "Body")[
        "note"
    ].update(format="uuid"),
    "POST /bets: body /tries: has another default": lambda new: fields(new, "Body")["tries"].update(
        default=4
    ),
    "POST /bets: body /marks: may be above the maxItems of 4": lambda new: fields(new, "Body")[
        "marks"
    ].update(maxItems=4),
    "POST /bets: body /marks/*: may be below the minLength of 1": lambda new: fields(new, "Body")["marks"][
        "items"
    ].update(minLength=1),
    "POST /bets: 304 is not answered any more": lambda new: bet(new)["responses"].pop("304"),
    "POST /bets: 404 is not answered any more": lambda new: bet(new)["responses"].pop("404"),
    "POST /bets: 202 is a new way to succeed": lambda new: bet(new)["responses"].update({"202": {}}),
    "POST /bets: 200 has no ETag any more": lambda new: bet(new)["responses"]["200"].pop("headers"),
    "POST /bets: 200 is no application/json any more": lambda new: bet(new)["responses"]["200"].pop(
        "content"
    ),
    "POST /bets: 200 answer /status: is not always there": lambda new: needs(new, "Answer").remove("status"),
    "POST /bets: 200 answer /limit: is never there": lambda new: fields(new, "Answer").pop("limit"),
    "POST /bets: 200 answer /limit: is null too": lambda new: fields(new, "Answer")["limit"].update(
        type=["integer", "null"]
    ),
    "POST /bets: 200 answer /status: is 'paused' too": lambda new: fields(new, "Answer")["status"][
        "enum"
    ].append("paused"),
    "POST /bets: 200 answer /status: is no longer one of a few values": lambda new: becomes(
        fields(new, "Answer")["status"], type="string"
    ),
    "POST /bets: 200 answer /table: may not match ^[a-z]{3}$": lambda new: fields(new, "Answer")[
        "table"
    ].update(pattern="^[a-z]{3,4}$"),
    "POST /bets: 200 answer /counts/*: is string too": lambda new: fields(new, "Answer")["counts"].update(
        additionalProperties={"type": "string"}
    ),
    "POST /bets: 200 answer /pair: has 1 places, not 2": lambda new: fields(new, "Answer")["pair"][
        "prefixItems"
    ].pop(),
    "POST /bets: 200 answer /seats/*/number: is string too": lambda new: becomes(
        fields(new, "Seat")["number"], type="string"
    ),
    "POST /bets: 200 answer /events/*/why: is not always there": lambda new: needs(new, "Closed").remove(
        "why"
    ),
}


@pytest.mark.parametrize(("said", "change"), BREAKING.items(), ids=BREAKING)
def test_what_breaks_clients_is_found(said: str, change: Change) -> None:
    new = deepcopy(TOY)
    change(new)
    assert breaks(TOY, new) == [said]


def test_a_body_where_there_was_none_breaks_only_if_it_is_needed() -> None:
    old = deepcopy(TOY)
    bet(old).pop("requestBody")
    assert breaks(old, TOY) == []
    new = deepcopy(TOY)
    bet(new)["requestBody"]["required"] = True
    assert breaks(old, new) == ["POST /bets: needs a body now"]

"""A game is a folder and an entry in the catalogue: with no more than that it is played over REST."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.process.calling import Client
from tests.process.service import RunningService

ROOT = Path(__file__).parents[2]
PROGRAM = (sys.executable, "-m", "tests.support.toy")
GAME = "red-or-black"

SCENARIO: dict[str, Any] = {
    "title": "a red card",
    "game": GAME,
    "rules": {"pays": 2},
    "limits": {"min": 1, "max": 50},
    "seats": [{"seat": 1, "player": "ann", "stack": 100}, {"seat": 2, "player": "bob", "stack": 40}],
    "decks": [["9H"], ["2S"]],
    "steps": [
        {"by": 1, "do": "place-bet", "on": "red", "stake": 10, "refused": "wrong-phase"},
        {"by": "house", "do": "start-round"},
        {"by": 1, "do": "place-bet", "on": "red", "stake": 10},
        {"by": 2, "do": "place-bet", "on": "black", "stake": 50, "refused": "insufficient-chips"},
        {"by": 2, "do": "place-bet", "on": "black", "stake": 40},
        {"by": "house", "do": "turn-card"},
        {"by": "house", "do": "start-round"},
        {"by": "house", "do": "expire-turn"},
    ],
    "expect": {"stacks": {"1": 120, "2": 0}, "bank": 0, "house": 20, "banker": None},
}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    var = tmp_path_factory.mktemp("toy") / "var"
    with RunningService(var, PROGRAM, PYTHONPATH=str(ROOT)) as running:
        yield running


def test_its_rounds_are_played_over_rest_and_replayed(service: RunningService) -> None:
    house = Client(service.url, service.key)
    opened = house.do("tables", game=GAME, limits={"min": 1, "max": 50}, rules={"pays": 3})
    table = opened["table"]
    assert table.startswith(f"{GAME}-")
    players = [house.seat(service.url, table, seat) for seat in (1, 2)]
    started = house.do(f"tables/{table}/{GAME}/start-round")["position"]
    offered = players[0].get(f"tables/{table}?at_least={started}")["options"]
    assert offered[0] == {
        "command": "place-bet",
        "fields": {
            "on": {"type": "one-of", "values": ["red", "black"]},
            "stake": {"type": "range", "least": 1, "greatest": 50},
        },
    }
    for player, on in zip(players, ("red", "black"), strict=True):
        player.do(f"tables/{table}/{GAME}/place-bet", on=on, stake=10)
    turned = house.do(f"tables/{table}/{GAME}/turn-card")
    settled = {event["on"]: event for event in turned["events"] if event["type"] == "bet-settled"}
    colour = "red" if turned["view"]["play"]["card"][1] in "HD" else "black"
    assert settled[colour]["profit"] == 30
    assert sorted(event["profit"] for event in settled.values()) == [-10, 30]
    house.do(f"tables/{table}/close-table")
    replayed = service.run("replay")
    assert replayed.returncode == 0, replayed.stdout + replayed.stderr
    assert "nothing differs" in replayed.stdout


def test_bots_play_it_by_its_options_alone(service: RunningService) -> None:
    played = service.run("demo", GAME, "--rounds", "2", "--tables", "1", "--seed", "1")
    assert played.returncode == 0, played.stdout + played.stderr


def test_it_is_in_the_catalogue_and_in_the_document_of_the_interface(service: RunningService) -> None:
    games = httpx.get(f"{service.url}/v1/games").json()["games"]
    (listed,) = [game for game in games if game["game"] == GAME]
    assert listed["commands"] == ["start-round", "place-bet", "turn-card"]
    document = httpx.get(f"{service.url}/schema/openapi.json").json()
    operation = document["paths"][f"/v1/tables/{{table}}/{GAME}/place-bet"]["post"]
    assert operation["operationId"] == "redOrBlackPlaceBet"
    body = operation["requestBody"]["content"]["application/json"]
    assert body["example"] == {"on": "red", "stake": 100}
    assert body["schema"] == {"$ref": "#/components/schemas/RedOrBlackPlaceBet"}
    schema = document["components"]["schemas"]["RedOrBlackPlaceBet"]
    assert set(schema["properties"]) == {"on", "stake"}
    assert "one bet" in schema["description"]


@pytest.mark.parametrize(("stack", "code"), [(120, 0), (121, 1)])
def test_its_scenarios_are_played(service: RunningService, tmp_path: Path, stack: int, code: int) -> None:
    expect = {**SCENARIO["expect"], "stacks": {"1": stack, "2": 0}}
    (tmp_path / "red.json").write_text(json.dumps({**SCENARIO, "expect": expect}))
    played = service.run("scenario", str(tmp_path / "red.json"))
    assert played.returncode == code, played.stdout + played.stderr

"""The OpenAPI document: valid, complete, committed as it is served, and true."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator
from tests.api.calling import Caller, Operator
from tests.api.conforming import the_document
from tests.api.examples import bodies_of

from croupier.adapters.http.app import ordinary_routes
from croupier.adapters.http.command_routes import ROUTES
from croupier.adapters.http.openapi.__main__ import main
from croupier.adapters.http.openapi.document import written
from croupier.domain.catalogue import GAMES
from croupier.domain.decider import by_tag

COMMITTED = Path(__file__).parents[2] / "openapi" / "croupier.openapi.json"

OPERATIONS = [
    (method, path, operation)
    for path, methods in the_document()["paths"].items()
    for method, operation in methods.items()
]


def parts_of(part: Any) -> Iterator[dict[str, Any]]:
    """All objects in the document, the outer ones first."""
    if isinstance(part, dict):
        yield part
    values = part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
    for value in values:
        yield from parts_of(value)


def test_the_committed_document_is_that_of_the_code() -> None:
    assert COMMITTED.read_bytes() == written(ordinary_routes()), (
        "write it anew: python -m croupier.adapters.http.openapi openapi/croupier.openapi.json"
    )


async def test_the_served_document_is_the_committed_one(anybody: Caller) -> None:
    for path in ("/schema", "/schema/openapi.json"):
        answer = await anybody.http.get(path)
        assert answer.headers["content-type"] == "application/json"
        assert answer.content == COMMITTED.read_bytes()


def test_the_document_is_valid_openapi_3_1() -> None:
    assert the_document()["openapi"].startswith("3.1")
    assert [error.message for error in OpenAPIV31SpecValidator(the_document()).iter_errors()] == []


def test_every_command_of_every_game_has_a_route_of_its_own() -> None:
    for game in GAMES.values():
        for tag in by_tag(game.commands):
            assert f"/v1/tables/{{table}}/{game.name}/{tag}" in the_document()["paths"]
    assert {"take-seat", "top-up", "leave", "contribute", "close-table"} <= ROUTES.keys()


def test_every_route_of_the_application_is_in_the_document() -> None:
    routes = {route.path_format for route in ordinary_routes().routes}
    commands = {route.path for route in ROUTES.values()}
    assert the_document()["paths"].keys() == (routes - {"/schema/openapi.json"}) | commands


def test_every_operation_is_named_once_and_described() -> None:
    names = [operation["operationId"] for _, _, operation in OPERATIONS]
    assert len(set(names)) == len(names)
    assert {"baccaratPlaceBet", "takeSeat", "openTable", "deposit"} <= set(names)
    for _, path, operation in OPERATIONS:
        assert re.fullmatch("[a-z][A-Za-z]+", operation["operationId"])
        assert operation["summary"], path
        assert operation["description"], path
        assert {
            str(parameter["name"]) for parameter in operation["parameters"] if "name" in parameter
        } >= set(re.findall(r"{(\w+)}", path))


def test_all_routes_count_but_those_by_which_keepers_see_whether_it_works() -> None:
    uncounted = {path for _, path, operation in OPERATIONS if "429" not in operation["responses"]}
    assert uncounted == {"/health/live", "/health/ready"}


def test_streams_and_nothing_else_take_the_last_events_id() -> None:
    taken = {
        operation["operationId"]
        for _, _, operation in OPERATIONS
        if {"$ref": "#/components/parameters/LastEventId"} in operation["parameters"]
    }
    assert taken == {"followTable", "followLog"}


def test_command_descriptions_name_the_rules() -> None:
    operation = the_document()["paths"]["/v1/tables/{table}/baccarat/place-bet"]["post"]
    assert "rule 1" in operation["description"]


def test_events_are_told_apart_by_their_type() -> None:
    schemas = the_document()["components"]["schemas"]
    unions = [name for name, schema in schemas.items() if "discriminator" in schema]
    assert {"BaccaratTableEvent", "WalletEvent"} <= set(unions)
    for name in unions:
        field, mapping = (schemas[name]["discriminator"][key] for key in ("propertyName", "mapping"))
        for tag, reference in mapping.items():
            assert schemas[reference.rpartition("/")[2]]["properties"][field]["const"] == tag


def test_what_is_told_apart_by_a_field_is_one_of_several() -> None:
    unions = [part for part in parts_of(the_document()) if "discriminator" in part]
    assert len(unions) > len(GAMES)
    assert all("oneOf" in part and "anyOf" not in part for part in unions)


@pytest.mark.parametrize("file", sorted(COMMITTED.parent.glob("*.json")), ids=lambda file: file.name)
def test_all_languages_read_its_patterns_alike(file: Path) -> None:
    """No line feeds within, and no lookaheads, which JSON Schema (6.4) has not for all of them."""
    patterns = {
        part["pattern"]
        for part in parts_of(msgspec.json.decode(file.read_bytes()))
        if isinstance(part.get("pattern"), str)
    }
    assert [pattern for pattern in patterns if "(?" in pattern or not pattern.isprintable()] == []


def test_names_of_schemas_read_well() -> None:
    for name in the_document()["components"]["schemas"]:
        assert re.fullmatch("[A-Z][A-Za-z]+", name), name


async def test_the_example_of_every_body_is_understood(operator: Operator) -> None:
    """It is decoded: what is answered then is never that the body is wrong."""
    table = await operator.table()
    player = await operator.player(money=0)
    others = tuple(f"/{game}/" for game in GAMES if game != "baccarat")
    for method, path, operation in OPERATIONS:
        if any(other in path for other in (*others, "/disputes", "/webhooks")):
            continue
        for example in bodies_of(operation):
            filled = path.replace("{table}", table).replace("{player}", player.id)
            answer = await operator.caller.send(method.upper(), filled, json=example)
            assert answer.is_success or answer.status_code in (403, 404, 409), answer.text


async def test_the_example_of_every_body_of_a_dispute_is_understood(operator: Operator) -> None:
    table = await operator.table()
    player = await operator.seated(table)
    await operator.start(table)
    await operator.deal(table)
    dispute = (await player.caller.do("/v1/disputes", round=f"{table}.1", claim="No."))["dispute"]
    auditor = await operator.holder("auditor")
    for method, path, operation in OPERATIONS:
        for example in bodies_of(operation) if "/disputes" in path else ():
            judged = {"playerToken": []} not in operation["security"]
            caller = auditor if judged else player.caller
            answer = await caller.send(method.upper(), path.replace("{dispute}", dispute), json=example)
            assert answer.is_success or answer.status_code in (404, 409), answer.text


def test_answers_say_that_what_is_always_there_is_required() -> None:
    option = the_document()["components"]["schemas"]["Option"]
    assert option["required"] == ["command", "fields"]
    rules = the_document()["components"]["schemas"]["BaccaratRules"]
    assert "required" not in rules or rules["required"] == []


def test_all_references_lead_somewhere() -> None:
    for reference in {part["$ref"] for part in parts_of(the_document()) if "$ref" in part}:
        place: Any = the_document()
        for step in reference.removeprefix("#/").split("/"):
            place = place[step]
        assert place


def test_the_document_is_written_by_a_command(tmp_path: Path) -> None:
    main([str(tmp_path / "document.json")])
    assert msgspec.json.decode((tmp_path / "document.json").read_bytes()) == the_document()

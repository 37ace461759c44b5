"""The document's examples: real, whole, and held to the document."""

import re
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from msgspec import json
from referencing import Registry
from referencing.jsonschema import DRAFT202012
from tests.api.conforming import the_document
from tests.api.examples import contents, examples_in

from croupier.adapters.http.openapi.examples import FOLDER, exchanges, problems
from croupier.adapters.http.problems.kinds import PROBLEMS
from croupier.domain.catalogue import GAMES

OPERATIONS = {
    operation["operationId"]: operation
    for methods in the_document()["paths"].values()
    for operation in methods.values()
}
SHOWN = ("application/json", "text/plain; charset=utf-8")
AGAIN = "make examples"

_AT = "urn:document"
_REGISTRY: Registry[Any] = Registry().with_resource(_AT, DRAFT202012.create_resource(the_document()))


def require_valid(example: Any, schema: dict[str, Any]) -> None:
    """The example is as the schema says, which is a part of the document."""
    located = json.decode(json.encode(schema).replace(b'"#/components', f'"{_AT}#/components'.encode()))
    Draft202012Validator(located, registry=_REGISTRY).validate(example)


def is_a_document(schema: dict[str, Any]) -> bool:
    """Whether it is one of the documents that describe the interface, each its own example."""
    return schema.get("type") == "object" and "properties" not in schema


@pytest.mark.parametrize("name", OPERATIONS)
def test_whatever_is_taken_or_answered_has_an_example_that_is_valid(name: str) -> None:
    for content in contents(OPERATIONS[name]):
        if content["media"] in SHOWN and not is_a_document(content["schema"]):
            assert examples_in(content), AGAIN
            for example in examples_in(content):
                require_valid(example, content["schema"])


@pytest.mark.parametrize("name", OPERATIONS)
def test_the_examples_of_bodies_are_those_of_requests_that_were_done(name: str) -> None:
    if "requestBody" in OPERATIONS[name]:
        bodies = [one.body for one in exchanges(name).values() if one.body is not None]
        assert bodies or not OPERATIONS[name]["requestBody"]["required"], AGAIN


@pytest.mark.parametrize("name", the_document()["components"]["responses"])
def test_every_problem_has_an_example_for_each_of_its_codes(name: str) -> None:
    response = the_document()["components"]["responses"][name]
    content = response["content"]["application/problem+json"]
    codes = {line.split("`")[1] for line in response["description"].splitlines()}
    assert {example["code"] for example in examples_in(content)} == codes
    for example in examples_in(content):
        require_valid(example, content["schema"])


def test_problems_were_really_told() -> None:
    assert len(problems()) > len(PROBLEMS) * 2 / 3
    for code, problem in problems().items():
        kind = PROBLEMS[code]
        assert (problem["type"], problem["title"], problem["status"]) == (kind.type, kind.title, kind.status)


def test_tables_of_every_game_are_opened_by_an_example() -> None:
    assert exchanges("openTable").keys() == GAMES.keys()


def test_there_is_no_example_of_an_operation_that_is_no_more() -> None:
    kept = {file.name.removesuffix(".json") for file in FOLDER.iterdir()}
    assert kept <= {*OPERATIONS, "problems"}, AGAIN


def test_no_example_tells_a_secret_or_a_passing_name() -> None:
    for file in FOLDER.iterdir():
        text = file.read_text()
        assert "127.0.0.1" not in text, file.name
        assert not re.search("op-[0-9a-f]{20}", text), file.name
        assert text.count("croupier_live_") == text.count("thisexampleofasecretisworthless2"), file.name

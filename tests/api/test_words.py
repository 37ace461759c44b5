"""The document tells a stranger what everything is: words and examples wherever there is something."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from tests.api.conforming import the_document

from croupier.adapters.http.command_routes import ROUTES
from croupier.adapters.http.openapi.field_words import WORDS
from croupier.adapters.http.openapi.headers import HEADERS
from croupier.adapters.http.problems.telling import KINDS
from croupier.domain.catalogue import GAMES

OPERATIONS = {
    operation["operationId"]: operation
    for methods in the_document()["paths"].values()
    for operation in methods.values()
}
SCHEMAS = the_document()["components"]["schemas"]


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_schema_and_every_field_is_described(name: str) -> None:
    assert SCHEMAS[name].get("description"), name
    fields = SCHEMAS[name].get("properties", {})
    assert [field for field, schema in fields.items() if not schema.get("description")] == []


def test_every_operation_is_described_beyond_its_name() -> None:
    for name, operation in OPERATIONS.items():
        assert operation["summary"] != operation["description"], name
        assert not operation["summary"].endswith("."), name
        assert operation["description"].rstrip().endswith((".", "`")), name


def test_every_parameter_and_header_is_described_and_shown() -> None:
    parameters = [*the_document()["components"]["parameters"].values()]
    parameters += [one for operation in OPERATIONS.values() for one in operation["parameters"]]
    for parameter in parameters:
        assert "$ref" in parameter or parameter["description"], parameter
    for name, header in HEADERS.items():
        assert header["description"].endswith("."), name
        assert header["example"], name


def test_every_header_that_comes_with_a_problem_is_described() -> None:
    told = {name for kind in KINDS.values() for name in kind.headers}
    assert told <= HEADERS.keys()


def test_every_operation_tells_its_problems_by_their_codes() -> None:
    responses = the_document()["components"]["responses"]
    for name, operation in OPERATIONS.items():
        problems = {
            status: responses[answer["$ref"].rpartition("/")[2]]
            for status, answer in operation["responses"].items()
            if "$ref" in answer
        }
        assert "500" in problems, name
        assert operation["security"] == [] or {"401", "403", "503"} <= problems.keys(), name
        assert "requestBody" not in operation or {"400", "413", "415", "422"} <= problems.keys(), name
        for problem in problems.values():
            assert all(re.match(r"- `[a-z-]+`: .+\.$", line) for line in problem["description"].splitlines())


def test_a_command_names_the_rules_of_its_game_in_words() -> None:
    for route in ROUTES.values():
        if route.game:
            (text,) = (one["description"] for path, one in posts() if path == route.path)
            numbers = [int(number) for number in re.findall(r"\[Rule (\d+)\]", text)]
            assert numbers, route.path
            for number in numbers:
                link = f"[Rule {number}](/rules/{route.game}#rule-{number}): "
                assert link + GAMES[route.game].rule_words[number] in text


def posts() -> Iterator[tuple[str, Any]]:
    """The operations that are a POST, and their paths."""
    for path, methods in the_document()["paths"].items():
        if "post" in methods:
            yield path, methods["post"]


def test_tags_are_described_and_used() -> None:
    described = {tag["name"]: tag["description"] for tag in the_document()["tags"]}
    assert set(described) == {tag for operation in OPERATIONS.values() for tag in operation["tags"]}


def test_no_words_are_kept_for_fields_that_are_no_more() -> None:
    fields = {field for schema in SCHEMAS.values() for field in schema.get("properties", {})}
    assert {key.rpartition(".")[2] for key in WORDS} - fields <= {"take", "rule", "deadlines"}


@pytest.mark.parametrize("name", SCHEMAS)
def test_generators_get_types_of_their_own_from_every_enumeration(name: str) -> None:
    def parts(schema: Any) -> Iterator[Any]:
        if isinstance(schema, dict):
            yield schema
        for part in (
            schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ()
        ):
            yield from parts(part)

    for part in parts(SCHEMAS[name]):
        assert not isinstance(part.get("enum"), list) or part.get("type") or "examples" in part, part
        assert not isinstance(part.get("default"), dict) or "type" in part, part

"""Queries that say what is not documented, or say it twice."""

import pytest
from tests.api.calling import Operator
from tests.api.hostile.raw import answer, head, require_well_formed

from croupier.adapters.http.app import ordinary_routes
from croupier.adapters.http.openapi.parameters import of_query
from croupier.adapters.http.openapi.routes import ordinary
from croupier.adapters.http.problems.patterns import NAMED
from croupier.domain.catalogue import GAMES


@pytest.mark.parametrize(
    ("query", "parameter"),
    [
        ("sinse=1", "sinse"),
        ("LIMIT=1", "LIMIT"),
        ("limit=1&limit=2", "limit"),
        ("limit=1&limit=1", "limit"),
        ("limit", "limit"),
        ("limit=", "limit"),
        ("limit=0", "limit"),
        ("limit=-0", "limit"),
        ("limit=1.0", "limit"),
        ("limit=1e1", "limit"),
        ("limit=NaN", "limit"),
        ("limit=%31&%6cimit=2", "limit"),
        ("limit=9999999999999999999999", "limit"),
        ("limit[]=1", "limit[]"),
        ("limit=1;status=open", "limit"),
        ("status=shut", "status"),
        ("status=null", "status"),
        ("=", ""),
        ("%00=1", "\x00"),
        ("%ff=1", "\ufffd"),
        ("__proto__[x]=1", "__proto__[x]"),
    ],
)
async def test_a_parameter_that_is_not_as_documented_is_named(
    operator: Operator, query: str, parameter: str
) -> None:
    told = await answer(operator.url, head("GET", f"/v1/tables?{query}", operator.caller.bearer))
    assert told.said == (400, "invalid-parameter")
    require_well_formed(told)
    problem = told.problem
    assert [error.parameter for error in problem.errors] == [parameter]
    assert problem.errors[0].detail


async def test_more_parameters_than_anybody_has_are_refused(operator: Operator) -> None:
    query = "&".join(f"p{number}=1" for number in range(500))
    told = await answer(operator.url, head("GET", f"/v1/tables?{query}", operator.caller.bearer))
    assert told.said == (400, "invalid-parameter")


async def test_documented_parameters_are_taken_in_any_order_and_writing(
    operator: Operator, table: str
) -> None:
    for query in ("", "limit=5", "status=open&limit=5", "&limit=5&", "%6cimit=%35"):
        told = await answer(operator.url, head("GET", f"/v1/tables?{query}", operator.caller.bearer))
        assert told.status == 200
        assert table.encode() in told.body


async def test_what_is_wrong_with_a_parameter_is_said_for_people(operator: Operator, table: str) -> None:
    for path, name, said in (
        ("tables?limit=x", "limit", "has to be a whole number"),
        ("tables?limit=0", "limit", "has to be at least 1"),
        ("tables?game=poker", "game", "has to be one of " + ", ".join(GAMES)),
        ("tables?cursor=x", "cursor", "the cursor was not given out for this list"),
        (f"tables/{table}/events?after=-2", "after", "has to be at least -1"),
        (f"tables/{table}/events?since=yesterday", "since", "has to be a moment like 2026-01-31T12:00:00Z"),
        (f"tables/{table}/events?since=2026-02-31T12:00:00Z", "since", "is no moment that the calendar has"),
        (
            f"tables/{table}/events?event=%C3%A9",
            "event",
            "has to be the type of an event, like round-started",
        ),
        (f"tables/{table}/stream?after=x", "after", "has to be a whole number from -1"),
    ):
        told = await answer(operator.url, head("GET", f"/v1/{path}", operator.caller.bearer))
        assert told.said == (400, "invalid-parameter")
        assert (told.problem.errors[0].detail, told.problem.detail) == (said, f"{name}: {said}")


def test_every_pattern_of_a_query_has_a_name_for_people() -> None:
    for route in ordinary(ordinary_routes()):
        assert route.handler
        for parameter in of_query(route.handler):
            if pattern := parameter["schema"].get("pattern"):
                assert pattern in NAMED, parameter

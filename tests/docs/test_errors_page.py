"""docs/errors.md says what is so: every code, every bound, and an example that the service gives."""

import re

import msgspec
from tests.docs.error_table import PAGE, rows, rows_of

from croupier.adapters.http.problems.telling import Problem, problem_answer
from croupier.adapters.http.problems.wrong_bodies import MOST_FAULTS
from croupier.adapters.http.requests import bodies, heads
from croupier.adapters.http.server import serving as server
from croupier.domain.decider import Rejected


def test_the_table_has_every_code_as_the_service_tells_it() -> None:
    assert rows_of(PAGE.read_text()) == rows(), "python -m tests.docs.error_table writes it anew"


def test_the_example_is_such_a_problem() -> None:
    (example,) = re.findall(r"```json\n(.*?)```", PAGE.read_text(), re.DOTALL)
    problem = msgspec.json.decode(example, type=Problem)
    refusal = Rejected(problem.code, str(problem.detail), problem.rule)
    assert problem_answer(refusal, problem.request_id, problem.game).problem == problem


def test_the_bounds_are_those_of_the_code() -> None:
    text = " ".join(PAGE.read_text().split())
    assert f"| body | {bodies.MOST_BYTES // 1024} KiB;" in text
    assert f"whole within {bodies.PATIENCE:.0f} seconds" in text
    assert f"| {heads.MOST_FIELDS}, each up to {heads.LONGEST // 1024} KiB" in text
    assert f"| {heads.LONGEST_URI} characters together" in text
    assert f"not whole within {server.IDLE_MS // 1000} seconds" in text
    assert MOST_FAULTS == 20
    assert "twenty at the most" in text

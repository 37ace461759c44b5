"""The table of all codes in docs/errors.md, from the service's own list of them.

`python -m tests.docs.error_table` writes it anew.
"""

import re
from pathlib import Path
from typing import Final

from croupier.adapters.http.app import ordinary_routes
from croupier.adapters.http.openapi.problem_responses import codes_of
from croupier.adapters.http.openapi.routes import commands, ordinary
from croupier.adapters.http.problems.advice import OF_REFUSALS
from croupier.adapters.http.problems.kinds import PROBLEMS, ProblemKind

PAGE: Final = Path(__file__).parents[2] / "docs" / "errors.md"

_TABLE: Final = re.compile(r"(?<=\| code \| status \|)(?P<head>[^\n]*\n[^\n]*\n)(?P<rows>(?:\|[^\n]*\n)*)")


def rows() -> str:
    """The rows, a line each: by status, refusals that only one game has at the end."""
    kinds = sorted(PROBLEMS.values(), key=lambda kind: (kind.game or "", kind.status, kind.code))
    return "".join(f"| {' | '.join(_cells(kind))} |\n" for kind in kinds)


def without_route() -> set[str]:
    """The refusals that no route gives, since HTTP lets no such command through."""
    routes = (*ordinary(ordinary_routes()), *commands())
    given = {code for route in routes for code in codes_of(route.operation)}
    return {kind.code for kind in PROBLEMS.values() if kind.refusal} - given


def _cells(kind: ProblemKind) -> tuple[str, ...]:
    code = f"`{kind.code}`" + (f" ({kind.game})" if kind.game else "")
    code += " (by no route)" if kind.code in without_route() else ""
    again = kind.retry.replace("-", " ")
    to_do = "" if kind.what_to_do == OF_REFUSALS else kind.what_to_do
    return code, str(kind.status), again, kind.meaning, to_do


def rows_of(page: str) -> str:
    """The rows that are in the page. Raises `AttributeError` where it has no such table."""
    return _TABLE.search(page)["rows"]  # type: ignore[index]


def with_rows(page: str) -> str:
    """The page with the rows as they should be."""
    return _TABLE.sub(lambda match: match["head"] + rows(), page, count=1)


if __name__ == "__main__":
    PAGE.write_text(with_rows(PAGE.read_text()))

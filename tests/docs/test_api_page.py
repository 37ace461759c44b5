"""The table of roles is one in the code and one in the docs, and they say the same."""

import re
from pathlib import Path

from croupier.service.roles import WHO_MAY

PAGE = Path(__file__).parents[2] / "docs" / "api.md"
ROLES = ("operator", "player", "spectator", "auditor", "regulator", "admin")


def test_the_pages_table_of_roles_is_that_of_the_code() -> None:
    text = PAGE.read_text()
    header = f"| use | {' | '.join(ROLES)} | what it is |"
    assert header in text
    rows = re.findall(r"^\| `([a-z-]+)`" + r" \| (yes|-)" * len(ROLES) + r" \|", text, re.MULTILINE)
    told = {
        use: {role for role, may in zip(ROLES, marks, strict=True) if may == "yes"} for use, *marks in rows
    }
    assert len(told) == len(rows)
    assert [*told] == [*WHO_MAY]
    assert told == {use: set(roles) for use, roles in WHO_MAY.items()}

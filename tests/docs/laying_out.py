"""JSON as the pages for integrators show it: short things on one line, long ones a member a line."""

import json
from collections.abc import Iterator
from typing import Any, Final

_WIDTH: Final = 150


def laid_out(value: Any, indent: str = "") -> str:
    """The JSON of a value that stands `indent` deep in another."""
    line = json.dumps(value, ensure_ascii=False)
    if not value or not isinstance(value, dict | list):
        return line
    if indent and len(indent) + len(line) <= _WIDTH:
        return line
    deeper = indent + "  "
    open_, close = "{}" if isinstance(value, dict) else "[]"
    members = ",\n".join(deeper + member for member in _members(value, deeper))
    return f"{open_}\n{members}\n{indent}{close}"


def _members(value: dict[str, Any] | list[Any], indent: str) -> Iterator[str]:
    if isinstance(value, list):
        for one in value:
            yield laid_out(one, indent)
        return
    for key, one in value.items():
        yield f"{json.dumps(key)}: {laid_out(one, indent)}"

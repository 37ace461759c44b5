"""The query of a request: parameters that are documented, each of them once, numbers written as such."""

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final
from urllib.parse import parse_qsl

from croupier.adapters.http.openapi.parameters import of_query
from croupier.adapters.http.problems.faults import InvalidParameter, wrong_parameter

_MOST: Final = 100
"""Parameters to look at, and characters of a name to say."""

_WHOLE: Final = re.compile("-?(0|[1-9][0-9]*)", re.ASCII).fullmatch


@cache
def documented(handler: Callable[..., Any]) -> Mapping[str, Mapping[str, Any]]:
    """The parameters that the handler's route documents, by name, with their JSON Schemas."""
    return {parameter["name"]: parameter["schema"] for parameter in of_query(handler)}


def require_documented(query: str, known: Mapping[str, Mapping[str, Any]]) -> None:
    """Raises `InvalidParameter` for a parameter that is not known, one given twice, a number that is none.

    What a client believes to have said must not be passed over: `?sinse=` would list everything, and so would
    `?status=null`, which is read as if it were not there.
    """
    try:
        given = parse_qsl(query, keep_blank_values=True, max_num_fields=_MOST)
    except ValueError:
        raise InvalidParameter(f"a query has at most {_MOST} parameters") from None
    seen: set[str] = set()
    for name, value in given:
        if name not in known:
            raise _wrong(name, "there is no parameter of this name here")
        if name in seen:
            raise _wrong(name, "the parameter is given twice")
        if known[name].get("type") == "integer" and not _WHOLE(value):
            raise _wrong(name, "has to be a whole number")
        if value not in known[name].get("enum", (value,)):
            raise _wrong(name, "has to be one of " + ", ".join(known[name]["enum"]))
        seen.add(name)


def _wrong(name: str, said: str) -> InvalidParameter:
    return wrong_parameter(name[:_MOST], said)

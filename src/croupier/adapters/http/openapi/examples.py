"""Examples from real runs: what was asked and answered while the tests of the interface ran.

They lie in the folder `examples`, a file for each operation and one for all problems. `make examples` writes
them anew; tests hold each of them to the document.
"""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

from msgspec import Struct
from msgspec.json import Decoder

FOLDER: Final = files("croupier.adapters.http.openapi").joinpath("examples")
PROBLEMS: Final = "problems.json"


class Exchange(Struct, frozen=True, omit_defaults=True):
    """A request that was done: its body and the answer's. Text is a string, and None is what has no body."""

    answer: Any
    body: Any = None


Exchanges = Mapping[str, Exchange]
"""By the game where the body names one, else by the operation's id."""

_exchanges: Final = Decoder(dict[str, Exchange]).decode
_problems: Final = Decoder(dict[str, dict[str, Any]]).decode


@cache
def exchanges(operation: str) -> Exchanges:
    """The examples of the operation of that id; empty where none was recorded."""
    file = FOLDER.joinpath(f"{operation}.json")
    return _exchanges(file.read_bytes()) if file.is_file() else {}


@cache
def problems() -> Mapping[str, dict[str, Any]]:
    """Problems that were answered, by their codes."""
    file = FOLDER.joinpath(PROBLEMS)
    return _problems(file.read_bytes()) if file.is_file() else {}


def told(values: Mapping[str, Any]) -> dict[str, Any]:
    """The examples as a media type's `examples` or, where there is but one, its `example`."""
    match list(values.values()):
        case []:
            return {}
        case [value]:
            return {"example": value}
        case _:
            return {"examples": {name: {"value": value} for name, value in values.items()}}

"""Examples of messages from a real run; `python -m tests.api.record_messages` writes them anew."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

from msgspec.json import Decoder

FILE: Final = files("croupier.adapters.http.asyncapi").joinpath("examples.json")

_decode: Final = Decoder(dict[str, list[Any]]).decode


@cache
def _examples() -> Mapping[str, list[Any]]:
    return _decode(FILE.read_bytes()) if FILE.is_file() else {}


def examples_of(message: str) -> list[Any]:
    """Payloads of the message of that name as they were sent."""
    return _examples().get(message, [])

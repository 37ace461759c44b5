"""The types of webhooks' messages, each with the Struct that the service's document tells it by."""

from collections.abc import Mapping
from typing import Any, Final, get_args

from msgspec.structs import fields

from croupier.adapters.http.asyncapi.shapes import WEBHOOKS


def _type_of(payload: Any) -> str:
    (told,) = (get_args(field.type) for field in fields(payload) if field.name == "type")
    return str(told[0])


MESSAGES: Final[Mapping[str, Any]] = {_type_of(shape.payload): shape.payload for shape in WEBHOOKS}

"""What is wrong in a body that is not what its route takes: as much of it as can be told at once.

msgspec stops at the first fault. So once a body was refused, each of its fields is read again by itself: one
fault a field is told, and every field that is missing. None of this is done for a body that is right, but
for one look at the number of its colons (see `refuse_repeats`).
"""

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any, Final, NamedTuple, get_origin

import msgspec
from msgspec import Raw, Struct
from msgspec.json import Decoder

from croupier.adapters.http.problems.complaints import pointed, pointer_to
from croupier.adapters.http.problems.faults import InvalidBody, MalformedJson, Pointed

MOST_FAULTS: Final = 20
"""Faults to tell of one body."""

MOST_LOOKED_AT: Final = 100
"""Fields of a wrong body that are read again by themselves: more than any body has that is right."""

_NULL: Final = b"null"

_MALFORMED: Final = "JSON is malformed: "

_parts: Final = Decoder(dict[str, Raw]).decode


def invalid_body(decoder: Decoder[Any], body: bytes, error: msgspec.ValidationError) -> InvalidBody:
    """What is wrong in the body, which the decoder refused by that error."""
    found = [*islice(_faults(decoder, body), MOST_FAULTS)] or [pointed(error, decoder.type)]
    if len(found) > 1:
        return InvalidBody(f"{len(found)} fields of the body are wrong", *found)
    return InvalidBody(f"{found[0].pointer or 'the body'} {found[0].detail}", found[0])


def _faults(decoder: Decoder[Any], body: bytes) -> Iterator[Pointed]:
    try:
        parts = _parts(body)
    except (msgspec.DecodeError, RecursionError):
        return
    for name, value in islice(parts.items(), MOST_LOOKED_AT):
        if fault := _fault(decoder, name, bytes(value)):
            yield fault
    for name in fields_of(decoder, required=True):
        if name not in parts:
            yield Pointed("is missing", pointer_to(name))


def _fault(decoder: Decoder[Any], name: str, value: bytes) -> Pointed | None:
    """What is wrong with the field by itself, without a word about others that are not there then."""
    try:
        decoder.decode(b"{%b:%b}" % (msgspec.json.encode(name), value))
    except msgspec.ValidationError as error:
        fault, own = pointed(error, decoder.type), pointer_to(name)
        return fault if f"{fault.pointer}/".startswith(f"{own}/") else None
    except (msgspec.DecodeError, RecursionError):
        return None
    return None


def without_nulls(decoder: Decoder[Any], body: bytes) -> bytes | None:
    """The body without the nulls of fields that may be left out; None where there are none."""
    try:
        parts = _parts(body)
    except (msgspec.DecodeError, RecursionError):
        return None
    optional = fields_of(decoder, required=False)
    bare = {name: part for name, part in parts.items() if name not in optional or bytes(part) != _NULL}
    return msgspec.json.encode(bare) if len(bare) < len(parts) else None


def fields_of(decoder: Decoder[Any], *, required: bool) -> tuple[str, ...]:
    """The fields that an object has to have for the decoder, or those that it may; none but for a Struct."""
    kind = get_origin(decoder.type) or decoder.type
    if not (isinstance(kind, type) and issubclass(kind, Struct)):
        return ()
    return tuple(field.encode_name for field in msgspec.structs.fields(kind) if field.required is required)


class _Object(list[tuple[str, Any]]):
    """An object as it was written: its members in their order, names given twice among them."""


def refuse_repeats(body: bytes) -> None:
    """Raises `InvalidBody` for an object in the body, however deep, that has a name twice (RFC 8259, 4).

    The body is JSON. msgspec takes the last of them without a word, where another reader of the same bytes
    may take the first.
    """
    try:
        written = json.loads(body, object_pairs_hook=_Object, parse_int=str, parse_float=str)
    except RecursionError:
        raise MalformedJson("the body is nested too deeply") from None
    except ValueError:
        raise MalformedJson("the body is not JSON in UTF-8") from None
    if isinstance(written, list) and (place := _repeated(written)):
        said = Pointed("is given twice", place)
        raise InvalidBody(f"{place} {said.detail}", said)


class _Place(NamedTuple):
    """Where something stands: the step to it from the object or list around it, None around the whole."""

    around: "_Place | None"
    step: str | int


def _repeated(written: Any) -> str | None:
    """The pointer to the first name that is given twice in the same object.

    A place is one step beside the place around it. It is spelt out only where a name is there twice, so that
    depth and breadth of a body don't multiply.
    """
    waiting: list[tuple[_Place | None, Any]] = [(None, written)]
    while waiting:
        around, value = waiting.pop()
        seen: set[str | int] = set()
        for step, member in value if isinstance(value, _Object) else enumerate(value):
            place = _Place(around, step)
            if step in seen:
                return pointer_to(*_steps(place))
            seen.add(step)
            if isinstance(member, list):
                waiting.append((place, member))
    return None


def _steps(place: _Place | None) -> list[str]:
    """The steps from the whole to the place."""
    steps = []
    while place:
        steps.append(str(place.step))
        place = place.around
    return steps[::-1]


def why_malformed(error: Exception) -> str:
    """Why a body is not JSON, for people."""
    match error:
        case RecursionError():
            return "the body is nested too deeply"
        case UnicodeDecodeError():
            return "the body is not JSON in UTF-8"
        case _ if (said := str(error)).startswith(_MALFORMED):
            return f"the body is not JSON: {said.removeprefix(_MALFORMED)}"
        case _ if "UTF-8" in said:
            return "the body is not JSON in UTF-8"
        case _:
            return "the body is not JSON: it ends too soon, perhaps within an escape"

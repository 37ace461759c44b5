"""What msgspec says of a value, in words for people: no regular expression, and no name of a Python type.

msgspec says it for programmers (``Expected `int`, got `str` ``); this is the one place where that becomes the
rest of a sentence that begins with the value.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from msgspec import DecodeError, ValidationError

from croupier.service.allowed import MOST_NAMED, allowed_at

OF_NO_NAME: Final = "of the form that is documented"
"""What a text has to be where its pattern has no name."""

_UNKNOWN: Final = "is not as the document of the interface describes it"

_TYPES: Final[Mapping[str, str]] = {
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "str": "a text",
    "array": "a list",
    "object": "an object",
    "null": "null",
    "datetime": "a moment",
    "uuid": "a UUID",
    "bytes": "text in base64",
}
_GOT: Final = {**_TYPES, "float": "a number with a point or an exponent"}
_COMPARED: Final = {">=": "at least", "<=": "at most", ">": "more than", "<": "less than"}
_COUNTED: Final = {"str": "characters", "array": "items", "object": "fields", "bytes": "bytes"}

FIELD: Final = re.compile(
    r"Object (?P<how>contains unknown|missing required) field `(?P<name>.*)`", re.DOTALL
)
"""What is said of an object about one of its fields: `name`."""

_NONE_OF_THEM: Final = re.compile(r"Invalid (?:enum )?value .*", re.DOTALL)
_STEP: Final = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]")
_SHAPE: Final = re.compile(r"Expected `str` matching regex (?P<pattern>.*)", re.DOTALL)


def steps_to(place: str) -> list[str]:
    """The steps to a place as msgspec names it: `$.steps[1].do` is reached by steps, 1 and do."""
    return [name or index for name, index in _STEP.findall(place)]


def one_of_them(text: str, kind: Any, steps: Sequence[str], most: int = MOST_NAMED) -> str | None:
    """Which values it may have, where msgspec says that the value is none of a counted few; `most` are named.

    The steps lead to it from a value of that kind.
    """
    allowed = allowed_at(kind, steps, most) if _NONE_OF_THEM.fullmatch(text) else None
    return f"has to be {allowed}" if allowed else None


def told(error: DecodeError, kind: Any) -> str:
    """What msgspec says of JSON that a person wrote for that kind: `decks has to be at least 1`."""
    text, _, place = str(error).partition(" - at `")
    if not isinstance(error, ValidationError):
        return text
    if field := FIELD.fullmatch(text):
        return f"{field['name']} {in_words(text)}"
    steps = steps_to(place.rstrip("`"))
    return f"{'.'.join(steps) or 'it'} {one_of_them(text, kind, steps) or in_words(text)}"


def in_words(text: str, form: Callable[[str], str] = lambda _: OF_NO_NAME) -> str:
    """What msgspec says of a value, without the place: the rest of a sentence that begins with the value.

    `form` says what texts of a pattern are called, which comes quoted as in Python.
    """
    if shape := _SHAPE.fullmatch(text):
        return f"has to be {form(shape['pattern'])}"
    for pattern, said in _SAID:
        if match := pattern.fullmatch(text):
            return said(match)
    return _UNKNOWN


def _type(match: re.Match[str]) -> str:
    wanted = " or ".join(_TYPES.get(name, "something else") for name in match["wanted"].split(" | "))
    got = match["got"]
    return f"has to be {wanted}" + (f", not {_GOT.get(got, 'what it is')}" if got else "")


def _bound(match: re.Match[str]) -> str:
    return f"has to be {_COMPARED[match['how']]} {match['bound']}"


def _length(match: re.Match[str]) -> str:
    counted = _COUNTED.get(match["kind"], "items")
    if match["bound"] == "1":
        counted = counted.removesuffix("s")
    how = _COMPARED.get((match["how"] or "").strip(), "exactly")
    return f"has to have {how} {match['bound']} {counted}"


def _field(match: re.Match[str]) -> str:
    return "is missing" if match["how"].startswith("missing") else "is no field here"


_SAID: Final[tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...]] = (
    (FIELD, _field),
    (re.compile(r"Expected `(?P<wanted>[a-z |]+)`(?:, got `(?P<got>[a-z]+)`)?"), _type),
    (re.compile(r"Expected `\w+`(?: \| null)? (?P<how>[<>]=?) (?P<bound>-?[\d.e+]+)"), _bound),
    (
        re.compile(r"Expected `(?P<kind>\w+)` of (?:at least )?length (?P<how>[<>]=? )?(?P<bound>\d+).*"),
        _length,
    ),
    # The value is left out: msgspec quotes it as Python does, and who sent it has it.
    (_NONE_OF_THEM, lambda _: "is no value that it may have"),
    (re.compile(r"(?:Number|Integer value) out of range"), lambda _: "is a number too far from zero"),
    (
        re.compile(r"Expected `\w+` that's a (?P<what>multiple of .*)"),
        lambda match: f"has to be a {match['what']}",
    ),
    (re.compile(r"Invalid RFC3339 .*"), lambda _: "has to be a moment, like 2026-01-31T12:00:00Z"),
    (re.compile(r"Invalid UUID"), lambda _: "has to be a UUID"),
    (re.compile(r"Invalid base64 .*"), lambda _: "has to be text in base64"),
)

"""What is wrong with a value, in words for people: no regular expression, and no name of a Python type.

msgspec says it for programmers (``Expected `int`, got `str` - at `$.stake` ``); this is the one place where
that becomes a sentence and a JSON Pointer (RFC 6901).
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from msgspec import ValidationError

from croupier.adapters.http.allowed import allowed_at
from croupier.adapters.http.faults import Pointed
from croupier.adapters.http.patterns import name_of_pattern

_MOST_SAID: Final = 500
"""Characters to say of what is wrong, which may quote the client's own text."""

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

_PLACED: Final = re.compile(r"(?P<detail>.*) - at `(?P<place>\$[^`]*)`", re.DOTALL)
_FIELD: Final = re.compile(
    r"Object (?P<how>contains unknown|missing required) field `(?P<name>.*)`", re.DOTALL
)
_NONE_OF_THEM: Final = re.compile("Invalid (?:enum )?value ")
_STEP: Final = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]")


def pointed(error: ValidationError, kind: Any) -> Pointed:
    """What msgspec says of a value in a body of that kind: the sentence, and the pointer to the field.

    What a type of our own says (msgspec keeps it as the cause) is for people already.
    """
    text = str(error)
    placed = _PLACED.fullmatch(text)
    detail, place = (placed["detail"], placed["place"]) if placed else (text, "$")
    steps = [name or index for name, index in _STEP.findall(place)]
    if field := _FIELD.fullmatch(detail):
        steps.append(field["name"])
    said = detail if error.__cause__ else _counted(detail, kind, steps) or in_words(detail)
    return Pointed(said[:_MOST_SAID], pointer_to(*steps))


def _counted(detail: str, kind: Any, steps: Sequence[str]) -> str | None:
    """Which values it may have, where the value is none of a counted few."""
    if not _NONE_OF_THEM.match(detail):
        return None
    allowed = allowed_at(kind, steps)
    return f"has to be {allowed}" if allowed else None


def pointer_to(*steps: str) -> str:
    """The JSON Pointer that goes by these steps, cut off where it gets too long to be read."""
    return "".join("/" + step.replace("~", "~0").replace("/", "~1") for step in steps)[:_MOST_SAID]


def in_words(text: str) -> str:
    """What msgspec says of a value, without the place: the rest of a sentence that begins with the value."""
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


def _shape(match: re.Match[str]) -> str:
    return f"has to be {name_of_pattern(match['pattern'])}"


def _field(match: re.Match[str]) -> str:
    return "is missing" if match["how"].startswith("missing") else "is no field here"


_SAID: Final[tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...]] = (
    (_FIELD, _field),
    (re.compile(r"Expected `(?P<wanted>[a-z |]+)`(?:, got `(?P<got>[a-z]+)`)?"), _type),
    (re.compile(r"Expected `\w+`(?: \| null)? (?P<how>[<>]=?) (?P<bound>-?[\d.e+]+)"), _bound),
    (
        re.compile(r"Expected `(?P<kind>\w+)` of (?:at least )?length (?P<how>[<>]=? )?(?P<bound>\d+).*"),
        _length,
    ),
    (re.compile(r"Expected `str` matching regex (?P<pattern>.*)", re.DOTALL), _shape),
    # The value is left out: msgspec quotes it as Python does, and who sent it has it.
    (re.compile(r"Invalid (?:enum )?value .*", re.DOTALL), lambda _: "is no value that it may have"),
    (re.compile(r"(?:Number|Integer value) out of range"), lambda _: "is a number too far from zero"),
    (
        re.compile(r"Expected `\w+` that's a (?P<what>multiple of .*)"),
        lambda match: f"has to be a {match['what']}",
    ),
    (re.compile(r"Invalid RFC3339 .*"), lambda _: "has to be a moment, like 2026-01-31T12:00:00Z"),
    (re.compile(r"Invalid UUID"), lambda _: "has to be a UUID"),
    (re.compile(r"Invalid base64 .*"), lambda _: "has to be text in base64"),
)

"""What is wrong with a value, in words for people, and its place as a JSON Pointer (RFC 6901).

msgspec says both for programmers: ``Expected `int`, got `str` - at `$.stake` ``.
"""

import re
from typing import Any, Final

from msgspec import ValidationError

from croupier.adapters.http.problems.faults import Pointed
from croupier.adapters.http.problems.patterns import name_of_pattern
from croupier.service import wording
from croupier.service.wording import FIELD, one_of_them, steps_to

_MOST_SAID: Final = 500
"""Characters to say of what is wrong, which may quote the client's own text."""

_PLACED: Final = re.compile(r"(?P<detail>.*) - at `(?P<place>\$[^`]*)`", re.DOTALL)


def pointed(error: ValidationError, kind: Any) -> Pointed:
    """What msgspec says of a value in a body of that kind: the sentence, and the pointer to the field.

    What a type of our own says (msgspec keeps it as the cause) is for people already.
    """
    text = str(error)
    placed = _PLACED.fullmatch(text)
    detail, place = (placed["detail"], placed["place"]) if placed else (text, "$")
    steps = steps_to(place)
    if field := FIELD.fullmatch(detail):
        steps.append(field["name"])
    said = detail if error.__cause__ else one_of_them(detail, kind, steps) or in_words(detail)
    return Pointed(said[:_MOST_SAID], pointer_to(*steps))


def pointer_to(*steps: str) -> str:
    """The JSON Pointer that goes by these steps, cut off where it gets too long to be read."""
    return "".join("/" + step.replace("~", "~0").replace("/", "~1") for step in steps)[:_MOST_SAID]


def in_words(text: str) -> str:
    """What msgspec says of a value of a body, without the place."""
    return wording.in_words(text, name_of_pattern)

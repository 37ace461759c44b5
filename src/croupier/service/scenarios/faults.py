"""What is in a scenario's JSON that its format does not have: where, and in words."""

import re
import sys
from typing import Any, Final

from croupier.service.scenarios.invalid import InvalidScenario
from croupier.service.wording import FIELD, in_words, one_of_them, steps_to

_PLACED: Final = re.compile(r"(?P<detail>.*) - at (?P<key>`key` in )?`(?P<place>[^`]*)`", re.DOTALL)
_SEAT: Final = re.compile("[1-9][0-9]?")
_NO_SEAT: Final = "the key has to be a seat's number, from 1 to 99"
_NOBODY: Final = 'has to be a seat\'s number, or "house"'


def fault(text: str, tree: Any, kind: Any) -> InvalidScenario:
    """What is wrong in the tree, of which msgspec says that text: it is not of the kind."""
    found = _PLACED.fullmatch(text)
    if found is None:
        return InvalidScenario("$", _said(text, kind, "$"))
    place = found["place"]
    if found["key"]:
        return InvalidScenario(f"{place}.{_no_seat(tree)}", _NO_SEAT)
    if place.endswith(".stacks[...]"):
        place = place.replace("[...]", f".{_no_stack(tree)}")
    return InvalidScenario(place, _said(found["detail"], kind, place))


def _said(detail: str, kind: Any, place: str) -> str:
    if place.endswith(".by"):
        return _NOBODY
    if field := FIELD.fullmatch(detail):
        return f"the key {field['name']!r} is {'unknown' if 'unknown' in field['how'] else 'missing'}"
    return one_of_them(detail, kind, steps_to(place), sys.maxsize) or in_words(detail)


def _no_seat(tree: Any) -> str:
    """The key among the expected stacks that is no seat; msgspec leaves it out of the place."""
    stacks: dict[str, Any] = tree["expect"]["stacks"]
    return next(key for key in stacks if not _SEAT.fullmatch(key))


def _no_stack(tree: Any) -> str:
    """The key of the expected stack that is no number of chips; msgspec leaves it out of the place."""
    stacks: dict[str, Any] = tree["expect"]["stacks"]
    return next(key for key, value in stacks.items() if type(value) is not int or value < 0)

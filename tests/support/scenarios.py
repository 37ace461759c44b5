"""Scenarios made on the spot."""

import json
from copy import deepcopy
from typing import Any

from croupier.service.scenarios.report import Report
from croupier.service.scenarios.runner import play

PASSING: dict[str, Any] = {
    "title": "player wins with a natural nine",
    "game": "baccarat",
    "rules": {"decks": 8},
    "limits": {"min": 1, "max": 1000},
    "seats": [
        {"seat": 1, "player": "ann", "stack": 1000},
        {"seat": 4, "player": "bob", "stack": 500},
    ],
    "banker": None,
    "draw": [],
    "decks": [["9S", "KD", "TC", "7H"]],
    "cuts": [],
    "steps": [
        {"by": "house", "do": "start-round"},
        {"by": 1, "do": "place-bet", "on": "player", "stake": 100},
        {"by": 4, "do": "place-bet", "on": "tie", "stake": 501, "refused": "insufficient-chips"},
        {"by": "house", "do": "deal"},
    ],
    "expect": {"stacks": {"1": 1100, "4": 500}, "bank": 0, "house": -100, "banker": None},
}

LEFT_OUT: Any = object()
"""As a new value: the key is left out."""


def changed(*changes: tuple[str, Any]) -> dict[str, Any]:
    """`PASSING` with other values at paths such as `steps.2.stake`."""
    document = deepcopy(PASSING)
    for path, value in changes:
        at: Any = document
        *parents, last = path.split(".")
        for part in parents:
            at = at[int(part)] if isinstance(at, list) else at[part]
        key: Any = int(last) if isinstance(at, list) else last
        if value is LEFT_OUT:
            del at[key]
        else:
            at[key] = value
    return document


def played(*changes: tuple[str, Any]) -> Report:
    """The report on `PASSING` with other values."""
    return play(json.dumps(changed(*changes)).encode(), "scenario.json")

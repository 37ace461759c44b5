"""Reading a scenario file: what is wrong with it, and where."""

import json
import re
from collections.abc import Iterable
from typing import Any, Final, NoReturn

from msgspec import Struct, ValidationError, convert

from croupier.domain.cards import PACK, Card, ImpossibleDeck, filled_up
from croupier.domain.catalogue import GAMES
from croupier.service.scenarios.format import Scenario, game_of, scenario_type

_AT: Final = re.compile(r" - at (?:`key` in )?`(?P<place>[^`]*)`$")


class InvalidScenario(ValueError):
    """The scenario cannot be played. `place` is a line and column, or a path such as `$.steps[3].stake`."""

    def __init__(self, place: str, problem: str) -> None:
        """Say where what is wrong."""
        super().__init__(f"{place}: {problem}")
        self.place: Final = place
        self.problem: Final = problem


class _Header(Struct, frozen=True):
    """The one key that tells how to read the others."""

    game: str


def read_scenario(data: bytes) -> Scenario:
    """The scenario in a file's bytes. Raises `InvalidScenario`."""
    tree = _parsed(_decoded(data))
    game = _converted(tree, _Header).game
    if game not in GAMES:
        raise InvalidScenario("$.game", f"unknown game {game!r}; known: {', '.join(GAMES)}")
    scenario: Scenario = _converted(tree, scenario_type(game))
    _check_cards(scenario)
    return scenario


def _decoded(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        before = data[: error.start].decode()
        raise InvalidScenario(
            _line_column(before), f"not UTF-8: byte {error.object[error.start]:#04x}"
        ) from None


def _line_column(before: str) -> str:
    line = before.count("\n") + 1
    return f"line {line} column {len(before) - before.rfind(chr(10))}"


def _parsed(text: str) -> Any:
    """The JSON, stricter than the library's default: no NaN, no key twice, no half of a surrogate pair."""
    try:
        tree = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_number)
        json.dumps(tree, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        raise InvalidScenario(f"line {error.lineno} column {error.colno}", f"not JSON: {error.msg}") from None
    except RecursionError:
        raise InvalidScenario("$", "nested too deeply") from None
    except UnicodeEncodeError:
        raise InvalidScenario("$", "a string holds half of a surrogate pair") from None
    except InvalidScenario:
        raise
    except ValueError as error:
        raise InvalidScenario("$", f"not JSON: {error}") from None
    return tree


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise InvalidScenario("$", f"an object names the key {twice!r} twice: {', '.join(names)}")
    return found


def _no_number(constant: str) -> NoReturn:
    raise InvalidScenario("$", f"{constant} is not JSON")


def _converted(tree: Any, kind: Any) -> Any:
    try:
        return convert(tree, kind, str_keys=True)
    except ValidationError as error:
        text = str(error)
        at = _AT.search(text)
        place = at["place"] if at else "$"
        raise InvalidScenario(_stack_named(place, tree), text[: at.start()] if at else text) from None


def _stack_named(place: str, tree: Any) -> str:
    """The place with the key of a stack, which the library leaves out of it, as `[...]`."""
    if not place.endswith(".stacks[...]"):
        return place
    stacks = tree["expect"]["stacks"]
    wrong = next(key for key, value in stacks.items() if type(value) is not int or value < 0)
    return place.replace("[...]", f".{wrong}")


def _check_cards(scenario: Scenario) -> None:
    """Every card exists, and no list names one more often than the packs hold it."""
    _check_known("$.draw", scenario.draw)
    _check_known("$.burned", scenario.burned)
    packs = GAMES[game_of(scenario)].packs(scenario.rules)
    for number, cards in enumerate(scenario.decks):
        place = f"$.decks[{number}]"
        _check_known(place, cards)
        try:
            filled_up(cards, packs)
        except ImpossibleDeck as impossible:
            raise InvalidScenario(place, str(impossible)) from None


def _check_known(place: str, cards: Iterable[Card]) -> None:
    for number, card in enumerate(cards):
        if card not in PACK:
            raise InvalidScenario(f"{place}[{number}]", f"there is no card {card!r}")


def check_named_seats(scenario: Scenario) -> None:
    """Every seat that is named is one of the scenario's. Raises `InvalidScenario`."""
    seats = {given.seat for given in scenario.seats}
    if scenario.banker is not None and scenario.banker not in seats:
        raise InvalidScenario("$.banker", f"there is no seat {scenario.banker}")
    for number, step in enumerate(scenario.steps):
        if step.by != "house" and step.by not in seats:
            raise InvalidScenario(f"$.steps[{number}].by", f"there is no seat {step.by}")
    for seat in scenario.expect.stacks:
        if seat not in seats:
            raise InvalidScenario(f"$.expect.stacks.{seat}", f"there is no seat {seat}")

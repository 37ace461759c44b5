"""Reading a scenario file: what is wrong with it, and where."""

from collections.abc import Iterable
from typing import Any, Final

from msgspec import Struct, ValidationError, convert

from croupier.domain.cards import PACK, Card, ImpossibleDeck, filled_up
from croupier.domain.catalogue import GAMES
from croupier.domain.decks.cut import CUTS
from croupier.service.scenarios.faults import fault
from croupier.service.scenarios.format import Scenario, game_of, scenario_type, unused
from croupier.service.scenarios.invalid import InvalidScenario
from croupier.service.scenarios.parsing import parsed

_UNUSED: Final = {
    "draw": "no banker is drawn",
    "cuts": "no pack is cut",
    "burned": "no card is burned",
}
"""What there is not in a game that has no use for it."""


class _Header(Struct, frozen=True):
    """The one key that tells how to read the others."""

    game: str


def read_scenario(data: bytes) -> Scenario:
    """The scenario in a file's bytes. Raises `InvalidScenario`."""
    tree = parsed(data)
    game = _converted(tree, _Header).game
    if game not in GAMES:
        raise InvalidScenario("$.game", f"unknown game {game!r}; known: {', '.join(GAMES)}")
    scenario: Scenario = _converted(tree, scenario_type(game))
    _check_cards(scenario)
    return scenario


def _converted(tree: Any, kind: Any) -> Any:
    try:
        return convert(tree, kind, str_keys=True)
    except ValidationError as error:
        raise fault(str(error), tree, kind) from None


def _check_cards(scenario: Scenario) -> None:
    """Every card exists, no list names one more often than the packs hold it, and every cut can be made.

    Nothing is named that the game has no use for.
    """
    game = GAMES[game_of(scenario)]
    for name in unused(game):
        if getattr(scenario, name):
            raise InvalidScenario(f"$.{name}", f"has to be empty: {_UNUSED[name]} in {game.name}")
    _check_known("$.draw", scenario.draw)
    _check_known("$.burned", scenario.burned)
    packs = game.packs(scenario.rules)
    for number, cards in enumerate(scenario.decks):
        place = f"$.decks[{number}]"
        _check_known(place, cards)
        try:
            filled_up(cards, packs)
        except ImpossibleDeck as impossible:
            raise InvalidScenario(place, str(impossible)) from None

    for number, cut in enumerate(scenario.cuts):
        if cut not in CUTS:
            what = f"a cut has {CUTS[0]} to {CUTS[-1]} cards, not {cut}"
            raise InvalidScenario(f"$.cuts[{number}]", what)


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

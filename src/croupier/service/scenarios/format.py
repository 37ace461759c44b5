"""The format of scenarios, as Structs: one type a game, made from the game's own rules, limits and commands.

A step is a command of the game with two keys beside its fields: `by` who gives it, and `refused`, the code
it must be refused with. So a new game has its scenarios, their checks and their JSON Schema by being in the
catalogue.
"""

from functools import cache
from typing import Annotated, Any, Final, Union

from msgspec import NODEFAULT, UNSET, Meta, Struct, UnsetType, defstruct, field
from msgspec.structs import fields

from croupier.domain.amounts import AmountOrNone
from croupier.domain.cards import Card
from croupier.domain.catalogue import DECIDERS, GAMES
from croupier.domain.decider import tag_of
from croupier.domain.decks.state import FixedDecks
from croupier.domain.games.game import SHARED_COMMANDS, Game
from croupier.domain.table.commands import ExpireTurn
from croupier.domain.table.state import By

SeatNumber = Annotated[int, Meta(ge=1, le=99, description="The number of a seat, clockwise from 1.")]
Chips = Annotated[int, Meta(ge=0, description="Chips, in whole units.")]
Cards = Annotated[tuple[Card, ...], Meta(description="Cards in the order in which they come off.")]
Stacks = Annotated[
    dict[SeatNumber, Chips],
    Meta(
        description="The stack of every seat that is still taken, by its number.",
        extra_json_schema={"propertyNames": {"pattern": "^[1-9][0-9]?$"}},
    ),
]


class ScenarioSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """A player who has sat down before the first step."""

    seat: SeatNumber
    player: Annotated[str, Meta(min_length=1, description="The player's name, different for every seat.")]
    stack: AmountOrNone


class Expectation(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The state after the last step."""

    stacks: Stacks
    bank: Annotated[Chips, Meta(description="Chips in a separate bank, 0 where the game has none.")]
    house: Annotated[int, Meta(description="The house account, 0 at the start.")]
    banker: Annotated[SeatNumber | None, Meta(description="The seat that banks; null: the house.")]
    in_play: Annotated[Chips, Meta(description="The sum of stakes and covers still on the table.")] = 0


class Step(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="do"):
    """A command (its tag is `do`, its fields lie beside) with who gives it and how it must be refused."""

    by: Annotated[By, Meta(description="The seat that gives the command, or the house.")]
    refused: Annotated[
        str | UnsetType,
        Meta(description="The code it must be refused with, changing nothing; left out: it is accepted."),
    ] = UNSET


class Scenario(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="game"):
    """What the scenarios of all games have; `scenario_type` adds what a game's own have."""

    title: Annotated[str, Meta(description="What the scenario shows.")]
    rules: Any
    limits: Any
    seats: tuple[ScenarioSeat, ...]
    banker: Annotated[
        SeatNumber | None, Meta(description="The seat that banks first; null: it is drawn as the game says.")
    ] = None
    draw: Annotated[Cards, Meta(description="The cards that draw the first banker, as they turn up.")] = ()
    decks: Annotated[
        tuple[Cards, ...],
        Meta(description="A list for each shuffle; the rest of the deck follows in the fixed order."),
    ] = ()
    cuts: Annotated[tuple[int, ...], Meta(description="The size of each cut.")] = ()
    burned: Annotated[Cards, Meta(description="The card burned in each round.")] = ()
    steps: tuple[Any, ...]
    expect: Expectation


_HOUSE_BANKS: Final = Annotated[None, Meta(description="The house banks this game.")]
_UNUSED: Final = Meta(description="Empty: this game has none.", extra_json_schema={"maxItems": 0})


@cache
def scenario_type(game: str) -> type[Scenario]:
    """The type of the game's scenarios. Raises `KeyError` for a game that is not in the catalogue."""
    found = GAMES[game]
    own: list[tuple[str, Any] | tuple[str, Any, Any]] = [
        ("rules", found.rules, field(default_factory=found.rules)),
        ("limits", found.limits),
        ("steps", Annotated[_steps_type(found), Meta(description="What is done, in order.")]),
    ]
    if found.banks == "house":
        own.append(("banker", _HOUSE_BANKS, None))
    own += [(name, Annotated[tuple[Any, ...], _UNUSED], ()) for name in unused(found)]
    made: Any = defstruct(
        f"{_camel(game)}Scenario",
        own,
        bases=(Scenario,),
        namespace={"__doc__": f"A scenario of {found.title}."},
        tag=game,
        frozen=True,
        kw_only=True,
    )
    return made  # type: ignore[no-any-return]


def unused(game: Game) -> tuple[str, ...]:
    """The keys of named cards and cuts that the game has no use for."""
    used = {"draw": game.banks == "player", "cuts": game.cuts, "burned": game.burns}
    return tuple(name for name, is_used in used.items() if not is_used)


def _steps_type(game: Game) -> Any:
    steps = tuple(_step_type(game, command) for command in (*SHARED_COMMANDS, ExpireTurn, *game.commands))
    return tuple[Union[steps], ...]  # type: ignore[valid-type] # noqa: UP007


def _step_type(game: Game, command: type[Struct]) -> Any:
    own: list[tuple[str, Any] | tuple[str, Any, Any]] = [
        (known.name, known.type) if known.default is NODEFAULT else (known.name, known.type, known.default)
        for known in fields(command)
    ]
    return defstruct(
        f"{_camel(game.name)}{command.__name__}",
        own,
        bases=(Step,),
        namespace={"__doc__": command.__doc__},
        tag=tag_of(command),
        frozen=True,
        kw_only=True,
    )


def _camel(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("-"))


def game_of(scenario: Scenario) -> str:
    """The name of the scenario's game."""
    return tag_of(scenario)


def named_cards(scenario: Scenario) -> FixedDecks:
    """The cards that the scenario names, and the seat that banks first, as a table is opened with them."""
    return FixedDecks(
        decks=scenario.decks,
        cuts=scenario.cuts,
        draw=scenario.draw,
        burned=scenario.burned,
        banker=UNSET if scenario.banker is None else scenario.banker,
    )


def command_of(game: str, step: Step) -> Any:
    """The command that a step of the game gives."""
    command = DECIDERS[game].command_types[tag_of(step)]
    return command(**{name: getattr(step, name) for name in command.__struct_fields__})

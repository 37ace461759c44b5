"""The contract of a game, and the decider of its tables built from it.

A game adds to the shared table its rules, limits, commands and events, and functions over the table:
`decide`, `expire`, `evolve`, `options` and `view`. Everything else reads the game from the catalogue.
"""

from collections.abc import Callable, Generator, Mapping
from typing import Any, Literal, Union

from msgspec import UNSET, Struct

from croupier.domain.cards import ImpossibleDeck, filled_up
from croupier.domain.decider import Decider, Evolve, Given, Rejected, Veiled, as_given, by_tag
from croupier.domain.decks.cut import CUTS
from croupier.domain.decks.events import DeckEvent
from croupier.domain.decks.state import FixedDecks
from croupier.domain.decks.steps import commit_deck
from croupier.domain.explaining import Explanation, plainly
from croupier.domain.games.statistics import Statistic
from croupier.domain.odds import ExactOdds
from croupier.domain.options import Option
from croupier.domain.table.clock import ClockEvent
from croupier.domain.table.commands import (
    CorrectHouse,
    ExpireTurn,
    HouseCommand,
    OpenTable,
    SeatCommand,
    SharedCommand,
)
from croupier.domain.table.correcting import correct_house
from croupier.domain.table.events import (
    HouseCorrected,
    RoundEvent,
    SeatEvent,
    SharedEvent,
    TableClosed,
    TableOpened,
)
from croupier.domain.table.evolve import EVOLVE_SHARED, evolve_opened
from croupier.domain.table.rounds import Vacate, holds_nothing
from croupier.domain.table.seating import decide_shared
from croupier.domain.table.state import AnyTable, By
from croupier.domain.table.timing import Awaits, keep_time, require_run_out

Steps = Generator[Any, AnyTable, Any]


class Standing(Struct, frozen=True):
    """The chips of a table that lie in no stack, and who banks (a seat; None where the house does)."""

    bank: int
    in_play: int
    banker: int | None


class Game(Struct, frozen=True):
    """What one game adds to the table.

    `version` is that of its rules: a change of the rules gets a new one. `places` is the number of seats,
    `packs` how many packs make its deck. `check` refuses rules and limits that make no sense together.
    `awaits` says who is waited for, `expire` makes the default action for who did not act in time.
    `options` lists what a seat or the house may do now, beyond the shared commands; `view` is the game's
    part of what one viewer (a seat, the house, None for anybody) may see. `banks` says who banks: the
    house, or a player whose bank passes to others; `vacate` is what happens before a seat leaves the table.
    Where the deck is a `shoe` it serves many rounds, else one; `cuts` says whether it is cut to be counted
    off, `burns` whether its first card is burned.
    `odds` counts what can be counted exactly under the table's rules, None where nothing can; `statistics`
    are what a simulation compares. `explain` tells people what one of the game's events means at a table, as
    it stood before the event; `rule_words` are the rules in a sentence each, `refusal_words` what the
    refusals mean that only this game has, `field_words` what the fields of its types mean: by the field's
    name, or `Type.field` where a type has it in a sense of its own. `veiled` is a command as the log may have
    it, where the one that was given names a card that lies face down: one of `veils`.
    """

    name: str
    version: int
    title: str
    places: int
    rules: type[Struct]
    limits: type[Struct]
    commands: tuple[type[Struct], ...]
    events: tuple[type[Struct], ...]
    play: Struct
    play_view: type[Struct]
    packs: Callable[[Any], int]
    check: Callable[[Any, Any], None]
    decide: Callable[[Any, Any, Given], Steps]
    expire: Callable[[Any, Given], Steps]
    awaits: Awaits
    evolve: Evolve
    options: Callable[[Any, By], tuple[Option, ...]]
    view: Callable[[Any, By | None], Struct]
    standing: Callable[[Any], Standing]
    banks: Literal["house", "player"] = "house"
    vacate: Vacate = holds_nothing
    shoe: bool = False
    cuts: bool = False
    burns: bool = False
    odds: Callable[[Any], ExactOdds] | None = None
    statistics: Callable[[Any], tuple[Statistic, ...]] = lambda rules: ()
    explain: Callable[[Any, Any], Explanation] = plainly
    rule_words: Mapping[int, str] = {}
    field_words: Mapping[str, str] = {}
    refusal_words: Mapping[str, str] = {}
    veils: tuple[type[Struct], ...] = ()
    veiled: Veiled = as_given

    @property
    def rules_version(self) -> str:
        """Game and rules version as records name them, e.g. `baccarat/1`."""
        return f"{self.name}/{self.version}"

    def chips(self, table: AnyTable) -> int:
        """All chips on a table: only buying in and cashing out change how many they are."""
        standing = self.standing(table)
        stacks = sum([seat.stack for seat in table.seats.values()])
        return stacks + standing.bank + standing.in_play + table.house


SHARED_COMMANDS = (*SeatCommand.__args__, *HouseCommand.__args__)
_SHARED_COMMANDS = frozenset(SHARED_COMMANDS)
SHARED_EVENTS = (
    *SeatEvent.__args__,
    *RoundEvent.__args__,
    TableClosed,
    HouseCorrected,
    *ClockEvent.__args__,
    *DeckEvent.__args__,
)


def table_decider(game: Game) -> Decider[Any, AnyTable, Any]:
    """The decider of the game's tables: the shared commands and events, and the game's own."""
    open_table = OpenTable[game.rules, game.limits]  # type: ignore[name-defined]
    opened = TableOpened[game.rules, game.limits]  # type: ignore[name-defined]
    commands = (open_table, *SHARED_COMMANDS, ExpireTurn, CorrectHouse, *game.commands)

    def decide(command: Any, table: AnyTable, given: Given) -> Steps:
        if type(command) is CorrectHouse:
            return correct_house(command, table, given)
        steps = _steps(game, command, table, given)
        return steps if table.times is None else keep_time(steps, table, given, game.awaits)

    def open_(table: AnyTable, event: Any) -> AnyTable:
        return evolve_opened(table, event, game.play)

    evolves: Evolve = {**EVOLVE_SHARED, **game.evolve, TableOpened: open_}

    def evolve(table: AnyTable, event: Any) -> AnyTable:
        return evolves[type(event)](table, event)  # type: ignore[no-any-return]

    return Decider(
        category=game.name,
        rules=game.rules_version,
        commands=Union[(*commands, *game.veils)],
        events=Union[(opened, *SHARED_EVENTS, *game.events)],
        initial=lambda table: AnyTable(id=table, rules=None, limits=None, play=None),
        decide=decide,
        evolve=evolve,
        command_types=by_tag(commands),
        veiled=game.veiled,
    )


def _steps(game: Game, command: Any, table: AnyTable, given: Given) -> Steps:
    """What the command leads to, by whom it concerns: opening, clock, seating or the game."""
    kind = type(command)
    if kind is OpenTable:
        return _open(game, command, table, given)
    _require_open(table)
    if kind is ExpireTurn:
        return _expire(game, table, given)
    if kind in _SHARED_COMMANDS:
        return decide_shared(command, table, given, game.places, game.vacate)
    return game.decide(command, table, given)


def _open(game: Game, command: OpenTable[Any, Any], table: AnyTable, given: Given) -> Steps:
    """Open the table and commit to its first deck."""
    if table.status != "unopened":
        raise Rejected("wrong-phase", "the table has been opened before")
    if given.actor.role != "operator":
        raise Rejected("not-the-banker", "only the house opens a table")
    game.check(command.rules, command.limits)
    if command.fixed is not UNSET:
        _check_fixed(command.fixed, game, command.rules)
    table = yield TableOpened(command.rules, command.limits, command.fixed, command.times)
    return (yield from commit_deck(table, given))


def _expire(game: Game, table: AnyTable, given: Given) -> Steps:
    """The game's default action for who is late, by the clock alone."""
    if given.actor.role != "clock":
        raise Rejected("not-your-turn", "only the clock ends somebody's turn")
    require_run_out(table, given)
    return game.expire(table, given)


def _check_fixed(fixed: FixedDecks, game: Game, rules: Any) -> None:
    """Raises `Rejected`: `impossible-deck` for cards that the packs do not hold and cuts that nobody makes,
    `unknown-target` for a first banker where the house banks, or at a seat that the table does not have.
    """
    if fixed.banker is not UNSET and (game.banks == "house" or fixed.banker > game.places):
        raise Rejected("unknown-target", f"seat {fixed.banker} cannot bank this game")
    try:
        for cards in fixed.decks:
            filled_up(cards, game.packs(rules))
        for card in (*fixed.draw, *fixed.burned):
            filled_up((card,), 1)
    except ImpossibleDeck as impossible:
        raise Rejected("impossible-deck", str(impossible)) from None
    for cut in fixed.cuts:
        if cut not in CUTS:
            raise Rejected("impossible-deck", f"a cut has {CUTS[0]} to {CUTS[-1]} cards, not {cut}")


def _require_open(table: AnyTable) -> None:
    if table.status == "closed":
        raise Rejected("table-closed", "the table is closed")
    if table.status == "unopened":
        raise Rejected("wrong-phase", "the table has not been opened")


__all__ = ["SHARED_EVENTS", "Game", "SharedCommand", "SharedEvent", "Standing", "table_decider"]

"""Random players of any game, driven by what the table offers them.

`random_players` makes of a game a state machine for hypothesis. After every command it holds the live table
to what must always be true: options and decisions agree, chips are conserved, the events alone lead to the
same state, and nothing secret is told.
"""

import re
from hashlib import sha512
from typing import Any, Literal

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec import Struct, ValidationError, convert, json
from tests.support.choices import chosen, combinations, corners, outside
from tests.support.story import AT, CLOCK, HOUSE
from tests.support.voiding import ENDING, VOIDED, require_as_before

from croupier.domain.catalogue import DECIDERS
from croupier.domain.decider import Actor, Given, Rejected, run
from croupier.domain.decks.events import DeckCommitted, DeckRevealed
from croupier.domain.games.game import Game
from croupier.domain.options import Option, offers
from croupier.domain.shuffle import Seed, commitment
from croupier.domain.table.commands import CloseTable, ExpireTurn, OpenTable, VoidRound
from croupier.domain.table.events import RoundStarted, RoundVoided, SeatLeft, SeatTaken, StackToppedUp
from croupier.domain.table.state import AnyTable, By
from croupier.domain.view import table_options, table_view

SETTINGS = settings(
    max_examples=25,
    stateful_step_count=60,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)

TELLING = 6
"""So many cards in a row are not told by chance."""

Viewer = By | None


class Table(RuleBasedStateMachine):
    """A table of `GAME` at which random players play. Subclasses name the game, its rules and its limits."""

    GAME: Game
    RULES: st.SearchStrategy[Any]
    LIMITS: st.SearchStrategy[Any]
    WORDS: tuple[str, ...]

    def __init__(self) -> None:
        """A table that is not open yet."""
        super().__init__()
        self.decider = DECIDERS[self.GAME.name]
        self.live: AnyTable = self.decider.initial("t-1")
        self.rebuilt: AnyTable = self.live
        self.chips = 0
        self.seeds: dict[str, Seed] = {}
        self.commands = 0
        self.told = ""
        self.before = self.live

    # What is done

    @initialize(data=st.data())
    def open(self, data: st.DataObject) -> None:
        """The house opens the table and some players sit down."""
        self.accept(OpenTable(data.draw(self.LIMITS), data.draw(self.RULES)), "house")
        for _ in range(data.draw(st.integers(1, 3))):
            self.play_offered(data, None)

    @rule(data=st.data())
    @precondition(lambda self: self.live.status == "open")
    def somebody_does_what_is_offered(self, data: st.DataObject) -> None:
        """A random viewer takes a random option: it must be accepted."""
        self.play_offered(data, data.draw(st.sampled_from(self.viewers()), label="viewer"))

    @rule(data=st.data())
    @precondition(lambda self: self.live.status == "open")
    def the_game_goes_on(self, data: st.DataObject) -> None:
        """Like the above, but of the game's own commands, so that rounds are played through."""
        own = {kind.__struct_config__.tag for kind in self.GAME.commands}
        found = {
            viewer: options
            for viewer in self.viewers()
            if (options := [option for option in self.offered(viewer) if option.command in own])
        }
        if found:
            viewer = data.draw(st.sampled_from([*found]), label="viewer")
            self.take(data.draw(st.sampled_from(found[viewer])), data, viewer)

    @rule(data=st.data())
    def somebody_tries_what_another_may(self, data: st.DataObject) -> None:
        """Another's option, or one with a field changed: refused unless it is offered all the same."""
        viewer = data.draw(st.sampled_from(self.viewers()), label="viewer")
        options = [option for other in self.viewers() for option in self.offered(other)]
        if options:
            tag = data.draw(st.sampled_from(sorted({option.command for option in options})))
            option = data.draw(st.sampled_from([option for option in options if option.command == tag]))
            values = self.drawn(option, data, bend=data.draw(st.booleans()))
            self.attempt(option.command, values, viewer, self.offered(viewer))

    @rule()
    def everybody_tries_everything(self) -> None:
        """Every command with every likely choice of its fields: accepted just when it is offered."""
        kinds = {tag: kind for tag, kind in self.decider.command_types.items() if tag != "open-table"}
        for viewer in self.viewers():
            offered = self.offered(viewer)
            for tag, kind in kinds.items():
                for values in combinations(kind, self.live, viewer, self.WORDS):
                    self.attempt(tag, values, viewer, offered)

    @rule()
    @precondition(lambda self: self.live.status == "open")
    def the_clock_acts_for_who_is_late(self) -> None:
        """A round always goes on without who is late; between rounds there may be nobody to wait for."""
        try:
            self.accept(ExpireTurn(), "clock")
        except Rejected as refusal:
            assert refusal.code == "wrong-phase"
            assert not self.live.in_round

    @rule()
    @precondition(lambda self: self.live.in_round and self.commands % VOIDED == 0)
    def the_house_voids_the_round(self) -> None:
        """Now and then a round is called off: all is as it was before it."""
        self.accept(VoidRound("the lights went out"), "house")

    @rule()
    @precondition(lambda self: self.live.round >= 6 and not self.live.in_round)
    def the_house_closes_the_table(self) -> None:
        """Now and then a table comes to its end."""
        if self.live.status == "open":
            self.accept(CloseTable(), "house")

    # What must always be true

    @invariant()
    def every_bound_that_is_offered_is_accepted(self) -> None:
        """Both ends of every range and each listed value, tried without going on from there."""
        for viewer in self.viewers():
            for option in self.offered(viewer):
                for values in corners(option):
                    self.decide(self.built(option.command, values), viewer)

    @invariant()
    def chips_change_only_by_buying_in_and_cashing_out(self) -> None:
        """Stacks, bank, stakes in play and the house account."""
        if self.live.status != "unopened":
            assert min((seat.stack for seat in self.live.seats.values()), default=0) >= 0
            assert self.GAME.chips(self.live) == self.chips

    @invariant()
    def the_events_alone_lead_to_the_same_state(self) -> None:
        """The state rebuilt from the JSON of the events is the live one."""
        assert self.rebuilt == self.live

    @invariant()
    def nothing_secret_is_told(self) -> None:
        """No seed before its reveal and no card before it comes off, neither by events nor by views."""
        if self.live.status == "unopened":
            return
        views = [json.encode(table_view(self.GAME, self.live, viewer)).decode() for viewer in self.viewers()]
        seen = "".join((self.told, repr(self.live), *views))
        assert not any(seed.hex() in seen for seed in self.seeds.values())
        deck = self.live.decks.current
        if deck and deck.left >= TELLING:
            coming = deck.cards[deck.dealt : deck.dealt + TELLING]
            assert json.encode(coming).decode()[1:-1] not in seen

    # How

    def viewers(self) -> list[Viewer]:
        """The house, every seat, and a player who has none."""
        return ["house", *self.live.seats, None]

    def offered(self, viewer: Viewer) -> tuple[Option, ...]:
        """What the table offers the viewer now."""
        return table_options(self.GAME, self.live, viewer) if self.live.status != "unopened" else ()

    def play_offered(self, data: st.DataObject, viewer: Viewer) -> None:
        """Let the viewer take one of its options, if he has any but to close the table or void a round."""
        options = [option for option in self.offered(viewer) if option.command not in ENDING]
        if options:
            self.take(data.draw(st.sampled_from(options)), data, viewer)

    def take(self, option: Option, data: st.DataObject, viewer: Viewer) -> None:
        """Let the viewer take the option."""
        self.accept(self.built(option.command, self.drawn(option, data)), viewer)

    def attempt(self, tag: str, values: dict[str, Any], viewer: Viewer, offered: tuple[Option, ...]) -> None:
        """Let the viewer try a command, which is accepted if it is among those offered, else refused."""
        try:
            command = self.built(tag, values)
        except ValidationError:
            return  # a client could not even send it
        if offers(offered, command):
            self.decide(command, viewer)
        else:
            self.refuse(command, viewer)

    def drawn(self, option: Option, data: st.DataObject, bend: bool = False) -> dict[str, Any]:
        """Fields for the option; bent, one of them is drawn from outside its choice."""
        values: dict[str, Any] = {}
        for name, choice in option.fields.items():
            values[name] = data.draw(chosen(choice, values), label=name)
        if bend and values:
            name = data.draw(st.sampled_from(sorted(values)))
            values[name] = data.draw(outside(option.fields[name]), label=f"bent {name}")
        return values

    def built(self, tag: str, values: dict[str, Any]) -> Any:
        """The command as a client would send it."""
        return convert(values, self.decider.command_types[tag])

    def given(self, viewer: Viewer | Literal["clock"]) -> Given:
        """The viewer, or the clock, as an actor, and a seed that differs for every command."""
        if isinstance(viewer, str):
            actor = HOUSE if viewer == "house" else CLOCK
        else:
            name = f"newcomer-{self.commands}" if viewer is None else self.live.seats[int(viewer)].player
            actor = Actor("player", name)
        return Given(actor, AT, Seed(sha512(b"%d" % self.commands).digest()))

    def decide(self, command: Any, viewer: Viewer | Literal["clock"]) -> Any:
        """Decide the command without going on from there."""
        return run(self.decider, command, self.live, self.given(viewer))

    def refuse(self, command: Any, viewer: Viewer) -> None:
        """The command must be refused; that it changed nothing is shown by the invariants."""
        try:
            decision = self.decide(command, viewer)
        except Rejected as refusal:
            assert re.fullmatch(r"[a-z]+(-[a-z]+)*", refusal.code)
            assert refusal.detail
        else:
            raise AssertionError(f"not offered to {viewer}, but accepted: {command}: {decision.events}")

    def accept(self, command: Any, viewer: Viewer | Literal["clock"]) -> None:
        """The command must be accepted; the table goes on from there."""
        decision = self.decide(command, viewer)
        self.commands += 1
        self.live = decision.state
        entrusted = {kept.deck: kept for kept in decision.entrusted}
        self.seeds.update({deck: kept.seed for deck, kept in entrusted.items()})
        for event in decision.events:
            data = json.encode(event)
            read = json.decode(data, type=self.decider.events)
            assert json.encode(read) == data
            if isinstance(event, RoundStarted):
                self.before = self.rebuilt
            self.rebuilt = self.decider.evolve(self.rebuilt, read)
            if isinstance(event, DeckCommitted):
                self.rebuilt = self.decider.evolve(self.rebuilt, entrusted[event.deck])
            self.told += data.decode()
            self.note(event)
            if isinstance(event, RoundVoided):
                require_as_before(self.GAME, self.before, self.rebuilt, event)

    def note(self, event: Struct) -> None:
        """Keep account of chips bought and of seeds that are secret no more."""
        match event:
            case SeatTaken():
                self.chips += event.stack
            case StackToppedUp():
                self.chips += event.amount
            case SeatLeft():
                self.chips -= event.stack
            case DeckRevealed():
                seed = self.seeds.pop(event.deck)
                assert event.seed == seed.hex()
                assert commitment(event.deck, seed) in self.told

    def teardown(self) -> None:
        """When the table is closed every commitment has its reveal."""
        if self.live.status == "closed":
            assert not self.seeds
            assert not self.live.seats


def random_players(
    game: Game,
    rules: st.SearchStrategy[Any],
    limits: st.SearchStrategy[Any],
    words: tuple[str, ...],
    kind: type[Table] = Table,
) -> Any:
    """The test case of random players at tables of the game with such rules and limits.

    `words` are the names that the game's commands have for things, such as its boxes; `kind` is a machine
    that holds the game to more than every game.
    """
    own = {"GAME": game, "RULES": rules, "LIMITS": limits, "WORDS": words}
    machine: Any = type(f"Random{game.name}", (kind,), own)
    machine.TestCase.settings = SETTINGS
    return machine.TestCase

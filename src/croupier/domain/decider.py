"""The contract of every aggregate: a decider over immutable state.

`decide(command, state, given)` is a generator: it yields events and is sent the state after each, so that a
cascade reads from top to bottom like the rule that it implements. It refuses by raising `Rejected`, which
leaves nothing behind since nothing was changed. `evolve(state, event)` never refuses.

There are no hidden inputs: actor, time and fresh seed come with the command, in `Given`.
"""

from collections.abc import Callable, Generator, Iterable, Mapping
from datetime import datetime
from typing import Any, ClassVar, Final, Generic, Literal, TypeVar, final, get_origin

from msgspec import Struct

from croupier.domain.shuffle import Seed

C = TypeVar("C")
S = TypeVar("S")
E = TypeVar("E")

Role = Literal["operator", "player", "clock", "auditor", "regulator", "spectator", "admin"]


class Actor(Struct, frozen=True, omit_defaults=True):
    """Who gives a command.

    An operator (the house), a player, the clock acting for who is late, or who judges disputes and who
    inspects: an auditor, a regulator. Admins and spectators give no commands; they may be refused one.

    `by` is the holder of the operator's key who gave the command for the player; records and answers leave it
    out where he gave it himself. The rules look at role and id alone.
    """

    role: Role
    id: str
    by: str | None = None

    def is_same(self, other: "Actor") -> bool:
        """Whether both are one and the same, whoever gave the command for him."""
        return (self.role, self.id) == (other.role, other.id)


class Command(Struct, frozen=True, forbid_unknown_fields=True):
    """Base of all commands: unknown fields are refused.

    `untold` are the fields that name cards which may lie face down or are yet to come: who reads of a command
    that was refused is not told them.
    """

    untold: ClassVar[frozenset[str]] = frozenset()


class Given(Struct, frozen=True):
    """What the service adds to a command: who gives it, when, and a fresh seed should it need one."""

    actor: Actor
    at: datetime
    seed: Seed


class Rejected(Exception):
    """The rules do not allow the command. `code` is stable, `rule` the number of the rule that says so."""

    def __init__(self, code: str, detail: str, rule: int | None = None) -> None:
        """Refuse with a code for machines, a sentence for people and the rule's number, if one says it."""
        super().__init__(f"{code}: {detail}")
        self.code: Final = code
        self.detail: Final = detail
        self.rule: Final = rule


@final
class SeedEntrusted(Struct, frozen=True):
    """Yielded beside the events: a seed that waits, encrypted, beside the record until it is revealed.

    It is evolved like an event, and never part of a record.
    """

    deck: str
    seed: Seed


class Decision(Struct, Generic[S, E], frozen=True):
    """What a command led to: its events in order, the seeds to keep, and the state after all."""

    events: tuple[E, ...]
    state: S
    entrusted: tuple[SeedEntrusted, ...] = ()


Evolve = Mapping[type[Struct], Callable[[Any, Any], Any]]
"""What each type of event does to a state: it is called with both and gives the state after the event.

It is no long `match`, since a Struct that does not match costs as much as a step of the rules.
"""


def each(events: Any, evolve: Callable[[Any, Any], Any]) -> dict[type[Struct], Callable[[Any, Any], Any]]:
    """The same function for each of a union's events."""
    return dict.fromkeys(events.__args__, evolve)


Veiled = Callable[[Any, Any, Actor], Any]
"""The actor's command to a state, as the log may have it."""


def as_given(command: Any, state: Any, actor: Actor) -> Any:
    """The command as it is: it tells nothing that others may not know."""
    return command


class Decider(Struct, Generic[C, S, E], frozen=True):
    """One kind of aggregate: how its commands are decided and its state is rebuilt.

    `category` is the first part of its streams' names, `rules` names game and rules version in a record,
    `commands` and `events` are the tagged unions to decode by. `initial` is the state before the first event.
    `command_types` are the commands that can be given, by their tags. `veiled` is the command that is decided
    and recorded in the place of one that tells a face-down card.
    """

    category: str
    rules: str | None
    commands: Any
    events: Any
    initial: Callable[[str], S]
    decide: Callable[[C, S, Given], Generator[E | SeedEntrusted, S, Any]]
    evolve: Callable[[S, E | SeedEntrusted], S]
    command_types: Mapping[str, Any]
    veiled: Veiled = as_given


def tag_of(tagged: Any) -> str:
    """The tag of a command, event or step, or of its type."""
    return str(tagged.__struct_config__.tag)


def by_tag(types: Iterable[Any]) -> dict[str, Any]:
    """The tagged Structs, generic or not, by their tags."""
    return {tag_of(get_origin(kind) or kind): kind for kind in types}


def run(decider: Decider[C, S, E], command: C, state: S, given: Given) -> Decision[S, E]:
    """Decide a command, evolving the state with each event. Raises `Rejected`."""
    evolve, steps = decider.evolve, decider.decide(command, state, given)
    events: list[E] = []
    entrusted: list[SeedEntrusted] = []
    try:
        step = next(steps)
        while True:
            state = evolve(state, step)
            if type(step) is SeedEntrusted:
                entrusted.append(step)
            else:
                events.append(step)
            step = steps.send(state)
    except StopIteration:
        return Decision(tuple(events), state, tuple(entrusted))

"""What a round's report holds: everything by which somebody sees whether he was paid right."""

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from croupier.domain.cards import Card
from croupier.domain.decider import Actor
from croupier.domain.table.clock import DecisionTimes

Status = Literal["in-progress", "ended", "voided"]


class Where(Struct, frozen=True):
    """An entry: its position in the log, its revision in the table's stream, and when it was accepted."""

    position: int
    revision: int
    at: str


class Funds(Struct, frozen=True):
    """Where the chips of a table lie: in stacks, in a bank set apart, under bets, in the house account."""

    stacks: int
    bank: int
    in_play: int
    house: int
    total: int


class SeatReport(Struct, frozen=True):
    """A player in the round, with what his seat had before and after it.

    `before` and `after` are his stack, and the bank where he banks; `result` is the difference, null while
    the round goes on. `wagered`: the stakes of his bets that were settled. `won`: what those brought, before
    charges; `lost`: what they cost. `charged`: what the house took. `banked`: the balance of others' bets
    against him while he banked. `paid`: prices paid to other players (negative: got from them). So the
    result is won - lost - charged + banked - paid. Of a voided round nothing counts.
    """

    seat: int
    player: str
    banker: bool
    before: int
    after: int
    result: int | None
    wagered: int
    won: int
    lost: int
    charged: int
    banked: int
    paid: int


class Contribution(Struct, frozen=True):
    """The entropy (hex) of a seat that counts for the deck."""

    seat: int
    entropy: str
    where: Where


class ShuffleReport(Struct, frozen=True):
    """A shuffle of the deck: number `shuffle` of its seed, of so many packs, or of the discards of `places`.

    `cards` are all cards in the order in which they come off, recomputed from the revealed seed, and `cut` is
    the size of the cut that follows them in the stream of draws; null as long as the seed is not revealed.
    """

    shuffle: int
    packs: int | None
    places: tuple[int, ...]
    cards: tuple[Card, ...] | None
    cut: int | None
    where: Where


class DeckReport(Struct, frozen=True):
    """The deck that the round was dealt from, from its commitment to its reveal.

    `seed` (hex) is null until it is revealed. `named` marks the deck of a test table, whose cards were named
    and come from no seed.
    """

    deck: str
    named: bool
    commitment: str | None
    committed: Where | None
    contributions: tuple[Contribution, ...]
    shuffles: tuple[ShuffleReport, ...]
    seed: str | None
    revealed: Where | None


class CardReport(Struct, frozen=True):
    """A card that came off the deck: its place there, from 0, in the order that `shuffle` made, and whereto.

    `card` is null while it lies face down and the deck is not revealed. `agrees`: whether the recorded card
    is that of the recomputed deck, null where one of them is not known.
    """

    place: int
    shuffle: int
    card: Card | None
    to: str
    rule: int | None
    revision: int
    agrees: bool | None


class LineReport(Struct, frozen=True):
    """A line of arithmetic: what it gives (`of`), the sum and its result; `text` is the line for people.

    `exact` is the sum's value where the result is rounded up.
    """

    of: str
    sum: str
    result: int
    exact: str | None
    text: str


class EventReport(Struct, frozen=True):
    """An event as recorded, and in words: the sentence, the rule with its number, the arithmetic.

    `differs` names what is recorded otherwise than the arithmetic has it.
    """

    event: Any
    sentence: str
    rule: int | None
    rule_words: str | None
    arithmetic: tuple[LineReport, ...]
    differs: tuple[str, ...]


class EntryReport(Struct, frozen=True):
    """An entry of the round: a command, who gave it and when, by which code it was decided, what it led to.

    `fields` are the command's. `leaf` is the entry's leaf in the log's tree (hex), `proof` where its proof of
    inclusion is read, null as long as no published checkpoint covers the entry. On demand `record` is the
    record's exact text, `proof_file` that proof.
    """

    where: Where
    actor: Actor
    command: str
    fields: dict[str, Any]
    code: str
    events: tuple[EventReport, ...]
    leaf: str
    proof: str | None
    record: str | None = None
    proof_file: str | None = None


class Checks(Struct, frozen=True):
    """What the report has checked. Null: it can't be, yet.

    `arithmetic`: every sum gives what is recorded, and every seat's result is what its bets came to; `chips`:
    none appeared or disappeared; `commitment`: the revealed seed is the one committed to; `cards`: every card
    is that of the recomputed deck; `log`: each entry of the round follows on the one before, and every entry,
    related ones too, that the last checkpoint covers is a leaf of the published tree; null while none is.
    """

    arithmetic: bool
    chips: bool
    commitment: bool | None
    cards: bool | None
    log: bool | None


class LogReport(Struct, frozen=True):
    """The log that the entries are in: its origin, and the size of its last checkpoint (null: none yet)."""

    log: str
    origin: str
    checkpoint_size: int | None
    checkpoint: str


class SeeAlso(Struct, frozen=True):
    """Where more of the round is read: disputes on it, its bundle, and what was refused.

    `attempts` are the refused commands at the table from the start of the round to a minute after its end.
    What the reader of the report may not read is left out: bundle and attempts, for players.
    """

    disputes: str
    bundle: str | UnsetType = UNSET
    attempts: str | UnsetType = UNSET


class RoundReport(Struct, frozen=True):
    """A round, reported from the log alone. `replay` marks a recall of a past game for its player.

    `code` are the versions of the rule code that decided its commands. `banker` is the seat that banked, null
    for the house. `related` are entries outside of the round, with those of their events that belong to it:
    where its deck comes from and is revealed, a bank set for it.
    """

    round: str
    table: str
    game: str
    title: str
    number: int
    status: Status
    replay: bool
    test: bool
    void_reason: str | None
    rules_version: str
    code: tuple[str, ...]
    rules: Any
    limits: Any
    times: DecisionTimes | None
    started_at: str
    ended_at: str | None
    banker: int | None
    seats: tuple[SeatReport, ...]
    before: Funds
    after: Funds
    deck: DeckReport | None
    cards: tuple[CardReport, ...]
    entries: tuple[EntryReport, ...]
    related: tuple[EntryReport, ...]
    checks: Checks
    log: LogReport
    see_also: SeeAlso

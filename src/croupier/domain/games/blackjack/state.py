"""The state of a blackjack table beyond the shared one."""

from collections.abc import Generator
from typing import Literal

from msgspec import Struct

from croupier.domain.cards import Card
from croupier.domain.decider import SeedEntrusted
from croupier.domain.games.blackjack.commands import BlackjackLimits, BlackjackRules, Face
from croupier.domain.games.blackjack.events import BlackjackEvent
from croupier.domain.games.blackjack.events.cards import ExtraKind
from croupier.domain.games.blackjack.events.hands import Outcome
from croupier.domain.table.events import SharedEvent
from croupier.domain.table.state import Table

AccidentKind = ExtraKind | Literal["exposed-card"]

Stage = Literal["first", "bets", "second", "drawing", "banker", "bank"]
"""Where a round stands: first go-round, stakes, second go-round, players, banker, choice of the next bank."""


class Dealt(Struct, frozen=True):
    """A card of a hand: its `place` in the deck and how it was dealt.

    `card` is None as long as only its owner may know it; then the deck alone tells it.
    """

    place: int
    face: Face
    card: Card | None = None


class Settlement(Struct, frozen=True):
    """How a hand was settled, by which rule, and what its seat won (negative: lost)."""

    outcome: Outcome
    rule: int
    profit: int


class Hand(Struct, frozen=True):
    """A player's hand.

    `chose`: two cards came to it in this go-round and one was kept, so that a third is refused (rule 25);
    `may_redouble`: the banker doubled it and its player has not answered (rule 6); `split`: it was made by
    a split (rule 13); `asked`: it waits for a card from the banker (rule 25), `drew`: it has asked for one;
    `stands`: it takes no more.
    """

    seat: int
    number: int
    cards: tuple[Dealt, ...]
    stake: int = 0
    chose: bool = False
    may_redouble: bool = False
    split: bool = False
    asked: bool = False
    drew: bool = False
    stands: bool = False
    settled: Settlement | None = None


class Accident(Struct, frozen=True):
    """A card that came to a seat and waits for what its player says (rules 22-24).

    `then` is what an exposed card will be besides when it is accepted.
    """

    kind: AccidentKind
    seat: int
    hand: int
    card: Dealt
    then: ExtraKind | None = None


class Offer(Struct, frozen=True):
    """The bank, offered to a seat for a price (rule 19)."""

    to: int
    price: int


class Play(Struct, frozen=True):
    """The round being played, or the last one.

    `order` are the seats dealt in, from the banker's left; `hands` those of the players in the order of
    playing, `own` the banker's cards. `burn`: whether the top card was burned, or that is demanded;
    `exposed` is the burned card while it lies in the pack. `doubled` is the banker's answer to rule 6, None
    before it. `discards` are the places of cards that rule 27 shuffles. `heir` won the bank (rule 18).
    """

    order: tuple[int, ...] = ()
    stage: Stage = "first"
    hands: tuple[Hand, ...] = ()
    own: tuple[Dealt, ...] = ()
    accidents: tuple[Accident, ...] = ()
    burn: Literal["none", "demanded", "done"] = "none"
    burned: Card | None = None
    exposed: Card | None = None
    doubled: bool | None = None
    discards: tuple[int, ...] = ()
    heir: int | None = None
    offer: Offer | None = None


BlackjackTable = Table[BlackjackRules, BlackjackLimits, Play]
Steps = Generator[BlackjackEvent | SharedEvent | SeedEntrusted, BlackjackTable, BlackjackTable]

"""The events of the cards: the pack, the go-rounds, and what comes off the pack (rules 3, 4, 7, 21-25, 27).

A face-down card is not named; `place` is its place in the deck, from 0, in the order in which cards come off,
on through reshuffled discards and refused cards at the bottom. `hand` numbers the hands of a seat from 1.
"""

from typing import Literal

from msgspec import Struct

from croupier.domain.cards import Card
from croupier.domain.decks.events import ReshuffleEvent
from croupier.domain.games.blackjack.commands import Face

GoRound = Literal[1, 2]

ExtraKind = Literal["two-first-cards", "two-second-cards", "unasked-card"]
"""An accident with a card too many: two in a go-round (rule 22), one not asked for in drawing (rule 23)."""


class PlayersDealtIn(Struct, frozen=True, tag="players-dealt-in"):
    """The seats of the round, from the banker's left: all that can stake the minimum (rule 5)."""

    seats: tuple[int, ...]


class BurnDemanded(Struct, frozen=True, tag="burn-demanded"):
    """The seat demanded that a card be burned: nothing is dealt before that is done (rule 21)."""

    seat: int


class CardBurned(Struct, frozen=True, tag="card-burned"):
    """The top card was shown to all and burned, by rule 3 or, demanded, 21.

    `card` is null at a test table that names none.
    """

    card: Card | None
    rule: int


class GoRoundStarted(Struct, frozen=True, tag="go-round-started"):
    """The second go-round began (rule 7); the first begins with the round."""

    go_round: GoRound


class GoRoundEnded(Struct, frozen=True, tag="go-round-ended"):
    """Everybody had his card of the go-round, the banker last (rules 4, 7)."""

    go_round: GoRound


class CardDealt(Struct, frozen=True, tag="card-dealt"):
    """A card went to a hand by `rule`; `card` is null when only its owner may see it."""

    seat: int
    hand: int
    card: Card | None
    place: int
    face: Face
    rule: int


class ExtraCardDealt(Struct, frozen=True, tag="extra-card-dealt"):
    """A card too many came to a seat, which has to say what becomes of it, by `rule` 22 or 23."""

    seat: int
    hand: int
    card: Card | None
    place: int
    face: Face
    accident: ExtraKind
    rule: int


class CardOffered(Struct, frozen=True, tag="card-offered"):
    """The exposed card came out to a seat, which may accept or refuse it (rule 24).

    `accident` is what it will be besides when it is accepted, null if an ordinary card of its hand.
    """

    seat: int
    hand: int
    card: Card
    place: int
    face: Face
    accident: ExtraKind | None


class CardKept(Struct, frozen=True, tag="card-kept"):
    """A seat kept the card on `place` by `rule`: of two, when `discarded` is the place of the other."""

    seat: int
    hand: int
    place: int
    discarded: int | None
    rule: int


class CardRefused(Struct, frozen=True, tag="card-refused"):
    """A seat refused the card on `place` by `rule` 23 or 24; it went to the bottom of the pack."""

    seat: int
    hand: int
    place: int
    rule: int


class BothPlayed(Struct, frozen=True, tag="both-played"):
    """A seat plays its two first cards as two hands: the second card is that of the hand `into` (rule 22)."""

    seat: int
    hand: int
    into: int


PackEvent = PlayersDealtIn | BurnDemanded | CardBurned | GoRoundStarted | GoRoundEnded | ReshuffleEvent
DealingEvent = CardDealt | ExtraCardDealt | CardOffered | CardKept | CardRefused | BothPlayed
CardEvent = PackEvent | DealingEvent

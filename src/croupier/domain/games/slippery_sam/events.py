"""The events of Slippery Sam beside those of its bank."""

from typing import Literal

from msgspec import Struct

from croupier.domain.cards import Card
from croupier.domain.table.bank.events import BankEvent

Outcome = Literal["won", "lost"]


class HandsDealt(Struct, frozen=True, tag="hands-dealt"):
    """Three cards each went face down to the `seats`, in their order, one card at a time (rule 4).

    Of the deck's cards, counted from 0, those on the places i, i + n and i + 2n are the hand of the i-th of
    n seats. Nobody has seen them (rule 5).
    """

    seats: tuple[int, ...]


class UpcardTurned(Struct, frozen=True, tag="upcard-turned"):
    """A card was turned up for the banker by `rule`: 4 the first, 7 one that was paid for.

    `place` is its place in the deck, from 0.
    """

    card: Card
    place: int
    rule: int


class TurnBegan(Struct, frozen=True, tag="turn-began"):
    """It is the seat's turn; until it ends each new upcard costs `price` (rule 7)."""

    seat: int
    price: int


class UpcardRefused(Struct, frozen=True, tag="upcard-refused"):
    """The seat refused the upcard, for the `refusals`-th time, and paid `price` into the bank (rule 7).

    `stack` is what the seat has left, `bank` what the bank holds now.
    """

    seat: int
    upcard: Card
    refusals: int
    price: int
    stack: int
    bank: int


class BetPlaced(Struct, frozen=True, tag="bet-placed"):
    """The seat put `stake` against the upcard (rule 6); `stack` is what it has left."""

    seat: int
    upcard: Card
    stake: int
    stack: int


class BetSettled(Struct, frozen=True, tag="bet-settled"):
    """A bet against the upcard was settled by `rule`: 9 won, 10 lost.

    `shown` is the card that won, or the whole losing hand. `profit` is what the seat won, negative when the
    stake was lost; `stack` is what the seat has now, `bank` what the bank holds.
    """

    seat: int
    upcard: Card
    shown: tuple[Card, ...]
    outcome: Outcome
    rule: int
    stake: int
    profit: int
    stack: int
    bank: int


class TurnPassed(Struct, frozen=True, tag="turn-passed"):
    """The seat neither bet nor bought; its hand was not shown (rule 8)."""

    seat: int
    rule: int


SlipperySamEvent = (
    BankEvent | HandsDealt | UpcardTurned | TurnBegan | UpcardRefused | BetPlaced | BetSettled | TurnPassed
)

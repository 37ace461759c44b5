"""The events of playing and settling hands (rules 8-17, 22, 26, 27). `hand` numbers a seat's hands from 1."""

from typing import Literal

from msgspec import Struct

from croupier.domain.cards import Card

Outcome = Literal["won", "lost", "paid-short", "returned"]


class CardAsked(Struct, frozen=True, tag="card-asked"):
    """By hand: the seat asked the banker for a card (rules 10, 25)."""

    seat: int
    hand: int


class HandStood(Struct, frozen=True, tag="hand-stood"):
    """The hand takes no more cards, by `rule`: 10, 11 chosen or hard 21, 13 split aces, 27 none left."""

    seat: int
    hand: int
    rule: int


class BankerTurnedUp(Struct, frozen=True, tag="banker-turned-up"):
    """The banker turned up his hand, by `rule`: 8 it is a natural, 11 it is his turn to play it."""

    seat: int
    cards: tuple[Card, ...]
    total: int
    rule: int


class HandShown(Struct, frozen=True, tag="hand-shown"):
    """A player's hand was turned up, for the pair (rule 13) or the settlement that follows."""

    seat: int
    hand: int
    cards: tuple[Card, ...]
    total: int


class HandSettled(Struct, frozen=True, tag="hand-settled"):
    """A hand was settled by `rule`.

    `profit` is what the seat won, negative when it lost; more than the stake where a rule says so, as far
    as the stack that pays it goes. `paid-short` won when the banker had less than is due, `returned` is a
    stake that won when he had nothing left, or that was withdrawn. `stack` is what the seat has now, `bank`
    the banker's stack.
    """

    seat: int
    hand: int
    outcome: Outcome
    rule: int
    stake: int
    profit: int
    stack: int
    bank: int


HandEvent = CardAsked | HandStood | BankerTurnedUp | HandShown | HandSettled

"""The events of Skinball."""

from typing import Final, Literal

from msgspec import Struct

from croupier.domain.cards import Card
from croupier.domain.table.bank.events import PassingEvent

CENTRE: Final = "centre"
Holder = int | Literal["centre"]
"""By whom a live card lies: a player, the banker, or nobody."""


class LimitsSet(Struct, frozen=True, tag="limits-set"):
    """The banker set the limits of later stakes (rule 3)."""

    min: int
    max: int


class CardTurned(Struct, frozen=True, tag="card-turned"):
    """A card that is not dead came out of the box; `place` is its place in the pack, from 0."""

    card: Card
    place: int


class DeadCardDiscarded(Struct, frozen=True, tag="dead-card-discarded"):
    """A card of a dead rank came out of the box and was discarded; the next is dealt at once (rule 11)."""

    card: Card
    place: int
    rule: int


class CardOffered(Struct, frozen=True, tag="card-offered"):
    """The card is offered to the seat by `rule`: 4 the first, 7 in the first go-round, 12 a fresh one.

    The `others` are asked next, in turn, should it refuse.
    """

    seat: int
    card: Card
    others: tuple[int, ...]
    rule: int


class CardAccepted(Struct, frozen=True, tag="card-accepted"):
    """The seat accepted the card that it was offered."""

    seat: int
    card: Card


class CardRefused(Struct, frozen=True, tag="card-refused"):
    """The seat refused the card that it was offered."""

    seat: int
    card: Card


class CardCentred(Struct, frozen=True, tag="card-centred"):
    """The card lies in the centre by `rule`: 13 it found no taker, 19 the bank is empty and offers none."""

    card: Card
    rule: int


class CardTaken(Struct, frozen=True, tag="card-taken"):
    """The seat, which had no card, took this one from the centre (rule 13)."""

    seat: int
    card: Card


class CardLaidAside(Struct, frozen=True, tag="card-laid-aside"):
    """A fresh card was laid aside: the banker deals for those with side bets only (rule 16)."""

    card: Card
    rule: int


class BankersCardLaid(Struct, frozen=True, tag="bankers-card-laid"):
    """The card is the banker's by `rule`: 5 his first in the round, 16 a new one."""

    seat: int
    card: Card
    rule: int


class PairDiscarded(Struct, frozen=True, tag="pair-discarded"):
    """`mate` came out and matched `card`, which lay by a seat or in the centre: both go, their rank is dead.

    By `rule`: 5 the second card paired the first; 11 a match; 14 a match in the centre; 17 a player's match
    that was void, the banker having no card.
    """

    holder: Holder
    card: Card
    mate: Card
    rule: int


class BankerAsked(Struct, frozen=True, tag="banker-asked"):
    """The banker's card was matched with side bets open: he has to deal on or take a new card (rule 16)."""

    seat: int
    rule: int


class DealOnDecided(Struct, frozen=True, tag="deal-on-decided"):
    """The cards are for those with side bets only: by choice (rule 16), or with the bank spent (rule 19)."""

    seat: int
    rule: int


class NewCardDecided(Struct, frozen=True, tag="new-card-decided"):
    """The next fresh card will be the banker's (rule 16)."""

    seat: int
    rule: int


class StakeNamed(Struct, frozen=True, tag="stake-named"):
    """The seat put `stake` on its card, to be covered; `stack` is what it has left."""

    seat: int
    card: Card
    stake: int
    stack: int


class StakeCovered(Struct, frozen=True, tag="stake-covered"):
    """The banker covered `cover` of the stake, and the bet is live; the rest went back to the seat (rule 6).

    `stack` is what the seat has now, `banker_stack` what the banker has.
    """

    seat: int
    card: Card
    stake: int
    cover: int
    stack: int
    banker: int
    banker_stack: int


class BetSettled(Struct, frozen=True, tag="bet-settled"):
    """A bet against the banker on the card `bet` was settled by `rule`: 8 a match, 21 the box ran out.

    `outcome` and `profit` are the seat's: its profit is after the house's `charge` (rule 20), negative when
    the stake was lost, 0 when both sides got theirs back. `stack` is what the seat has now, `banker_stack`
    what the banker has.
    """

    seat: int
    bet: Card
    outcome: Literal["won", "lost", "returned"]
    rule: int
    stake: int
    profit: int
    charge: int
    stack: int
    banker: int
    banker_stack: int


class SideBetOffered(Struct, frozen=True, tag="side-bet-offered"):
    """The seat offers `against` to bet `amount` that the other's card will be matched first (rule 9)."""

    offer: int
    seat: int
    against: int
    amount: int


class SideBetDeclined(Struct, frozen=True, tag="side-bet-declined"):
    """The seat declined the side bet that it was offered (rule 9)."""

    offer: int
    seat: int


class SideBetWithdrawn(Struct, frozen=True, tag="side-bet-withdrawn"):
    """The seat took its offer back (rule 9)."""

    offer: int
    seat: int


class SideBetsLapsed(Struct, frozen=True, tag="side-bets-lapsed"):
    """These offers lapsed, since a card is dealt (rule 9)."""

    offers: tuple[int, ...]
    rule: int


class SideBetMade(Struct, frozen=True, tag="side-bet-made"):
    """`against` agreed to `stake` of what `seat` had offered: both put it up (rule 9).

    `bet` is the number of the offer; `stack` and `against_stack` are what the two have left.
    """

    bet: int
    seat: int
    against: int
    stake: int
    stack: int
    against_stack: int


class SideBetSettled(Struct, frozen=True, tag="side-bet-settled"):
    """A side bet was settled by `rule`: 10 the card of `against` was matched, 21 the box ran out.

    `seat` won it, unless both sides were returned theirs; side bets are free of charge (rule 20). `stack`
    and `against_stack` are what the two have now.
    """

    bet: int
    seat: int
    against: int
    outcome: Literal["won", "returned"]
    rule: int
    stake: int
    profit: int
    charge: int
    stack: int
    against_stack: int


class CommissionTaken(Struct, frozen=True, tag="commission-taken"):
    """At the end of the round the seat paid `charge`, `percent` of what it had won, `amount` (rule 20).

    `stack` is what the seat has left, `house` the house account after it.
    """

    seat: int
    amount: int
    percent: int
    charge: int
    stack: int
    house: int
    rule: int


class CardsGathered(Struct, frozen=True, tag="cards-gathered"):
    """All cards were gathered by `rule`: 4 all refused, 15 or 19 the bank passes, 21 the box ran out."""

    rule: int


CardEvent = (
    CardTurned
    | DeadCardDiscarded
    | CardOffered
    | CardAccepted
    | CardRefused
    | CardCentred
    | CardTaken
    | CardLaidAside
    | BankersCardLaid
    | PairDiscarded
)
RoundEvent = LimitsSet | BankerAsked | DealOnDecided | NewCardDecided | CommissionTaken | CardsGathered
BetEvent = StakeNamed | StakeCovered | BetSettled
SideBetEvent = (
    SideBetOffered | SideBetDeclined | SideBetWithdrawn | SideBetsLapsed | SideBetMade | SideBetSettled
)
SkinballEvent = CardEvent | RoundEvent | BetEvent | SideBetEvent | PassingEvent

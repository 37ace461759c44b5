"""The commands of Skinball, and the rules of its tables; their limits are those that games share."""

from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from croupier.domain.amounts import MOST, Amount, Stake
from croupier.domain.cards import Card
from croupier.domain.decider import Command

SeatNumber = Annotated[int, Meta(ge=1, le=99, description="The number of a seat.", examples=[2])]
OfferNumber = Annotated[int, Meta(ge=1, le=MOST, description="An offer's number in the round.", examples=[1])]


class SkinballCommission(Struct, frozen=True, forbid_unknown_fields=True):
    """The house's charge on bets against the banker (rule 20).

    `last-win`: `percent` of the last bet won in the round, paid by its winner; `every-win`: `percent` of each
    bet that a player wins, and of what the banker wins on such bets over the round.
    """

    on: Literal["last-win", "every-win"]
    percent: Annotated[int, Meta(ge=0, le=100)]


EVERY_WIN_2: Final = SkinballCommission("every-win", 2)


class SkinballRules(Struct, frozen=True, forbid_unknown_fields=True):
    """The table's rules: `commission`, the house's charge (rule 20); null: there is none."""

    commission: SkinballCommission | None = EVERY_WIN_2


class StartRound(Command, frozen=True, tag="start-round"):
    """The banker has the pack shuffled and put into the box; nothing is dealt yet (rule 2)."""


class SetLimits(Command, frozen=True, tag="set-limits"):
    """The banker sets the limits of later stakes, whenever he likes (rule 3)."""

    min: Amount
    max: Amount


class Deal(Command, frozen=True, tag="deal"):
    """The banker turns the next card that is not dead (rules 2, 4, 5, 7, 11)."""


class AcceptCard(Command, frozen=True, tag="accept-card"):
    """The seat that is offered a card takes it, and must bet on it (rules 4-7, 12)."""


class RefuseCard(Command, frozen=True, tag="refuse-card"):
    """The seat that is offered a card refuses it, and the next is offered it (rules 4, 7, 12)."""


class NameStake(Command, frozen=True, tag="stake"):
    """A seat names its stake against the banker on the card that it has (rules 6, 18)."""

    amount: Stake


class Cover(Command, frozen=True, tag="cover"):
    """The banker covers the stake that was named, or reduces it to any size from 1 up (rule 6).

    Refused besides by `cover-above-stake`.
    """

    amount: Stake


class TakeCard(Command, frozen=True, tag="take-card"):
    """A seat without a card takes one from the centre, and must bet on it (rule 13)."""

    card: Card


class OfferSideBet(Command, frozen=True, tag="offer-side-bet"):
    """A seat offers another to bet that the other's card will be matched first (rule 9).

    Refused besides by `side-bet-needs-cards` (both need a card), `bet-banker-first` (both need a live bet
    against the banker) and `too-many-offers` (of its own, or of side bets made of them, still open).
    """

    against: SeatNumber
    amount: Stake


class AcceptSideBet(Command, frozen=True, tag="accept-side-bet"):
    """A seat agrees to the side bet that it is offered: to `amount` of it, or to all if left out (rule 9).

    Refused besides by `cover-above-stake` for more than was offered.
    """

    offer: OfferNumber
    amount: Stake | UnsetType = UNSET


class DeclineSideBet(Command, frozen=True, tag="decline-side-bet"):
    """A seat declines the side bet that it is offered (rule 9)."""

    offer: OfferNumber


class WithdrawSideBet(Command, frozen=True, tag="withdraw-side-bet"):
    """A seat takes back its offer of a side bet (rule 9)."""

    offer: OfferNumber


class DealOn(Command, frozen=True, tag="deal-on"):
    """The banker, whose card was matched, deals on for those with side bets only (rule 16)."""


class NewCard(Command, frozen=True, tag="new-card"):
    """The banker, whose card was matched, takes the next fresh card as his own (rule 16)."""


CardCommand = AcceptCard | RefuseCard | TakeCard
BetCommand = NameStake | Cover
SideBetCommand = OfferSideBet | AcceptSideBet | DeclineSideBet | WithdrawSideBet
SkinballCommand = StartRound | SetLimits | Deal | CardCommand | BetCommand | SideBetCommand | DealOn | NewCard

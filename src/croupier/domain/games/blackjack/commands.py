"""The commands of blackjack with a changing bank, and the rules and limits of its tables."""

from typing import Annotated, ClassVar, Literal

from msgspec import Meta, Struct

from croupier.domain import amounts
from croupier.domain.amounts import Amount
from croupier.domain.cards import Card
from croupier.domain.decider import Command
from croupier.domain.table.state import StakeLimits

Face = Literal["up", "down"]

Place = Annotated[int, Meta(ge=0, le=9_999, description="A card's place in the deck, from 0.")]

SeatNumber = Annotated[int, Meta(ge=1, le=99, description="The number of a seat, clockwise from 1.")]


class BlackjackRules(Struct, frozen=True, forbid_unknown_fields=True):
    """The table's rules.

    `dealing`: by hand (`manual`) the banker says to whom each card goes, and accidents happen (rules 21-25);
    `after_burn`: the pack is shuffled again after the burn, so that the burned card lies exposed somewhere
    in it, or it is dealt as it lies, the burned card at the bottom (rule 3); `bust`: whether a hand over 21
    pays by itself or its player has to declare it (rule 26).
    """

    dealing: Literal["automatic", "manual"] = "automatic"
    after_burn: Literal["reshuffle", "deal"] = "reshuffle"
    bust: Literal["automatic", "declared"] = "automatic"


class BlackjackLimits(StakeLimits, frozen=True, forbid_unknown_fields=True):
    """The least and the greatest first stake (rule 5)."""

    min: Amount = 1
    max: Amount = 3


class StartRound(Command, frozen=True, tag="start-round"):
    """The banker shuffles; in automatic dealing the burn and the first go-round follow (rules 3, 4)."""


class Stake(Command, frozen=True, tag="stake"):
    """The player in turn stakes, having seen his card; of two hands, this much on each (rules 5, 22)."""

    amount: amounts.Stake


class Double(Command, frozen=True, tag="double"):
    """The banker doubles all stakes (rule 6)."""


class NoDouble(Command, frozen=True, tag="no-double"):
    """The banker leaves the stakes as they are (rule 6)."""


class Redouble(Command, frozen=True, tag="redouble"):
    """The player in turn doubles his own doubled stake once more (rule 6)."""


class NoRedouble(Command, frozen=True, tag="no-redouble"):
    """The player in turn leaves his stake as it is (rule 6)."""


class Hit(Command, frozen=True, tag="hit"):
    """Who is in turn asks for a card; by hand the banker deals it, to himself at once (rules 10, 11, 25)."""


class Stand(Command, frozen=True, tag="stand"):
    """Who is in turn takes no more cards (rules 10, 11)."""


class Split(Command, frozen=True, tag="split"):
    """The player in turn makes two hands of his pair, with an equal stake on the second (rule 13)."""


class DeclareBust(Command, frozen=True, tag="declare-bust"):
    """The player in turn says that he is over 21, and pays (rule 26)."""


class TakeBank(Command, frozen=True, tag="take-bank"):
    """Who was dealt the natural takes the bank (rules 18, 19)."""


class SellBank(Command, frozen=True, tag="sell-bank"):
    """Who was dealt the natural offers the bank to another seat for a price (rule 19)."""

    to: SeatNumber
    price: amounts.Stake


class BuyBank(Command, frozen=True, tag="buy-bank"):
    """Who was offered the bank pays the price and banks (rule 19)."""


class RefuseBank(Command, frozen=True, tag="refuse-bank"):
    """Who was offered the bank does not want it (rule 19)."""


class Burn(Command, frozen=True, tag="burn"):
    """By hand: the banker burns the top card; demanded, he first gathers and shuffles (rules 3, 21)."""


class DealCard(Command, frozen=True, tag="deal-card"):
    """By hand: the banker deals the next card, face up or down, to a seat of the round (rules 22-25)."""

    to: SeatNumber
    face: Face


class DemandBurn(Command, frozen=True, tag="demand-burn"):
    """A player demands that a card be burned, so that the deal starts again (rule 21)."""


class DemandCard(Command, frozen=True, tag="demand-card"):
    """A player who was skipped in the first go-round demands his card (rule 22)."""


class KeepCard(Command, frozen=True, tag="keep-card"):
    """A player keeps one of two cards, or one that he did not ask for (rules 22, 23)."""

    untold: ClassVar = frozenset({"card"})

    card: Card


class KeepCardAt(Command, frozen=True, tag="keep-card-at"):
    """What the log has of `keep-card`: the card's place in the deck, for the card may lie face down."""

    place: Place


class PlayBoth(Command, frozen=True, tag="play-both"):
    """A player who got two first cards plays them as two hands (rule 22)."""


class Withdraw(Command, frozen=True, tag="withdraw"):
    """A player both of whose cards were dealt face up takes his stake back and is out (rule 22)."""


class AcceptCard(Command, frozen=True, tag="accept-card"):
    """A player takes the exposed card that came out to him (rule 24)."""


class RefuseCard(Command, frozen=True, tag="refuse-card"):
    """A player refuses an exposed card, or one that he did not ask for (rules 23, 24)."""


BankerCommand = StartRound | Double | NoDouble | Burn | DealCard
DrawingCommand = Hit | Stand | Split | DeclareBust
StakingCommand = Stake | Redouble | NoRedouble
BankCommand = TakeBank | SellBank | BuyBank | RefuseBank
AccidentCommand = DemandBurn | DemandCard | KeepCard | PlayBoth | Withdraw | AcceptCard | RefuseCard
BlackjackCommand = BankerCommand | DrawingCommand | StakingCommand | BankCommand | AccidentCommand

"""The state of a Skinball table beyond the shared one."""

from collections.abc import Generator, Mapping
from typing import Literal

from msgspec import Struct

from croupier.domain.cards import Card, rank
from croupier.domain.decider import SeedEntrusted
from croupier.domain.games.skinball.commands import SkinballRules
from croupier.domain.games.skinball.events import CENTRE, Holder, SkinballEvent
from croupier.domain.table.bank.banker import banker_in
from croupier.domain.table.events import SharedEvent
from croupier.domain.table.order import rightward
from croupier.domain.table.state import StakeLimits, Table

Stage = Literal["first-card", "bankers-card", "table", "deal-on", "new-card"]
"""What the next card is for: to be accepted first (rule 4), the banker's own (rule 5), the table once both
are laid (rules 7, 12), the side bettors alone, or a new card for the banker (rule 16).
"""


class HeldCard(Struct, frozen=True):
    """A player's card. `stake` is what each side has on it against the banker; 0: no bet is live."""

    card: Card
    stake: int = 0


class CardOffer(Struct, frozen=True):
    """Pending: the seat is offered the card by `rule` (4, 7 or 12); after it the `others` are, in turn."""

    seat: int
    card: Card
    others: tuple[int, ...]
    rule: int


class StakeDue(Struct, frozen=True):
    """Pending: the seat has to name its stake (rule 6)."""

    seat: int


class CoverDue(Struct, frozen=True):
    """Pending: the banker has to cover the seat's stake, which lies on its card already (rule 6)."""

    seat: int
    stake: int


class NewCardDue(Struct, frozen=True):
    """Pending: the banker has to choose between dealing on and a new card (rule 16)."""


Pending = CardOffer | StakeDue | CoverDue | NewCardDue


class SideOffer(Struct, frozen=True):
    """An open offer of a side bet by `seat` to `against`; its chips are still in the stack (rule 9)."""

    offer: int
    seat: int
    against: int
    amount: int


class SideBet(Struct, frozen=True):
    """An open side bet, by the number of its offer: each put up `stake` that the other is matched first."""

    bet: int
    seat: int
    against: int
    stake: int


class LastWin(Struct, frozen=True):
    """The last bet against the banker that was won: by whom, and one side's amount (rule 20)."""

    seat: int
    stake: int


class Play(Struct, frozen=True):
    """A round. `cards` are the players' by their seats, `dead` the ranks that are out of the game (rule 11).

    `asked` are the seats that have been asked in the first go-round (rule 7), `offers_made` counts the offers
    of the round. `net` is what the banker has won on bets against him (rule 20).
    """

    stage: Stage = "first-card"
    pending: Pending | None = None
    bankers_card: Card | None = None
    cards: Mapping[int, HeldCard] = {}
    centre: tuple[Card, ...] = ()
    dead: tuple[str, ...] = ()
    asked: tuple[int, ...] = ()
    offers: tuple[SideOffer, ...] = ()
    offers_made: int = 0
    side_bets: tuple[SideBet, ...] = ()
    net: int = 0
    last_win: LastWin | None = None


SkinballTable = Table[SkinballRules, StakeLimits, Play]
Steps = Generator[SkinballEvent | SharedEvent | SeedEntrusted, SkinballTable, SkinballTable]


def bank_spent(table: SkinballTable) -> bool:
    """Rule 19: whether the banker's stack is empty, so that he can cover nothing."""
    return table.seats[banker_in(table)].stack == 0


def live_card(table: SkinballTable, matching: Card) -> tuple[Holder, Card] | None:
    """Rules 8 and 14: the card on the table that one of this rank matches, and by whom it lies, if any."""
    play, wanted = table.play, rank(matching)
    if play.bankers_card and rank(play.bankers_card) == wanted:
        return banker_in(table), play.bankers_card
    for seat, held in play.cards.items():
        if rank(held.card) == wanted:
            return seat, held.card
    return next(((CENTRE, card) for card in play.centre if rank(card) == wanted), None)


def stakes_are_open(table: SkinballTable) -> bool:
    """Rules 13, 16, 18 and 19: whether a bet against the banker may be begun, nothing being pending."""
    play = table.play
    return play.pending is None and play.bankers_card is not None and not bank_spent(table)


def from_bankers_right(table: SkinballTable) -> tuple[int, ...]:
    """Everybody but the banker, from his right round the table."""
    return rightward(table.seats, banker_in(table))

"""What may be seen of a Skinball table. Nothing is hidden here but the box."""

from typing import Literal

from msgspec import Struct

from croupier.domain.cards import Card
from croupier.domain.games.skinball.decide import awaits
from croupier.domain.games.skinball.offering import still_to_be_asked
from croupier.domain.games.skinball.state import (
    CardOffer,
    CoverDue,
    NewCardDue,
    Pending,
    SideBet,
    SideOffer,
    SkinballTable,
    Stage,
    StakeDue,
)
from croupier.domain.table.state import HOUSE, By

Phase = Literal["idle", "dealing", "card", "stake", "cover", "new-card"]


class CardView(Struct, frozen=True):
    """A player's card. `stake` is what each side has on it against the banker, 0 without a live bet."""

    seat: int
    card: Card
    stake: int


class SkinballView(Struct, frozen=True):
    """A round: `idle` before it starts, `dealing` when the banker may deal, else what is waited for.

    `card`: a seat's answer to the card `offered` to it (rules 4, 7, 12); `stake`: a seat's stake; `cover`:
    the banker's cover of the `stake` that `staker` has named (rule 6); `new-card`: his choice by rule 16.
    `turn` is the seat that is waited for, null while no round can be started. `stage` says what the next
    card is for. `dead` are the ranks out of the game (rule 11), `unasked` the seats still to be asked in the
    first go-round (rule 7).
    """

    phase: Phase
    turn: int | None
    stage: Stage
    offered: Card | None
    staker: int | None
    stake: int
    bankers_card: Card | None
    cards: tuple[CardView, ...]
    centre: tuple[Card, ...]
    dead: tuple[str, ...]
    unasked: tuple[int, ...]
    offers: tuple[SideOffer, ...]
    side_bets: tuple[SideBet, ...]


def view(table: SkinballTable, viewer: By | None) -> SkinballView:
    """The game's part of the table, the same for every viewer."""
    play, pending = table.play, table.play.pending
    return SkinballView(
        phase=_phase(pending) if table.in_round else "idle",
        turn=_turn(table),
        stage=play.stage,
        offered=pending.card if isinstance(pending, CardOffer) else None,
        staker=pending.seat if isinstance(pending, CoverDue) else None,
        stake=pending.stake if isinstance(pending, CoverDue) else 0,
        bankers_card=play.bankers_card,
        cards=tuple(CardView(seat, held.card, held.stake) for seat, held in play.cards.items()),
        centre=play.centre,
        dead=play.dead,
        unasked=still_to_be_asked(table) if table.in_round else (),
        offers=play.offers,
        side_bets=play.side_bets,
    )


def _turn(table: SkinballTable) -> int | None:
    awaited = awaits(table)
    return awaited.by if awaited and awaited.by != HOUSE else None


def _phase(pending: Pending | None) -> Phase:
    match pending:
        case None:
            return "dealing"
        case CardOffer():
            return "card"
        case StakeDue():
            return "stake"
        case CoverDue():
            return "cover"
        case NewCardDue():
            return "new-card"

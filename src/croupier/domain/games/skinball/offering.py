"""Cards that are offered, accepted, refused, and taken from the centre (rules 4, 5, 7, 12, 13, 19)."""

from croupier.domain.cards import Card
from croupier.domain.decider import Rejected
from croupier.domain.games.skinball.commands import AcceptCard, CardCommand, RefuseCard, TakeCard
from croupier.domain.games.skinball.events import (
    CardAccepted,
    CardCentred,
    CardOffered,
    CardRefused,
    CardTaken,
)
from croupier.domain.games.skinball.rounds import end_without_game
from croupier.domain.games.skinball.staking import require_player
from croupier.domain.games.skinball.state import (
    CardOffer,
    SkinballTable,
    Steps,
    bank_spent,
    from_bankers_right,
    stakes_are_open,
)
from croupier.domain.table.state import By


def decide_card(command: CardCommand, table: SkinballTable, by: By) -> Steps:
    """Decide what a seat does about a card that is offered or lies in the centre."""
    match command:
        case AcceptCard():
            return _accept(_offer_to(table, by))
        case RefuseCard():
            return refuse_card(table, _offer_to(table, by))
        case TakeCard():
            return _take_card(command, table, by)


def without_card(table: SkinballTable) -> tuple[int, ...]:
    """Rule 12: the players without a card, from the banker's right.

    decided: who has no chips is passed over, since an accepted card is always bet on (rules 6, 7).
    """
    cards, seats = table.play.cards, table.seats
    return tuple(seat for seat in from_bankers_right(table) if seat not in cards and seats[seat].stack)


def still_to_be_asked(table: SkinballTable) -> tuple[int, ...]:
    """Rules 4 and 7: those of them who have not been asked in the first go-round."""
    return tuple(seat for seat in without_card(table) if seat not in table.play.asked)


def offer_first_card(table: SkinballTable, card: Card) -> Steps:
    """Rule 4: to the banker's right-hand neighbour, or after a pair to the same player again (rule 5)."""
    first, *others = still_to_be_asked(table)
    return (yield CardOffered(first, card, tuple(others), 4))


def offer_fresh_card(table: SkinballTable, card: Card) -> Steps:
    """Rule 7 while somebody has not been asked, then rule 12; rule 13 if everyone has a card.

    Rule 19: with nothing left in his stack the banker offers none, it goes to the centre.
    """
    if bank_spent(table):
        return (yield CardCentred(card, 19))
    unasked = still_to_be_asked(table)
    seats = unasked or without_card(table)
    if not seats:
        return (yield CardCentred(card, 13))
    return (yield CardOffered(seats[0], card, seats[1:], 7 if unasked else 12))


def refuse_card(table: SkinballTable, offer: CardOffer) -> Steps:
    """Rules 4, 7 and 12: the card goes to the next; rule 13: if all refuse, to the centre.

    The very first card, and one after a pair (rule 5), is gathered then: the round ends without a game.
    """
    table = yield CardRefused(offer.seat, offer.card)
    if offer.others:
        return (yield CardOffered(offer.others[0], offer.card, offer.others[1:], offer.rule))
    if table.play.stage == "first-card":
        return (yield from end_without_game(table))
    return (yield CardCentred(offer.card, 13))


def _offer_to(table: SkinballTable, by: By) -> CardOffer:
    offer = table.play.pending
    if not isinstance(offer, CardOffer):
        raise Rejected("wrong-phase", "no card is offered", 4)
    if by != offer.seat:
        raise Rejected("not-your-turn", f"the card is offered to seat {offer.seat}", offer.rule)
    return offer


def _accept(offer: CardOffer) -> Steps:
    return (yield CardAccepted(offer.seat, offer.card))


def _take_card(command: TakeCard, table: SkinballTable, by: By) -> Steps:
    """Rule 13: any player without a card, first come first served; a bet on it follows (rule 6)."""
    if not stakes_are_open(table):
        raise Rejected("wrong-phase", "no card can be taken now, since none could be bet on", 13)
    seat = require_player(table, by, 13)
    if seat in table.play.cards:
        raise Rejected("wrong-phase", "you have a card", 13)
    if command.card not in table.play.centre:
        raise Rejected("unknown-target", f"no {command.card} lies in the centre", 13)
    if not table.seats[seat].stack:
        raise Rejected("insufficient-chips", "you have nothing to bet on it", 6)
    return (yield CardTaken(seat, command.card))

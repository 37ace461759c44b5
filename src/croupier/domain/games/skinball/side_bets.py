"""Bets between players that the other's card is matched first (rules 9, 10)."""

from typing import Final

from msgspec import UNSET

from croupier.domain.decider import Rejected
from croupier.domain.games.skinball.commands import (
    AcceptSideBet,
    DeclineSideBet,
    OfferSideBet,
    SideBetCommand,
    WithdrawSideBet,
)
from croupier.domain.games.skinball.events import (
    SideBetDeclined,
    SideBetMade,
    SideBetOffered,
    SideBetSettled,
    SideBetsLapsed,
    SideBetWithdrawn,
)
from croupier.domain.games.skinball.staking import require_player
from croupier.domain.games.skinball.state import SideOffer, SkinballTable, Steps
from croupier.domain.table.state import By

MOST_OPEN: Final = 20
"""How many of its offers, and of side bets made of them, a seat may have open: nobody can flood a table."""


def decide_side_bet(command: SideBetCommand, table: SkinballTable, by: By) -> Steps:
    """Decide what a seat does about a side bet: at any time in a round, also while a decision is pending."""
    if not table.in_round:
        raise Rejected("wrong-phase", "side bets are made in a round", 9)
    match command:
        case OfferSideBet():
            return _offer(command, table, by)
        case AcceptSideBet():
            return _accept(command, table, by)
        case DeclineSideBet():
            offer = _offer_to(table, command.offer, by)
            return _declined(offer)
        case WithdrawSideBet():
            return _withdraw(table, command.offer, by)


def may_side_bet(table: SkinballTable, seat: int) -> bool:
    """Rule 9: whether the seat has a card with a live bet against the banker on it."""
    held = table.play.cards.get(seat)
    return held is not None and held.stake > 0


def has_room(table: SkinballTable, seat: int) -> bool:
    """Whether the seat may have one more offer open."""
    play = table.play
    made = [one.seat for one in play.offers] + [one.seat for one in play.side_bets]
    return made.count(seat) < MOST_OPEN


def greatest_side_bet(table: SkinballTable, offer: SideOffer) -> int:
    """Rule 9: how much of an offer can be agreed to; both put it up, and it is in their stacks until then."""
    return min(offer.amount, table.seats[offer.seat].stack, table.seats[offer.against].stack)


def lapse_offers(table: SkinballTable) -> Steps:
    """Rule 9: an open offer lapses when the next card is dealt."""
    if not table.play.offers:
        return table
    return (yield SideBetsLapsed(tuple(offer.offer for offer in table.play.offers), 9))


def settle_side_bets(table: SkinballTable, matched: int) -> Steps:
    """Rule 10: each side bet of the matched card's holder is won by the other side."""
    for bet in table.play.side_bets:
        if matched in (bet.seat, bet.against):
            winner = bet.against if matched == bet.seat else bet.seat
            stack = table.seats[winner].stack + 2 * bet.stake
            lost = table.seats[matched].stack
            table = yield SideBetSettled(
                bet.bet, winner, matched, "won", 10, bet.stake, bet.stake, 0, stack, lost
            )
    return table


def _offer(command: OfferSideBet, table: SkinballTable, by: By) -> Steps:
    seat = require_player(table, by, 9)
    against, amount = command.against, command.amount
    if against not in table.seats or against in (seat, table.banker):
        raise Rejected("unknown-target", f"seat {against} is no player to bet with", 9)
    if not {seat, against} <= table.play.cards.keys():
        raise Rejected("side-bet-needs-cards", "both need a card", 9)
    if not (may_side_bet(table, seat) and may_side_bet(table, against)):
        raise Rejected("bet-banker-first", "both need a live bet against the banker", 9)
    if not has_room(table, seat):
        raise Rejected("too-many-offers", f"you have {MOST_OPEN} offers and side bets of yours open", 9)
    if amount < 1:
        raise Rejected("stake-below-minimum", "the least side bet is 1", 9)
    if amount > table.seats[seat].stack:
        raise Rejected("insufficient-chips", f"your stack is {table.seats[seat].stack}", 9)
    return (yield SideBetOffered(table.play.offers_made + 1, seat, against, amount))


def _accept(command: AcceptSideBet, table: SkinballTable, by: By) -> Steps:
    offer = _offer_to(table, command.offer, by)
    amount = offer.amount if command.amount is UNSET else command.amount
    if amount < 1:
        raise Rejected("stake-below-minimum", "the least side bet is 1", 9)
    if amount > offer.amount:
        raise Rejected("cover-above-stake", f"no more than {offer.amount} is offered", 9)
    if amount > greatest_side_bet(table, offer):
        raise Rejected("insufficient-chips", "one of you does not have that much", 9)
    stack = table.seats[offer.seat].stack - amount
    other = table.seats[offer.against].stack - amount
    return (yield SideBetMade(offer.offer, offer.seat, offer.against, amount, stack, other))


def _declined(offer: SideOffer) -> Steps:
    return (yield SideBetDeclined(offer.offer, offer.against))


def _withdraw(table: SkinballTable, number: int, by: By) -> Steps:
    offer = _open_offer(table, number)
    if by != offer.seat:
        raise Rejected("not-your-turn", f"offer {number} is that of seat {offer.seat}", 9)
    return (yield SideBetWithdrawn(offer.offer, offer.seat))


def _offer_to(table: SkinballTable, number: int, by: By) -> SideOffer:
    offer = _open_offer(table, number)
    if by != offer.against:
        raise Rejected("not-your-turn", f"offer {number} is made to seat {offer.against}", 9)
    return offer


def _open_offer(table: SkinballTable, number: int) -> SideOffer:
    for offer in table.play.offers:
        if offer.offer == number:
            return offer
    raise Rejected("unknown-target", f"there is no open offer {number}", 9)

"""What may be done at a Skinball table."""

from collections.abc import Iterator

from croupier.domain.amounts import MOST
from croupier.domain.games.skinball.banking import banker_at, has_players
from croupier.domain.games.skinball.offering import without_card
from croupier.domain.games.skinball.side_bets import greatest_side_bet, has_room, may_side_bet
from croupier.domain.games.skinball.staking import cover_bounds, may_stake_again, stake_bounds
from croupier.domain.games.skinball.state import (
    CardOffer,
    CoverDue,
    NewCardDue,
    SkinballTable,
    StakeDue,
    stakes_are_open,
)
from croupier.domain.options import OneOf, Option, Range
from croupier.domain.table.state import HOUSE, By


def options(table: SkinballTable, by: By) -> tuple[Option, ...]:
    """What the seat may do now; the house has nothing to do."""
    if by == HOUSE:
        return ()
    if by == banker_at(table):
        return (*_bankers(table, by), _limits())
    if not table.in_round:
        return ()
    return (*_players(table, by), *_side_bets(table, by))


def _limits() -> Option:
    """Rule 3: at any time."""
    return Option("set-limits", {"min": Range(1, MOST), "max": Range(1, MOST, not_below="min")})


def _bankers(table: SkinballTable, banker: int) -> Iterator[Option]:
    if not table.in_round:
        ready = has_players(table, banker) and table.seats[banker].stack and not table.decks.exhausted
        if ready:
            yield Option("start-round")
        return
    match table.play.pending:
        case None:
            yield Option("deal")
        case CoverDue() as due:
            yield Option("cover", {"amount": Range(*cover_bounds(table, due))})
        case NewCardDue():
            yield Option("deal-on")
            yield Option("new-card")


def _players(table: SkinballTable, seat: int) -> Iterator[Option]:
    match table.play.pending:
        case CardOffer(offered) if offered == seat:
            yield Option("accept-card")
            yield Option("refuse-card")
        case StakeDue(due) if due == seat:
            yield _stake(table, seat)
        case None if may_stake_again(table, seat):
            yield _stake(table, seat)
        case None if stakes_are_open(table) and table.play.centre and seat in without_card(table):
            yield Option("take-card", {"card": OneOf(table.play.centre)})


def _stake(table: SkinballTable, seat: int) -> Option:
    return Option("stake", {"amount": Range(*stake_bounds(table, seat))})


def _side_bets(table: SkinballTable, seat: int) -> Iterator[Option]:
    """Rule 9: new offers, and what can be done about the open ones."""
    if may_side_bet(table, seat) and table.seats[seat].stack and has_room(table, seat):
        yield from _new_offer(table, seat)
    offers = table.play.offers
    if not offers:
        return
    yield from _acceptances(table, seat)
    received = tuple(offer.offer for offer in offers if offer.against == seat)
    if received:
        yield Option("decline-side-bet", {"offer": OneOf(received)})
    made = tuple(offer.offer for offer in offers if offer.seat == seat)
    if made:
        yield Option("withdraw-side-bet", {"offer": OneOf(made)})


def _new_offer(table: SkinballTable, seat: int) -> Iterator[Option]:
    others = tuple(other for other in table.play.cards if other != seat and may_side_bet(table, other))
    if others:
        amount = Range(1, min(table.seats[seat].stack, MOST))
        yield Option("offer-side-bet", {"against": OneOf(others), "amount": amount})


def _acceptances(table: SkinballTable, seat: int) -> Iterator[Option]:
    for offer in table.play.offers:
        greatest = greatest_side_bet(table, offer)
        if offer.against == seat and greatest:
            number = OneOf((offer.offer,))
            yield Option("accept-side-bet", {"offer": number, "amount": Range(1, greatest)})
            if greatest == offer.amount:
                yield Option("accept-side-bet", {"offer": number})

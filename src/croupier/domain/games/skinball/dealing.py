"""Dealing: one card at a time out of the box, and what it is for (rules 2, 4, 5, 7, 11-13, 16, 19, 21)."""

from typing import assert_never

from croupier.domain.cards import Card, rank
from croupier.domain.decider import Rejected
from croupier.domain.decks.state import deck_of
from croupier.domain.games.skinball.events import (
    BankersCardLaid,
    CardLaidAside,
    CardTurned,
    DeadCardDiscarded,
    PairDiscarded,
)
from croupier.domain.games.skinball.matching import match_card
from croupier.domain.games.skinball.offering import offer_first_card, offer_fresh_card
from croupier.domain.games.skinball.returning import return_bets
from croupier.domain.games.skinball.rounds import end_with_empty_box
from croupier.domain.games.skinball.side_bets import lapse_offers
from croupier.domain.games.skinball.state import SkinballTable, Steps, live_card
from croupier.domain.table.bank.banker import banker_in, require_banker
from croupier.domain.table.state import By


def deal(table: SkinballTable, by: By) -> Steps:
    """Rule 2: the banker deals the next card, when no decision is pending."""
    if not table.in_round or table.play.pending:
        raise Rejected("wrong-phase", "a card is dealt in a round, when no decision is pending", 2)
    require_banker(table, by, 2)
    return (yield from turn_card(table))


def turn_card(table: SkinballTable) -> Steps:
    """Turn the next card that is not dead. Offers of side bets lapse (rule 9)."""
    table = yield from lapse_offers(table)
    table = yield from _pass_over_dead_cards(table)
    deck = deck_of(table)
    if not deck.left:
        table = yield from return_bets(table)
        return (yield from end_with_empty_box(table))
    card = deck.next_card()
    table = yield CardTurned(card, deck.dealt)
    return (yield from _use(table, card))


def _pass_over_dead_cards(table: SkinballTable) -> Steps:
    """Rule 11: a card of a dead rank is discarded and the next one dealt."""
    while (deck := deck_of(table)).left and rank(deck.next_card()) in table.play.dead:
        table = yield DeadCardDiscarded(deck.next_card(), deck.dealt, 11)
    return table


def _use(table: SkinballTable, card: Card) -> Steps:
    """What the card is for, by the stage of the round."""
    match table.play.stage:
        case "first-card":
            return offer_first_card(table, _with_mates_unseen(table, card))
        case "bankers-card":
            return _second_card(table, card)
        case "table" | "deal-on" | "new-card":
            live = live_card(table, card)
            return match_card(table, live[0], live[1], card) if live else _fresh_card(table, card)
        case stage:
            assert_never(stage)


def _second_card(table: SkinballTable, card: Card) -> Steps:
    """Rule 5: the banker's own card, unless it pairs the accepted one: both go then, their rank is dead."""
    ((seat, held),) = table.play.cards.items()
    if rank(held.card) == rank(card):
        return (yield PairDiscarded(seat, held.card, card, 5))
    return (yield BankersCardLaid(banker_in(table), _with_mates_unseen(table, card), 5))


def _fresh_card(table: SkinballTable, card: Card) -> Steps:
    """Rules 7, 12, 13 and 16: a card that matches no live card and is not dead."""
    match table.play.stage:
        case "deal-on":
            return (yield CardLaidAside(card, 16))
        case "new-card":
            return (yield BankersCardLaid(banker_in(table), _with_mates_unseen(table, card), 16))
        case _:
            return (yield from offer_fresh_card(table, _with_mates_unseen(table, card)))


def _with_mates_unseen(table: SkinballTable, card: Card) -> Card:
    """Rule 21: a card that becomes live has its three mates still in the box, so that it can't run out."""
    unseen = deck_of(table).cards[deck_of(table).dealt :]
    assert sum(rank(other) == rank(card) for other in unseen) == 3
    return card

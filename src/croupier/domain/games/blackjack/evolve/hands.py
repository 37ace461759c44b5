"""How playing and settling hands changes the table (rules 8-17, 26)."""

from typing import assert_never

from msgspec.structs import replace

from croupier.domain.cards import Card
from croupier.domain.games.blackjack.events.hands import (
    BankerTurnedUp,
    CardAsked,
    HandEvent,
    HandSettled,
    HandShown,
    HandStood,
)
from croupier.domain.games.blackjack.evolve.changes import discarded, with_hand, with_play
from croupier.domain.games.blackjack.hands import hand_at
from croupier.domain.games.blackjack.state import BlackjackTable, Dealt, Settlement
from croupier.domain.table.bank.banker import banker_in
from croupier.domain.table.state import with_stack


def evolve_hand(table: BlackjackTable, event: HandEvent) -> BlackjackTable:
    """The table after the event."""
    match event:
        case CardAsked():
            return with_hand(table, event.seat, event.hand, asked=True, drew=True)
        case HandStood():
            if event.seat == table.banker:
                return table
            return with_hand(table, event.seat, event.hand, stands=True, asked=False)
        case BankerTurnedUp():
            return with_play(table, own=_shown(table.play.own, event.cards), stage="banker")
        case HandShown():
            hand = hand_at(table.play, event.seat, event.hand)
            return with_hand(table, event.seat, event.hand, cards=_shown(hand.cards, event.cards))
        case HandSettled():
            return _settled(table, event)
        case _:
            assert_never(event)


def _shown(dealt: tuple[Dealt, ...], cards: tuple[Card, ...]) -> tuple[Dealt, ...]:
    return tuple(replace(one, card=card) for one, card in zip(dealt, cards, strict=True))


def _settled(table: BlackjackTable, event: HandSettled) -> BlackjackTable:
    """Chips change hands, and the cards join the discards (rule 27)."""
    table = with_stack(table, event.seat, event.stack)
    table = with_stack(table, banker_in(table), event.bank)
    hand = hand_at(table.play, event.seat, event.hand)
    table = with_play(table, discards=discarded(table.play, *hand.cards))
    settlement = Settlement(event.outcome, event.rule, event.profit)
    return with_hand(table, event.seat, event.hand, settled=settlement, may_redouble=False, asked=False)

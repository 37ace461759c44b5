"""How the cards that come off the pack change the table (rules 4, 7, 10, 13, 22-24)."""

from typing import assert_never

from msgspec.structs import replace

from croupier.domain.decks.evolve import off_the_deck, put_under
from croupier.domain.decks.state import deck_of
from croupier.domain.games.blackjack.events.cards import (
    BothPlayed,
    CardDealt,
    CardKept,
    CardOffered,
    CardRefused,
    DealingEvent,
    ExtraCardDealt,
)
from croupier.domain.games.blackjack.evolve.changes import (
    discarded,
    with_first_hand,
    with_hand,
    with_hand_after,
    with_play,
    without_accident,
)
from croupier.domain.games.blackjack.hands import accident_of, hand_at, live_of
from croupier.domain.games.blackjack.state import Accident, BlackjackTable, Dealt, Hand


def evolve_dealing(table: BlackjackTable, event: DealingEvent) -> BlackjackTable:
    """The table after the event."""
    match event:
        case CardDealt():
            return _dealt(_off_the_pack(table, event), event)
        case ExtraCardDealt():
            return _waiting(_off_the_pack(table, event), event)
        case CardOffered():
            return _offered(_off_the_pack(table, event), event)
        case CardKept():
            return _kept(table, event)
        case CardRefused():
            table = without_accident(table, event.seat)
            return replace(table, decks=put_under(table.decks, event.place))
        case BothPlayed():
            second = Hand(event.seat, event.into, (_accident(table, event.seat).card,))
            table = with_hand_after(table, second, hand_at(table.play, event.seat, event.hand))
            return without_accident(table, event.seat)
        case _:
            assert_never(event)


def _off_the_pack(table: BlackjackTable, event: CardDealt | ExtraCardDealt | CardOffered) -> BlackjackTable:
    """The pack without the card, which is exposed no more (an accepted one had come off before)."""
    if event.card is not None and event.card == table.play.exposed:
        table = with_play(table, exposed=None)
    dealt = max(deck_of(table).dealt, event.place + 1)
    return replace(table, decks=off_the_deck(table.decks, dealt))


def _dealt(table: BlackjackTable, event: CardDealt) -> BlackjackTable:
    card = Dealt(event.place, event.face, event.card)
    if event.seat == table.banker:
        return with_play(table, own=(*table.play.own, card))
    table = without_accident(table, event.seat)
    if not live_of(table.play, event.seat):
        return with_first_hand(table, event.seat, card)
    hand = hand_at(table.play, event.seat, event.hand)
    return with_hand(table, event.seat, event.hand, cards=(*hand.cards, card), asked=False)


def _waiting(table: BlackjackTable, event: ExtraCardDealt) -> BlackjackTable:
    card = Dealt(event.place, event.face, event.card)
    table = without_accident(table, event.seat)
    accident = Accident(event.accident, event.seat, event.hand, card)
    return with_play(table, accidents=(*table.play.accidents, accident))


def _offered(table: BlackjackTable, event: CardOffered) -> BlackjackTable:
    card = Dealt(event.place, event.face, event.card)
    accident = Accident("exposed-card", event.seat, event.hand, card, event.accident)
    return with_play(table, accidents=(*table.play.accidents, accident))


def _kept(table: BlackjackTable, event: CardKept) -> BlackjackTable:
    """The card joins the hand; of two it replaces the other, which joins the discards."""
    extra = _accident(table, event.seat).card
    *before, last = hand_at(table.play, event.seat, event.hand).cards
    table = without_accident(table, event.seat)
    if event.discarded is None:
        return with_hand(table, event.seat, event.hand, cards=(*before, last, extra))
    kept, other = (extra, last) if event.place == extra.place else (last, extra)
    table = with_play(table, discards=discarded(table.play, other))
    return with_hand(table, event.seat, event.hand, cards=(*before, kept), chose=True)


def _accident(table: BlackjackTable, seat: int) -> Accident:
    accident = accident_of(table.play, seat)
    assert accident
    return accident

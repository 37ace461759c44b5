"""How cards that are turned, offered, taken and discarded change a Skinball table."""

from typing import assert_never

from msgspec.structs import replace

from croupier.domain.cards import Card, rank
from croupier.domain.decks.evolve import off_the_deck
from croupier.domain.games.skinball.events import (
    CENTRE,
    BankersCardLaid,
    CardAccepted,
    CardCentred,
    CardEvent,
    CardLaidAside,
    CardOffered,
    CardRefused,
    CardTaken,
    CardTurned,
    DeadCardDiscarded,
    PairDiscarded,
)
from croupier.domain.games.skinball.state import CardOffer, HeldCard, Play, SkinballTable, StakeDue


def evolve_card(table: SkinballTable, event: CardEvent) -> SkinballTable:
    """The table after the event."""
    match event:
        case CardTurned() | DeadCardDiscarded():
            return replace(table, decks=off_the_deck(table.decks, event.place + 1))
        case CardLaidAside():
            return table
        case _:
            return replace(table, play=_evolve_play(table.play, event, table.banker))


def _evolve_play(
    play: Play,
    event: CardOffered
    | CardAccepted
    | CardRefused
    | CardCentred
    | CardTaken
    | BankersCardLaid
    | PairDiscarded,
    banker: int | None,
) -> Play:
    match event:
        case CardOffered():
            return replace(play, pending=CardOffer(event.seat, event.card, event.others, event.rule))
        case CardAccepted():
            return _accepted(_asked(play, event.seat), event)
        case CardRefused():
            return _asked(play, event.seat)
        case CardCentred():
            return replace(play, centre=(*play.centre, event.card))
        case CardTaken():
            play = replace(play, centre=_without(play.centre, event.card))
            return replace(_holding(play, event.seat, event.card), pending=StakeDue(event.seat))
        case BankersCardLaid():
            return _laid_for_banker(play, event.card)
        case PairDiscarded():
            return _discarded(play, event, banker)
        case _:
            assert_never(event)


def _asked(play: Play, seat: int) -> Play:
    asked = play.asked if seat in play.asked else (*play.asked, seat)
    return replace(play, asked=asked, pending=None)


def _accepted(play: Play, event: CardAccepted) -> Play:
    """The very first card is bet on when the banker has his (rule 5), any later one at once."""
    play = _holding(play, event.seat, event.card)
    if play.stage == "first-card":
        return replace(play, stage="bankers-card")
    return replace(play, pending=StakeDue(event.seat))


def _laid_for_banker(play: Play, card: Card) -> Play:
    """With the banker's first card the stake on the accepted one falls due (rule 6)."""
    due = StakeDue(next(iter(play.cards))) if play.stage == "bankers-card" else None
    return replace(play, bankers_card=card, stage="table", pending=due)


def _discarded(play: Play, event: PairDiscarded, banker: int | None) -> Play:
    play = replace(play, dead=(*play.dead, rank(event.card)))
    if event.holder == CENTRE:
        return replace(play, centre=_without(play.centre, event.card))
    if event.holder == banker:
        return replace(play, bankers_card=None)
    play = replace(play, cards={seat: held for seat, held in play.cards.items() if seat != event.holder})
    if play.stage == "bankers-card":
        asked = tuple(seat for seat in play.asked if seat != event.holder)
        return replace(play, stage="first-card", asked=asked)
    return play


def _holding(play: Play, seat: int, card: Card) -> Play:
    return replace(play, cards={**play.cards, seat: HeldCard(card)})


def _without(cards: tuple[Card, ...], gone: Card) -> tuple[Card, ...]:
    return tuple(card for card in cards if card != gone)

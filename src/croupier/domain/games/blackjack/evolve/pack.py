"""How the events of the pack and the go-rounds change the table (rules 3, 4, 7, 21, 27)."""

from typing import assert_never

from msgspec.structs import replace

from croupier.domain.decks.events import DeckReshuffled, DiscardsShuffled
from croupier.domain.decks.evolve import evolve_reshuffle
from croupier.domain.decks.state import deck_of
from croupier.domain.games.blackjack.events.cards import (
    BurnDemanded,
    CardBurned,
    GoRoundEnded,
    GoRoundStarted,
    PackEvent,
    PlayersDealtIn,
)
from croupier.domain.games.blackjack.evolve.changes import with_every_hand, with_play
from croupier.domain.games.blackjack.state import BlackjackTable, Play


def evolve_pack(table: BlackjackTable, event: PackEvent) -> BlackjackTable:
    """The table after the event."""
    match event:
        case PlayersDealtIn():
            return replace(table, play=Play(event.seats))
        case BurnDemanded():
            return with_play(table, burn="demanded")
        case CardBurned():
            return _burned(table, event)
        case GoRoundStarted():
            return with_play(with_every_hand(table, chose=False), stage="second")
        case GoRoundEnded():
            return with_play(table, stage="bets" if event.go_round == 1 else "drawing")
        case DeckReshuffled():
            table = replace(table, decks=evolve_reshuffle(table.decks, event))
            return with_play(table, hands=(), own=(), accidents=(), discards=())
        case DiscardsShuffled():
            table = replace(table, decks=evolve_reshuffle(table.decks, event))
            return with_play(table, discards=())
        case _:
            assert_never(event)


def _burned(table: BlackjackTable, event: CardBurned) -> BlackjackTable:
    """Rule 3: the card will lie exposed in the reshuffled pack, or lies at the bottom and is out."""
    table = with_play(table, burn="done", burned=event.card)
    if table.rules.after_burn == "reshuffle":
        return with_play(table, exposed=event.card)
    return table if event.card is None else _at_the_bottom(table, event.card)


def _at_the_bottom(table: BlackjackTable, card: str) -> BlackjackTable:
    """The card has come off first and never comes again, which is what lying under the pack amounts to."""
    deck = deck_of(table)
    cards = deck.cards and (card, *(other for other in deck.cards if other != card))
    return replace(table, decks=replace(table.decks, current=replace(deck, cards=cards, dealt=1)))

"""What may be seen of a blackjack table: a face-down card by its owner only, until it is shown."""

from collections.abc import Iterable

from msgspec import Struct

from croupier.domain.cards import Card
from croupier.domain.games.blackjack.commands import Face
from croupier.domain.games.blackjack.phases import Phase, phase_of
from croupier.domain.games.blackjack.state import (
    Accident,
    AccidentKind,
    BlackjackTable,
    Dealt,
    Hand,
    Offer,
    Settlement,
)
from croupier.domain.games.blackjack.turns import awaited_seats
from croupier.domain.games.blackjack.values import total
from croupier.domain.table.state import By


class CardView(Struct, frozen=True):
    """A card and how it was dealt; `card` is null while the viewer may not know it."""

    face: Face
    card: Card | None


class HandView(Struct, frozen=True):
    """A player's hand: `total` is null while the viewer does not know all of its cards (rule 1).

    `asked`: it waits for a card from the banker; `stands`: it takes no more; `settled` is null before.
    """

    seat: int
    hand: int
    cards: tuple[CardView, ...]
    total: int | None
    stake: int
    split: bool
    asked: bool
    stands: bool
    settled: Settlement | None


class AccidentView(Struct, frozen=True):
    """A card that waits for what the player of the seat says (rules 22-24)."""

    kind: AccidentKind
    seat: int
    hand: int
    card: CardView


class BlackjackView(Struct, frozen=True):
    """The round being played, or the last one.

    `dealt_in` are its seats from the banker's left, `awaited` those for whom the table waits now; `hands`
    lie in the order of playing, `banker` is the banker's, its `banker_total` null while the viewer does not
    know it. `burned` is the card burned, `exposed` whether it lies in the pack face up (rule 24); `doubled`
    the banker's answer to rule 6, null before it. `heir` won the bank and chooses, maybe it has an `offer`.
    """

    phase: Phase
    dealt_in: tuple[int, ...]
    awaited: tuple[int, ...]
    hands: tuple[HandView, ...]
    banker: tuple[CardView, ...]
    banker_total: int | None
    accidents: tuple[AccidentView, ...]
    burn_demanded: bool
    burned: Card | None
    exposed: bool
    doubled: bool | None
    heir: int | None
    offer: Offer | None


def view(table: BlackjackTable, viewer: By | None) -> BlackjackView:
    """The game's part of the table as the viewer may see it."""
    play, phase = table.play, phase_of(table)
    own = _cards(table, play.own, viewer == table.banker and table.in_round)
    return BlackjackView(
        phase=phase,
        dealt_in=play.order,
        awaited=awaited_seats(table),
        hands=tuple(_hand(table, hand, viewer) for hand in play.hands),
        banker=own,
        banker_total=_total(own) if own else None,
        accidents=tuple(_accident(table, accident, viewer) for accident in play.accidents),
        burn_demanded=play.burn == "demanded",
        burned=play.burned,
        exposed=play.exposed is not None,
        doubled=play.doubled,
        heir=play.heir if phase == "bank" else None,
        offer=play.offer,
    )


def _hand(table: BlackjackTable, hand: Hand, viewer: By | None) -> HandView:
    cards = _cards(table, hand.cards, viewer == hand.seat)
    return HandView(
        hand.seat,
        hand.number,
        cards,
        _total(cards),
        hand.stake,
        hand.split,
        hand.asked,
        hand.stands,
        hand.settled,
    )


def _accident(table: BlackjackTable, accident: Accident, viewer: By | None) -> AccidentView:
    (card,) = _cards(table, (accident.card,), viewer == accident.seat)
    return AccidentView(accident.kind, accident.seat, accident.hand, card)


def _cards(table: BlackjackTable, dealt: Iterable[Dealt], owned: bool) -> tuple[CardView, ...]:
    """What everybody knows, and to their owner the others too while the pack is in use and its seed known."""
    deck = table.decks.current
    hidden = deck.cards if deck and owned else ()
    return tuple(CardView(one.face, one.card or (hidden[one.place] if hidden else None)) for one in dealt)


def _total(cards: tuple[CardView, ...]) -> int | None:
    known = tuple(card.card for card in cards if card.card)
    return total(known) if len(known) == len(cards) else None

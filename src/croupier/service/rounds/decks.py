"""The deck of a round, from commitment to reveal, and the cards that came off it."""

from collections.abc import Iterator
from typing import Any

from croupier.domain.cards import Card
from croupier.domain.decks.events import (
    DeckCommitted,
    DeckReshuffled,
    DeckRevealed,
    DeckShuffled,
    DiscardsShuffled,
    EntropyContributed,
)
from croupier.domain.decks.state import Deck
from croupier.domain.explaining import Placed
from croupier.domain.shuffle import commitment
from croupier.service.ports import Entry
from croupier.service.records import AnyRecord, decode_record
from croupier.service.rounds.belonging import deck_in
from croupier.service.rounds.course import Course, Happened, Step
from croupier.service.rounds.report import CardReport, Contribution, DeckReport, ShuffleReport, Where

AnyShuffle = DeckShuffled | DeckReshuffled | DiscardsShuffled


def where(entry: Entry, record: AnyRecord) -> Where:
    """The place of an entry."""
    return Where(entry.position, entry.revision, record.at)


def deck_report(course: Course) -> DeckReport | None:
    """The deck that the round is dealt from, as far as the log has told of it."""
    found = course.found
    deck = deck_in(found.entries) or deck_in(found.before)
    if deck is None:
        return None
    events = [(event, place) for event, place in _events(course) if event.deck == deck]
    committed = next(((e, at) for e, at in events if isinstance(e, DeckCommitted)), None)
    revealed = next(((e, at) for e, at in events if isinstance(e, DeckRevealed)), None)
    return DeckReport(
        deck=deck,
        named=course.before.decks.fixed is not None,
        commitment=committed[0].commitment if committed else None,
        committed=committed[1] if committed else None,
        contributions=_contributions(events),
        shuffles=_shuffles(course, events),
        seed=revealed[0].seed if revealed else None,
        revealed=revealed[1] if revealed else None,
    )


def holds(deck: DeckReport | None, course: Course) -> bool | None:
    """Whether the revealed seed is the one that was committed to; None while it is not revealed."""
    if deck is None or deck.seed is None or deck.commitment is None:
        return None
    return commitment(deck.deck, course.seeds[deck.deck]) == deck.commitment


def cards(course: Course) -> tuple[CardReport, ...]:
    """Every card that came off in the round, in the order of the events."""
    return tuple(card for step in course.steps for one in step.happened for card in _cards(step, one))


def _events(course: Course) -> Iterator[tuple[Any, Where]]:
    for entry in course.found.all:
        record = decode_record(entry.stream, entry.record)
        for event in record.events:
            if hasattr(event, "deck"):
                yield event, where(entry, record)


def _contributions(events: list[tuple[Any, Where]]) -> tuple[Contribution, ...]:
    """The last of each seat, by seat."""
    last = {event.seat: (event, place) for event, place in events if isinstance(event, EntropyContributed)}
    return tuple(Contribution(seat, last[seat][0].entropy, last[seat][1]) for seat in sorted(last))


def _shuffles(course: Course, events: list[tuple[Any, Where]]) -> tuple[ShuffleReport, ...]:
    decks = {
        (one.event.deck, one.event.shuffle): one.after.decks.current
        for one in course.happened
        if isinstance(one.event, AnyShuffle)
    }
    old = course.before.decks.current
    found = []
    for event, place in events:
        if isinstance(event, AnyShuffle):
            deck = decks.get((event.deck, event.shuffle), old)
            packs = None if isinstance(event, DiscardsShuffled) else event.packs
            places = event.places if isinstance(event, DiscardsShuffled) else ()
            found.append(ShuffleReport(event.shuffle, packs, places, *_order(deck), place))
    return tuple(found)


def _order(deck: Deck | None) -> tuple[tuple[Card, ...] | None, int | None]:
    """All its cards and its cut, once the seed is revealed; nothing of them before."""
    if deck is None or deck.seed is None:
        return None, None
    return deck.cards, deck.cut


def _cards(step: Step, one: Happened) -> Iterator[CardReport]:
    deck = one.before.decks.current or one.after.decks.current
    for placed in one.said.cards:
        yield _card(step, one, placed, deck)


def _card(step: Step, one: Happened, placed: Placed, deck: Deck | None) -> CardReport:
    recomputed = deck.cards[placed.place] if deck and deck.seed and placed.place < len(deck.cards) else None
    both = placed.card is not None and recomputed is not None
    return CardReport(
        place=placed.place,
        shuffle=deck.shuffle if deck else 1,
        card=placed.card or recomputed,
        to=placed.to,
        rule=one.said.rule,
        revision=step.entry.revision,
        agrees=placed.card == recomputed if both else None,
    )

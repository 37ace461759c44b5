"""Holding a table to its commitments: no deck goes out of use without its reveal (the deck format, 4)."""

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from croupier.domain.decks.events import DeckCommitted, DeckRevealed
from croupier.domain.decks.state import Decks
from croupier.domain.games.game import Game
from croupier.domain.table.state import AnyTable
from croupier.service.replay.differences import Said

_SHA256: Final = re.compile("[0-9a-f]{64}").fullmatch


def broken_commitments(game: Game, before: AnyTable, after: AnyTable, events: Iterable[Any]) -> list[Said]:
    """What is wrong with the decks that an entry's events begin, end or leave behind.

    It needs no seed, so a deck that is kept secret for good is found all the same.
    """
    over = before.in_round and not after.in_round
    if after.decks is before.decks and not over and after.status != "closed":
        return []
    wrong = [*_malformed(events), *_dropped(before.decks, after.decks, events)]
    if after.status == "closed" and (after.decks.coming or after.decks.current):
        wrong.append(("deck-unrevealed", "the table is closed and not all its decks are revealed"))
    elif over and after.decks.current and not game.shoe:
        wrong.append(("deck-unrevealed", f"round {after.round} is over and its deck is not revealed"))
    return wrong


def _malformed(events: Iterable[Any]) -> Iterator[Said]:
    for event in events:
        if type(event) is DeckCommitted and not _SHA256(event.commitment):
            yield "commitment-differs", f"the commitment to deck {event.deck[:80]} is no SHA-256"


def _dropped(before: Decks, after: Decks, events: Iterable[Any]) -> Iterator[Said]:
    """Decks that were committed to or in use, are so no more, and were not revealed."""
    bound = _ids(before)
    for event in events:
        if type(event) is DeckCommitted:
            bound.add(event.deck)
        elif type(event) is DeckRevealed:
            bound.discard(event.deck)
    for deck in sorted(bound - _ids(after)):
        yield "deck-unrevealed", f"deck {deck[:80]} is out of use and was not revealed"


def _ids(decks: Decks) -> set[str]:
    return {deck.id for deck in (decks.coming, decks.current) if deck is not None}

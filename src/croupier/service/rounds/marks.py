"""What of a record tells where a stream stands: events of rounds and decks, read without all the rest."""

from typing import Any, Final

from msgspec import Struct
from msgspec.json import Decoder

from croupier.domain.decider import by_tag
from croupier.domain.games.game import SHARED_EVENTS
from croupier.service.ports import Entry
from croupier.service.records import tags


class Mark(Struct, frozen=True):
    """An event of a round or a deck: its tag, and of round, deck and seat those that it names."""

    kind: str
    round: Any = None
    deck: Any = None
    seat: Any = None


class _Event(Struct, frozen=True):
    type: str
    round: Any = None
    deck: Any = None
    seat: Any = None


class _Record(Struct, frozen=True):
    events: tuple[_Event, ...]


_decode: Final = Decoder(_Record).decode
ENDS: Final = frozenset(("round-ended", "round-voided"))
"""By which events a round is over."""

_ROUNDS: Final = frozenset(("round-started", *ENDS))
_DECKS: Final = frozenset(("deck-committed", "entropy-contributed", "deck-shuffled", "deck-revealed"))
_SHARED: Final = frozenset((*by_tag(SHARED_EVENTS), "table-opened"))
_ROUND: Final = b'"round-'
_DECK: Final = b'"deck"'


def round_marks(entry: Entry) -> list[Mark]:
    """Where rounds start and end in the entry, in order. Of most entries the bytes alone tell: nowhere."""
    if _ROUND not in entry.record:
        return []
    return [Mark(one.type, one.round) for one in _decode(entry.record).events if one.type in _ROUNDS]


def deck_marks(entry: Entry) -> list[Mark]:
    """What happens to decks in the entry, in order."""
    if _DECK not in entry.record:
        return []
    events = _decode(entry.record).events
    return [Mark(one.type, None, one.deck, one.seat) for one in events if one.type in _DECKS]


def has_play(entry: Entry) -> bool:
    """Whether something happens in the entry that not every table knows: a bank is set, limits change, .."""
    return not _SHARED.issuperset(tags(entry.record))

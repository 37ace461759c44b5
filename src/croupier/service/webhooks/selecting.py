"""Which entries of its log an endpoint wants."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from croupier.domain.catalogue import DECIDERS, GAMES
from croupier.domain.decider import by_tag
from croupier.domain.disputes import DISPUTE
from croupier.domain.wallet import WALLET
from croupier.service.records import category, tags

EVERYTHING: Final = "*"

KINDS: Final[Mapping[str, frozenset[str]]] = {
    "tables": frozenset(GAMES),
    "wallets": frozenset({WALLET.category}),
    "disputes": frozenset({DISPUTE.category}),
}
"""The kinds of streams that can be asked for whole, with the categories of their streams."""


def _tags() -> Iterator[str]:
    for decider in DECIDERS.values():
        yield from by_tag(_members(decider.events))


def _members(union: Any) -> tuple[Any, ...]:
    return getattr(union, "__args__", (union,))


EVENT_TAGS: Final = frozenset(_tags())
"""The tags of all events that any stream can have."""

WANTED: Final = (EVERYTHING, *KINDS, *sorted(EVENT_TAGS))
"""All that an endpoint can ask for."""


class Selection:
    """What an endpoint has asked for: everything, kinds of streams, or events by their tags."""

    def __init__(self, wanted: Iterable[str]) -> None:
        """`wanted` has members of `WANTED`; others, which an older version may have known, want nothing."""
        asked = frozenset(wanted)
        self._everything = EVERYTHING in asked
        self._categories = frozenset[str]().union(*(KINDS[kind] for kind in asked & KINDS.keys()))
        self._tags = asked & EVENT_TAGS

    def wants(self, stream: str, record: bytes) -> bool:
        """Whether the stream's entry of that record is among it: an event, or its stream's kind."""
        if self._everything or category(stream) in self._categories:
            return True
        return bool(self._tags) and not self._tags.isdisjoint(tags(record))

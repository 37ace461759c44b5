"""What texts of a certain form are called: a client is told that, and never the regular expression."""

from collections.abc import Mapping
from typing import Final

from croupier.adapters.http.live.events import POSITION_PATTERN, POSITION_WORDS
from croupier.adapters.http.requests.parameters import EVENT_TYPE_PATTERN, GAME_PATTERN, MOMENT_PATTERN
from croupier.domain.catalogue import GAMES
from croupier.domain.disputes.evidence import Digest
from croupier.domain.ids import DISPUTE_PATTERN, DisputeId, RoundId
from croupier.domain.table.commands import ENTROPY_PATTERN, REASON_PATTERN
from croupier.domain.texts import Line, Text, line_or_nothing_pattern
from croupier.service.ids import PLAYER_PATTERN, TABLE_PATTERN
from croupier.service.keymaking import KEY_NAME_PATTERN
from croupier.service.rounds.ids import ROUND_PATTERN
from croupier.service.rounds.travelling import VIEWER_PATTERN
from croupier.service.webhooks.ids import MESSAGE_PATTERN

OF_NO_NAME: Final = "of the form that the document of the interface describes"
"""What is said where a pattern has no name here."""


def _pattern(kind: object) -> str:
    """The pattern of an annotated text."""
    found: str = kind.__metadata__[0].pattern  # type: ignore[attr-defined]
    return found


NAMED: Final[Mapping[str, str]] = {
    MOMENT_PATTERN: "a moment like 2026-01-31T12:00:00Z",
    EVENT_TYPE_PATTERN: "the type of an event, like round-started",
    GAME_PATTERN: "one of " + ", ".join(GAMES),
    POSITION_PATTERN: POSITION_WORDS,
    MESSAGE_PATTERN: "a message's id",
    _pattern(DisputeId): "a dispute's id",
    DISPUTE_PATTERN: "a dispute's id",
    _pattern(RoundId): "a round's id",
    ROUND_PATTERN: "a round's id",
    TABLE_PATTERN: "a table's id",
    PLAYER_PATTERN: "a player's id",
    VIEWER_PATTERN: "public, house, all or a seat, like seat:3",
    _pattern(Digest): "a SHA-256, as 64 hex digits",
    ENTROPY_PATTERN: "1 to 64 bytes, as hex digits, two a byte",
    REASON_PATTERN: "a line of 1 to 500 characters without control characters, that begins with no space",
    KEY_NAME_PATTERN: "1 to 64 letters, digits and any of . _ @ + -, the first a letter or a digit",
    _pattern(Line): "a line of 1 to 100 characters without control characters, that begins with no space",
    line_or_nothing_pattern(
        200
    ): "a line of at most 200 characters without control characters, that begins with no space",
    _pattern(
        Text
    ): "1 to 2000 characters, none of control but tabs and line feeds, that begins with no space",
}
"""The forms by their patterns."""

_BY_REPR: Final = {repr(pattern): name for pattern, name in NAMED.items()}


def name_of_pattern(quoted: str) -> str:
    """What a text of the pattern is called; msgspec quotes the pattern as Python does."""
    return _BY_REPR.get(quoted, OF_NO_NAME)

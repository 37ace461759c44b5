"""The parameters of queries."""

from datetime import UTC, datetime
from typing import Annotated, Final, Literal

from litestar.params import QueryParameter

from croupier.adapters.http.problems.faults import wrong_parameter
from croupier.domain.catalogue import GAMES
from croupier.service.cursors import MOST_CHARACTERS
from croupier.service.history import MOST_ENTRIES
from croupier.service.ids import PLAYER_PATTERN, TABLE_PATTERN
from croupier.service.records import timestamp
from croupier.service.watching import MOST_SECONDS

MOST_EXACT: Final = 2**53 - 1
"""Integers are exact in every JSON client up to here (RFC 8259, 6)."""

MOMENT_PATTERN: Final = r"^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$"
"""RFC 3339, 5.6: in any offset from UTC, with a fraction as long as one likes."""
EVENT_TYPE_PATTERN: Final = "^[a-z][a-z0-9-]{0,63}$"
GAME_PATTERN: Final = f"^({'|'.join(GAMES)})$"

After = Annotated[
    int,
    QueryParameter(
        ge=-1,
        le=MOST_EXACT,
        description="Only entries at positions of the log above this; -1: from the first.",
    ),
]
AtLeast = Annotated[
    int,
    QueryParameter(
        ge=-1,
        le=MOST_EXACT,
        description="A position of the log that has to be in the answer, as a command's answer named it; it"
        " is waited for, five seconds at the most.",
    ),
]
Wait = Annotated[
    int,
    QueryParameter(
        ge=0,
        le=MOST_SECONDS,
        description="Where there is nothing new, wait so many seconds at the most for something to come.",
    ),
]
Since = Annotated[
    str | None,
    QueryParameter(
        pattern=MOMENT_PATTERN,
        format="date-time",
        description="From this moment on, like `2026-01-31T12:00:00Z`: RFC 3339, in any offset. What is"
        " finer than a microsecond is cut off.",
    ),
]
Until = Annotated[
    str | None,
    QueryParameter(pattern=MOMENT_PATTERN, format="date-time", description="Before this moment, likewise."),
]
WithEvent = Annotated[
    str | None,
    QueryParameter(
        pattern=EVENT_TYPE_PATTERN,
        description="Only entries with an event of this `type`; one that there is not fits none.",
    ),
]
Entries = Annotated[int, QueryParameter(ge=1, le=MOST_ENTRIES, description="The most entries to answer.")]
Listed = Annotated[int, QueryParameter(ge=1, le=200, description="The most items to answer.")]
Tables = Annotated[int, QueryParameter(ge=1, le=200, description="The most tables to answer.")]
OfGame = Annotated[
    str | None,
    QueryParameter(pattern=GAME_PATTERN, description="Only tables of this game."),
]
WithPlayer = Annotated[
    str | None,
    QueryParameter(pattern=PLAYER_PATTERN, description="Only tables at which this player has a seat."),
]
AtTable = Annotated[str | None, QueryParameter(pattern=TABLE_PATTERN, description="Only at this table.")]
OfStatus = Annotated[
    Literal["open", "closed"] | None, QueryParameter(description="Only tables with this status.")
]
Cursor = Annotated[
    str | None,
    QueryParameter(
        max_length=MOST_CHARACTERS,
        description="The `next` of an earlier answer to the same query: go on behind it.",
    ),
]


def moment_of(parameter: str, text: str | None) -> datetime | None:
    """The moment that a parameter names. Raises `InvalidParameter` for one that no calendar has."""
    if text is None:
        return None
    try:
        return datetime.fromisoformat(text.upper()).astimezone(UTC)
    except (ValueError, OverflowError):
        raise wrong_parameter(parameter, "is no moment that the calendar has") from None


def time_of(parameter: str, text: str | None) -> str | None:
    """The moment that a parameter names, as records write it. Raises `InvalidParameter`."""
    moment = moment_of(parameter, text)
    return None if moment is None else timestamp(moment)

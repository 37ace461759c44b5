"""The parameters of queries."""

from typing import Annotated, Final, Literal

from litestar.params import QueryParameter

from croupier.domain.catalogue import GAMES
from croupier.service.history import MOST_ENTRIES

_MOST: Final = 2**53 - 1

After = Annotated[
    int,
    QueryParameter(
        ge=-1,
        le=_MOST,
        description="Only entries at positions of the log above this; -1: from the first.",
    ),
]
AtLeast = Annotated[
    int,
    QueryParameter(
        ge=-1,
        le=_MOST,
        description="A position of the log that has to be in the answer, as a command's answer named it.",
    ),
]
Entries = Annotated[int, QueryParameter(ge=1, le=MOST_ENTRIES, description="The most entries to answer.")]
Tables = Annotated[int, QueryParameter(ge=1, le=200, description="The most tables to answer.")]
OfGame = Annotated[
    str | None,
    QueryParameter(pattern=f"^({'|'.join(GAMES)})$", description="Only tables of this game."),
]
OfStatus = Annotated[
    Literal["open", "closed"] | None, QueryParameter(description="Only tables with this status.")
]
Cursor = Annotated[
    str | None,
    QueryParameter(max_length=200, description="The `next` of an earlier answer: go on behind it."),
]

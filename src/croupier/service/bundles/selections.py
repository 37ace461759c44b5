"""Which entries of a log are wanted."""

import re
from datetime import UTC, date, datetime, time
from typing import Final, Literal

from msgspec import Struct

from croupier.service.ids import game_of_table, is_player
from croupier.service.records import timestamp
from croupier.service.rounds.ids import parse_round_id

_position: Final = re.compile("0|[1-9][0-9]{0,17}", re.ASCII).fullmatch
_time: Final = re.compile(
    "[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,6})?)?(Z|[+-][0-9]{2}:[0-9]{2})?",
    re.ASCII,
).fullmatch
_day: Final = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII).fullmatch


class BadSelection(ValueError):
    """What was asked for can't be a selection. `parameter` is the one that makes no sense."""

    def __init__(self, parameter: str, detail: str) -> None:
        """Name the parameter, say what is wrong with it."""
        super().__init__(detail)
        self.parameter = parameter


class _Selection(Struct, frozen=True, tag_field="of", forbid_unknown_fields=True, omit_defaults=True):
    """Base of the selections, which are told apart by `of`."""


class WholeLog(_Selection, frozen=True, tag="log"):
    """Every entry up to the checkpoint."""


class OfTable(_Selection, frozen=True, tag="table"):
    """A table's stream from its beginning, and the wallets' entries at the other ends of its transfers."""

    table: str


class OfRound(_Selection, frozen=True, tag="round"):
    """A table's stream from its beginning through a round, and on to where the round's decks are revealed."""

    table: str
    round: int


class OfPlayer(_Selection, frozen=True, tag="player"):
    """The stream of a player's wallet, and the whole streams of all tables that it paid to."""

    player: str


class Span(_Selection, frozen=True, tag="span"):
    """All entries at the positions from `first` through `last`; empty when `last` is below `first`.

    Where times were asked for, `since` and `until` are those, as records write them.
    """

    first: int
    last: int
    since: str | None = None
    until: str | None = None


class Asked(Struct, frozen=True):
    """Entries between two ends, each included; an end is a position, a time as records write it, or open."""

    since: int | str | None
    until: int | str | None


Selection = WholeLog | OfTable | OfRound | OfPlayer | Span
"""What a bundle says that it holds."""

Request = WholeLog | OfTable | OfRound | OfPlayer | Asked
"""What may be asked for."""


def selection_of(
    *,
    table: str | None = None,
    round: str | None = None,
    player: str | None = None,
    since: str | None = None,
    until: str | None = None,
) -> Request:
    """The selection that these parameters ask for; without any it is the whole log.

    `round` is a round's id; `since` and `until` are positions, days or times in ISO 8601, UTC unless they say
    otherwise. A day as `until` is included. Raises `BadSelection`.
    """
    given = {"table": table, "round": round, "player": player, "from": since if since is not None else until}
    wanted = [name for name, value in given.items() if value is not None]
    if len(wanted) > 1:
        raise BadSelection(wanted[1], f"either {wanted[0]} or {wanted[1]} can be asked for, not both")
    if table is not None:
        return _table(table)
    if round is not None:
        return _round(round)
    if player is not None:
        return _player(player)
    if wanted:
        return Asked(_end("from", since), _end("to", until))
    return WholeLog()


def _table(text: str) -> OfTable:
    if game_of_table(text) is None:
        raise BadSelection("table", "that can't be the id of a table")
    return OfTable(text)


def _round(text: str) -> OfRound:
    found = parse_round_id(text)
    if found is None:
        raise BadSelection(
            "round", "that can't be the id of a round, which is its table's, a dot and a number"
        )
    return OfRound(*found)


def _player(text: str) -> OfPlayer:
    if not is_player(text):
        raise BadSelection("player", "that can't be the id of a player")
    return OfPlayer(text)


def _end(which: Literal["from", "to"], text: str | None) -> int | str | None:
    if text is None:
        return None
    if _position(text):
        return int(text)
    try:
        return timestamp(_moment(which, text))
    except (ValueError, OverflowError):
        raise BadSelection(which, "that is neither a position nor a day or time in ISO 8601") from None


def _moment(which: Literal["from", "to"], text: str) -> datetime:
    if _day(text):
        return datetime.combine(date.fromisoformat(text), time.min if which == "from" else time.max, UTC)
    if not _time(text):
        raise ValueError
    found = datetime.fromisoformat(text)
    return found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)

"""What a live stream sends."""

from typing import Final, Literal

from msgspec import Struct

from croupier.service.answers import TableReading
from croupier.service.messages import EntryMessage

Name = Literal["table", "head", "entry", "end"]

EndReason = Literal["resume", "stopping", "not-authorised", "store-unavailable"]
"""Why a stream ends."""


class LiveMessage(Struct, eq=False):
    """One message: its name, its JSON, and the position to resume behind it (None: as before it).

    `written` is for the adapter: what it sends, made once for all who get the same message.
    """

    name: Name
    data: bytes
    position: int | None = None
    written: bytes | None = None


class TableEntryMessage(EntryMessage, frozen=True):
    """An entry of a table, and the table as the follower may see it after it.

    `reading` is null where more had happened by the time it was sent; a later entry has it then.
    """

    reading: TableReading | None


class HeadMessage(Struct, frozen=True):
    """Where the log stands as the stream begins: the entries above `position` follow."""

    log: str
    position: int


class EndMessage(Struct, frozen=True):
    """The last message, and why. `resume` and `stopping`: connect again, with the last id.

    `resume`: the stream has had its share of bytes, `stopping`: the service stops, `not-authorised`: the key
    or token is not valid any more, `store-unavailable`: the log can't be reached.
    """

    reason: EndReason


_NO_READING: Final = b',"reading":null}'


def with_reading(message: bytes, reading: bytes | None) -> bytes:
    """The JSON of an `EntryMessage` as that of a `TableEntryMessage`."""
    if reading is None:
        return message[:-1] + _NO_READING
    return b"".join((message[:-1], b',"reading":', reading, b"}"))

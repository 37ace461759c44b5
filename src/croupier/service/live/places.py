"""Room for streams: how many there may be, and how many bytes may be under way to their clients.

The server keeps whatever a stream was given until its client has taken it, and does not tell how much that
is. So every byte counts as not taken until the connection is gone, which is when the last one was taken or
the client is. A stream that has used up its share ends, and its client resumes on a new connection.
"""

from collections import Counter
from typing import Final

from msgspec import Struct

from croupier.service.errors import StreamsFull
from croupier.service.holding import Hold


class Room(Struct, frozen=True):
    """The bounds of one process: how many streams, and how many bytes to one of them and to all.

    `share`: how much of the streams and of all bytes one operator may take, in per cent, so that nobody
    leaves nothing to the others.
    """

    streams: int = 5_000
    stream_bytes: int = 1 << 20
    all_bytes: int = 256 << 20
    share: int = 50

    @property
    def streams_of_one(self) -> int:
        """How many streams one operator may have."""
        return -(-self.streams * self.share // 100)

    @property
    def bytes_of_one(self) -> int:
        """How many bytes may be under way to one operator's streams."""
        return -(-self.all_bytes * self.share // 100)


ROOM: Final = Room()


class Places:
    """The places of a process's streams."""

    def __init__(self, room: Room = ROOM) -> None:
        """All are free."""
        self.room = room
        self.taken = 0
        self.under_way = 0
        self.taken_by: Counter[str] = Counter()
        self.under_way_to: Counter[str] = Counter()

    def take(self, hold: Hold, operator: str) -> "Place":
        """A place for a stream of an operator's log, whose caller's `hold` is released with it.

        Raises `StreamsFull`.
        """
        if full := self._full(operator):
            hold.release()
            raise StreamsFull(full)
        return Place(self, hold, operator)

    def _full(self, operator: str) -> str | None:
        """Why there is no place for the operator, None where there is one."""
        room = self.room
        if self.taken >= room.streams or self.under_way >= room.all_bytes:
            return "there is no room for another stream here"
        taken, under_way = self.taken_by[operator], self.under_way_to[operator]
        if taken >= room.streams_of_one or under_way >= room.bytes_of_one:
            return "the operator's streams have their share of the room here"
        return None


class Place:
    """The place of one stream, until it is given back."""

    def __init__(self, places: Places, hold: Hold, operator: str) -> None:
        """Take it; use `Places.take`."""
        self._places = places
        self._hold = hold
        self._operator = operator
        self._sent = 0
        self._taken = True
        places.taken += 1
        places.taken_by[operator] += 1

    def spend(self, count: int) -> bool:
        """Whether so many bytes more may be sent; they count as sent then.

        A first message always may, or one that is larger than its share would never arrive.
        """
        if self._sent and not self._fits(count):
            return False
        self._sent += count
        self._places.under_way += count
        self._places.under_way_to[self._operator] += count
        return True

    def _fits(self, count: int) -> bool:
        places, room = self._places, self._places.room
        return (
            self._sent + count <= room.stream_bytes
            and places.under_way + count <= room.all_bytes
            and places.under_way_to[self._operator] + count <= room.bytes_of_one
        )

    def give_back(self) -> None:
        """The connection is gone; said again it changes nothing."""
        if self._taken:
            self._taken = False
            self._places.taken -= 1
            self._places.under_way -= self._sent
            _less(self._places.taken_by, self._operator, 1)
            _less(self._places.under_way_to, self._operator, self._sent)
            self._hold.release()


def _less(counted: Counter[str], operator: str, count: int) -> None:
    """Count so much less for the operator; who has nothing left is forgotten."""
    counted[operator] -= count
    if not counted[operator]:
        del counted[operator]

"""Positions of many streams in one ascending order, kept on disk: eight bytes each, whatever they come to."""

from array import array
from collections.abc import Iterator
from heapq import merge
from typing import BinaryIO, Final

_WIDTH: Final = 8
_AT_ONCE: Final = 8_192
_IN_MEMORY: Final = 262_144


class Runs:
    """Collects runs of ascending positions and merges them.

    Memory grows with the number of runs, which is that of streams, and not with that of positions.
    """

    def __init__(self, file: BinaryIO) -> None:
        """Keep them in the file, which is empty and closed by `close`."""
        self._file = file
        self._waiting: array[int] = array("Q")
        self._runs: list[tuple[int, int]] = []
        self._count = 0

    def add(self, position: int) -> None:
        """One more position of the run, above those before it."""
        self._waiting.append(position)
        self._count += 1
        if len(self._waiting) == _AT_ONCE:
            self._write()

    @property
    def count(self) -> int:
        """How many positions the run has so far."""
        return self._count

    def end_run(self, count: int | None = None) -> None:
        """The run is whole; with a `count` only its first so many positions are kept."""
        self._write()
        end = self._file.tell() // _WIDTH
        self._runs.append((end - self._count, self._count if count is None else count))
        self._count = 0

    def merged(self) -> Iterator[int]:
        """All positions, ascending, each once. Nothing may be added any more."""
        at_once = max(16, min(_AT_ONCE, _IN_MEMORY // (len(self._runs) or 1)))
        before = -1
        for position in merge(*(self._read(start, count, at_once) for start, count in self._runs)):
            if position != before:
                yield position
            before = position

    def close(self) -> None:
        """Give the room back."""
        self._file.close()

    def _write(self) -> None:
        self._file.write(self._waiting.tobytes())
        self._waiting = array("Q")

    def _read(self, start: int, count: int, at_once: int) -> Iterator[int]:
        while count:
            self._file.seek(start * _WIDTH)
            found = array("Q", self._file.read(min(at_once, count) * _WIDTH))
            yield from found
            start, count = start + len(found), count - len(found)

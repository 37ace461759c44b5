"""Remembering what was found lately, and no more than there is room for."""

from collections import OrderedDict
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Remembered(OrderedDict[K, V]):
    """Values by keys; beyond `most` of them those kept longest ago are forgotten."""

    def __init__(self, most: int) -> None:
        """Without any yet."""
        super().__init__()
        self._most = most

    def keep(self, key: K, value: V) -> None:
        """Remember the value, as the last to be forgotten."""
        self[key] = value
        self.move_to_end(key)
        if len(self) > self._most:
            self.popitem(last=False)

"""The garbage collector, in programs whose objects are trees."""

import gc
from typing import Final

_RARELY: Final = (20_000, 50, 100)


def settle() -> None:
    """Tell the garbage collector that what is there now stays, and to look rarely through what comes.

    States and records are trees, which go when their last reference goes; looking through them for cycles
    takes an eighth of the time of a command, and more of a replay's.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_RARELY)

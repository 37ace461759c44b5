"""The order round the table: seats are numbered clockwise, the left neighbour is the next higher."""

from collections.abc import Callable, Iterable

Order = Callable[[Iterable[int], int], tuple[int, ...]]
"""The way round the table: `leftward` or `rightward`."""


def leftward(seats: Iterable[int], after: int) -> tuple[int, ...]:
    """The other `seats` in turn from the left neighbour of `after` round the table.

    `after` itself is left out, and need not be among them.
    """
    others = sorted(seat for seat in seats if seat != after)
    return (*(seat for seat in others if seat > after), *(seat for seat in others if seat < after))


def rightward(seats: Iterable[int], after: int) -> tuple[int, ...]:
    """The other `seats` in turn from the right neighbour of `after` round the table."""
    return leftward(seats, after)[::-1]

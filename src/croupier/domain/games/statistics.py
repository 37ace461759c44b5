"""Frequencies and means with known exact values, by which a simulation checks a game against its rules."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct


class Statistic(Struct, frozen=True):
    """Something whose exact expectation is known.

    `observed` gives the observations that the events of one round hold: for a `frequency` 1 (it happened)
    or 0 (it could have and did not), else numbers whose mean is compared.
    """

    name: str
    exact: Fraction
    observed: Callable[[Sequence[Any]], Iterable[int]]
    frequency: bool = True

"""Counting observations, and how far their mean lies from the exact value."""

from collections.abc import Sequence
from math import inf, sqrt
from typing import Any

from croupier.domain.games.statistics import Statistic


class Tally:
    """The observations of one statistic."""

    def __init__(self, statistic: Statistic) -> None:
        """Nothing observed yet."""
        self.statistic = statistic
        self.count = 0
        self._sum = 0
        self._squares = 0

    def observe(self, events: Sequence[Any]) -> None:
        """Take in the events of one round."""
        for value in self.statistic.observed(events):
            self.count += 1
            self._sum += value
            self._squares += value * value

    @property
    def mean(self) -> float:
        """The mean of the observations; a frequency, where each is 0 or 1."""
        return self._sum / self.count if self.count else 0.0

    @property
    def standard_error(self) -> float:
        """Of the mean: by the exact variance of a frequency, else by the variance observed."""
        if not self.count:
            return inf
        if self.statistic.frequency:
            exact = float(self.statistic.exact)
            return sqrt(exact * (1 - exact) / self.count)
        return sqrt(max(self._squares / self.count - self.mean**2, 0.0) / self.count)

    @property
    def z(self) -> float:
        """How many standard errors the mean lies from the exact value."""
        distance = self.mean - float(self.statistic.exact)
        if not self.count or not distance:
            return 0.0
        return distance / self.standard_error if self.standard_error else inf

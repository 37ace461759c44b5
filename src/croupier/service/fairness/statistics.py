"""The test statistics, each with its distribution under a fair shuffle: chi-square, of so many degrees.

Within one deck counts hang together, since a card that lies here does not lie there. So the plain sum of
(counted - expected)^2 / expected is not chi-square with the usual degrees; what is said at each function
follows from the covariances within one uniformly shuffled deck, and is exact in the mean.
"""

from collections.abc import Sequence

import mpmath
from msgspec import Struct

from croupier.service.fairness.tally import Tally


class Statistic(Struct, frozen=True):
    """A statistic, what it looks at, and its degrees of freedom.

    `p` is the probability that a fair shuffle shows one as large or larger: near 0, the counts are too
    uneven; near 1, they are too even to be chance.
    """

    name: str
    looks_at: str
    statistic: float
    degrees: int
    p: float


def upper_tail(statistic: float, degrees: int) -> float:
    """P(X >= statistic) for a chi-square X: the regularised upper incomplete gamma function."""
    return float(mpmath.gammainc(degrees / 2, statistic / 2, regularized=True))


def statistics(tally: Tally) -> tuple[Statistic, ...]:
    """All of them, for what was counted."""
    uniforms = (of_uniform(m, counts) for m, counts in tally.uniforms.items())
    return of_places(tally), of_neighbours(tally), of_order(tally), of_cuts(tally), *uniforms


def of_places(tally: Tally) -> Statistic:
    """Which card lies where: n^2 counts with fixed sums of rows and columns, (n - 1)^2 degrees.

    The covariance of a random permutation matrix is 1 / (n - 1) on what the sums leave free, hence the
    factor (n - 1) / n.
    """
    n = tally.cards
    plain = _pearson(tally.places, tally.decks / n)
    return _statistic("places", "each card at each place", plain * (n - 1) / n, (n - 1) ** 2)


def of_neighbours(tally: Tally) -> Statistic:
    """Which two cards lie side by side, round the deck, in either order: n (n - 3) / 2 degrees.

    Each pair is expected 2 / (n - 1) times a deck, and each card has two neighbours.
    """
    n = tally.cards
    together = [one + other for one, other in _both_ways(tally)]
    plain = _pearson(together, 2 * tally.decks / (n - 1))
    return _statistic("neighbours", "each two cards side by side", plain, n * (n - 3) // 2)


def of_order(tally: Tally) -> Statistic:
    """Which of two neighbours comes first: (n - 1)(n - 2) / 2 degrees.

    The difference of `b behind a` and `a behind b` is expected to be 0, with a variance of 2 / (n - 1) a
    deck; the factor (n - 2) / n is for what the differences of one deck have in common.
    """
    n = tally.cards
    squares = sum((one - other) ** 2 for one, other in _both_ways(tally))
    plain = squares / (2 * tally.decks / (n - 1))
    degrees = (n - 1) * (n - 2) // 2
    return _statistic("order", "which of two neighbours comes first", plain * (n - 2) / n, degrees)


def of_cuts(tally: Tally) -> Statistic:
    """How large the cut is: the sizes are drawn independently."""
    return _independent("cut", "each size of the cut", tally.cuts)


def of_uniform(m: int, counts: Sequence[int]) -> Statistic:
    """What `uniform(m)` gives, in classes of equal width: drawn independently."""
    return _independent(f"uniform-{m}", f"uniform({m}) in {len(counts)} classes", counts)


def _independent(name: str, looks_at: str, counts: Sequence[int]) -> Statistic:
    plain = _pearson(counts, sum(counts) / len(counts))
    return _statistic(name, looks_at, plain, len(counts) - 1)


def _statistic(name: str, looks_at: str, statistic: float, degrees: int) -> Statistic:
    return Statistic(name, looks_at, statistic, degrees, upper_tail(statistic, degrees))


def _pearson(counts: Sequence[int], expected: float) -> float:
    return sum((count - expected) ** 2 for count in counts) / expected


def _both_ways(tally: Tally) -> list[tuple[int, int]]:
    """For each two cards: how often the second was behind the first, and the first behind the second."""
    n, behind = tally.cards, tally.behind
    return [(behind[a * n + b], behind[b * n + a]) for a in range(n) for b in range(a)]

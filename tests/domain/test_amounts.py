"""Amounts of chips."""

import pytest

from croupier.domain.amounts import charge


@pytest.mark.parametrize(
    ("amount", "percent", "charged"),
    [(1, 5, 1), (19, 5, 1), (20, 5, 1), (21, 5, 2), (100, 5, 5), (100, 0, 0), (7, 100, 7), (0, 5, 0)],
)
def test_a_charge_that_is_not_whole_is_rounded_up(amount: int, percent: int, charged: int) -> None:
    assert charge(amount, percent) == charged


def test_a_charge_is_exact_where_floats_are_not() -> None:
    assert charge(10**15 + 1, 5) == 50_000_000_000_001

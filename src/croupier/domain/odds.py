"""Exact odds: what a game can count about itself, as tables of fractions."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from msgspec import Struct


class OddsTable(Struct, frozen=True):
    """Fractions by the name of what each is of: a bet, a number, a rank.

    `name` is the table's name for machines, `heading` the one for people.
    """

    name: str
    heading: str
    values: Mapping[Any, Fraction]


class ExactOdds(Struct, frozen=True):
    """All that a game counts exactly under some rules; `note` says what is taken for granted or left out."""

    tables: tuple[OddsTable, ...]
    note: str

"""Exact probabilities of a coup from a full shoe, and what they leave to the house.

Every way of dealing is counted in whole numbers through the table's own drawing rules, cards of equal value
taken together. The edges leave out that a charge is rounded up to a whole unit (conventions: rounding),
which costs a bet on banker a little more, the smaller the stake the more.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from msgspec import Struct

from croupier.domain.cards import PACK
from croupier.domain.games.baccarat.commands import BOXES, BaccaratRules, BoxName
from croupier.domain.games.baccarat.drawing import (
    banker_draws,
    is_natural,
    player_draws,
    total,
    value,
    winner,
)
from croupier.domain.games.baccarat.settlement import payout
from croupier.domain.odds import ExactOdds, OddsTable

_WHOLE_CHARGE: Final = 100
"""A stake of which any percentage is whole, so that no rounding is in the edge."""

_NOTE: Final = "Edges leave out that a charge is rounded up to a whole unit: small bets on banker pay more."


class Odds(Struct, frozen=True):
    """The probability of each outcome, and by bet the part of a stake that the house keeps on average."""

    probabilities: dict[BoxName, Fraction]
    edges: dict[BoxName, Fraction]


def odds(rules: BaccaratRules) -> Odds:
    """The exact odds of a coup dealt from a full shoe of the table's rules."""
    ways = _count(rules.decks)
    dealings = sum(ways.values())
    probabilities = {box: Fraction(ways[box], dealings) for box in BOXES}
    return Odds(probabilities, {box: _edge(box, probabilities, rules) for box in BOXES})


def exact_odds(rules: BaccaratRules) -> ExactOdds:
    """The same for the catalogue."""
    found = odds(rules)
    return ExactOdds(
        (
            OddsTable("probabilities", "probability", found.probabilities),
            OddsTable("house_edges", "house edge of a bet", found.edges),
        ),
        _NOTE,
    )


def _edge(box: BoxName, probabilities: dict[BoxName, Fraction], rules: BaccaratRules) -> Fraction:
    """Rules 9 and 10: what is lost less what is won; a tie returns bets on player and banker."""
    gross, charge = payout(box, _WHOLE_CHARGE, rules)
    lost = sum(chance for won, chance in probabilities.items() if won not in (box, "tie"))
    return lost - probabilities[box] * Fraction(gross - charge, _WHOLE_CHARGE)


def _count(packs: int) -> dict[BoxName, int]:
    """By outcome, in how many ways six cards can come off of which the coup needs the first four to six."""
    values = [value(card) for card in PACK]
    held = [values.count(number) * packs for number in range(10)]
    ways = dict.fromkeys(BOXES, 0)
    for player, players in _pairs(held):
        for banker, bankers in _pairs(held):
            for outcome, thirds in _thirds(player, banker, held):
                ways[outcome] += players * bankers * thirds
    return ways


def _thirds(player: int, banker: int, held: list[int]) -> Iterator[tuple[BoxName, int]]:
    """The outcomes from two cards each, with the ways of the fifth and sixth card, be they dealt or not."""
    left = sum(held)
    if is_natural(player, banker):
        yield winner(player, banker), left * (left - 1)
    elif player_draws(player):
        for third, ways in _cards(held):
            for outcome, more in _banker_plays(total((player, third)), banker, third, held):
                yield outcome, ways * more
    else:
        for outcome, ways in _banker_plays(player, banker, None, held):
            yield outcome, ways * (left - 1)


def _banker_plays(
    player: int, banker: int, third: int | None, held: list[int]
) -> Iterator[tuple[BoxName, int]]:
    if banker_draws(banker, third):
        for card, ways in _cards(held):
            yield winner(player, total((banker, card))), ways
    else:
        yield winner(player, banker), sum(held)


def _pairs(held: list[int]) -> Iterator[tuple[int, int]]:
    """The values of two cards together, and the ways in which they come off, in either order."""
    for first, ways in _cards(held):
        for second, more in _cards(held):
            if second >= first:
                yield total((first, second)), ways * more * (1 if second == first else 2)


def _cards(held: list[int]) -> Iterator[tuple[int, int]]:
    """Each value with the number of its cards; while it is the caller's, one of them is off `held`."""
    for number, ways in enumerate(held):
        held[number] -= 1
        yield number, ways
        held[number] += 1

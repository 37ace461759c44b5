"""Exact probabilities of naturals (rule 8): every way of dealing two cards each from a full pack counts."""

from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import Final

from msgspec import Struct

from croupier.domain.cards import PACK
from croupier.domain.games.blackjack.commands import BlackjackRules
from croupier.domain.games.blackjack.values import is_natural
from croupier.domain.odds import ExactOdds, OddsTable

_NOTE: Final = (
    "Odds are those before any card is known. What doubling, drawing and premiums bring is not counted."
)


class NaturalOdds(Struct, frozen=True):
    """How likely a natural is: in one hand, in a player's and the banker's both, in the player's only.

    The last is how likely a player is dealt what wins him the bank (rule 18).
    """

    natural: Fraction
    both: Fraction
    player_only: Fraction


@cache
def natural_odds() -> NaturalOdds:
    """The odds by counting, through the table's own idea of a natural."""
    hands = comb(len(PACK), 2)
    naturals = [hand for hand in combinations(PACK, 2) if is_natural(hand)]
    natural = Fraction(len(naturals), hands)
    pairs = sum(not set(one) & set(other) for one in naturals for other in naturals)
    both = Fraction(pairs, hands * comb(len(PACK) - 2, 2))
    return NaturalOdds(natural, both, natural - both)


def naturals_edge() -> Fraction:
    """The part of a stake that naturals alone leave to the banker on average (rules 8, 9).

    He takes two stakes by his own, one when the player has one as well, and pays two by the player's only.
    """
    odds = natural_odds()
    banker_only = odds.natural - odds.both
    return 2 * banker_only + odds.both - 2 * odds.player_only


def exact_odds(rules: BlackjackRules) -> ExactOdds:
    """The odds of naturals, which are the same under all rules of a table."""
    odds = natural_odds()
    chances = {
        "natural": odds.natural,
        "both of two hands": odds.both,
        "player only": odds.player_only,
    }
    return ExactOdds(
        (
            OddsTable("probabilities", "probability of a two-card natural", chances),
            OddsTable("house_edges", "the banker's edge by naturals alone", {"naturals": naturals_edge()}),
        ),
        _NOTE,
    )

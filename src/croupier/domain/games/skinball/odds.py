"""Exact chances of the pairing second card, and of the race between the banker's card and a player's.

They are counted by the table's own rule of a match, card after card, from a pack of which only these two
cards have been seen.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Final

from croupier.domain.cards import PACK, Card, rank
from croupier.domain.games.skinball.commands import SkinballRules
from croupier.domain.odds import ExactOdds, OddsTable

_NOTE: Final = (
    "Two cards lie open, the banker's and one player's of another rank, and 50 are unseen. Bets are even "
    "money: the charge of rule 20 is all that the house keeps."
)
_BANKERS: Final[Card] = PACK[0]
_PLAYERS: Final[Card] = PACK[1]
_UNSEEN: Final = tuple(card for card in PACK if card not in (_BANKERS, _PLAYERS))


def second_card_pairs() -> Fraction:
    """How likely the second card is of the first one's rank (rule 5)."""
    seconds = [(first, second) for first in PACK for second in PACK if first != second]
    return Fraction(sum(rank(first) == rank(second) for first, second in seconds), len(seconds))


def banker_matched_first() -> Fraction:
    """How likely the banker's card is matched before the player's (rules 7, 8)."""
    return _first_to_match(len(_UNSEEN), _mates(_BANKERS), _mates(_PLAYERS))


def cards_to_first_match() -> Fraction:
    """The expected number of cards up to the one that matches either (rule 8)."""
    return _expected(len(_UNSEEN), _mates(_BANKERS) + _mates(_PLAYERS))


def cards_to_bankers_match() -> Fraction:
    """The expected number of cards up to the one that matches the banker's (rule 8)."""
    return _expected(len(_UNSEEN), _mates(_BANKERS))


def bankers_match_takes_more_than() -> Mapping[int, Fraction]:
    """By t, how likely the banker's card is not matched by the first t cards."""
    unseen, mates = len(_UNSEEN), _mates(_BANKERS)
    chances = {0: Fraction(1)}
    for cards in range(unseen - mates):
        chances[cards + 1] = chances[cards] * Fraction(unseen - cards - mates, unseen - cards)
    return chances


def exact_odds(rules: SkinballRules) -> ExactOdds:
    """The odds of the cards, which are the same under all rules of a table."""
    chances = {
        "second card pairs the first": second_card_pairs(),
        "banker's card is matched first": banker_matched_first(),
    }
    expected = {"first match": cards_to_first_match(), "banker's match": cards_to_bankers_match()}
    more_than = {str(cards): chance for cards, chance in bankers_match_takes_more_than().items()}
    return ExactOdds(
        (
            OddsTable("probabilities", "probability", chances),
            OddsTable("expected_cards", "expected number of cards to the", expected),
            OddsTable("more_than", "probability that the banker's match takes more cards than", more_than),
        ),
        _NOTE,
    )


def _mates(card: Card) -> int:
    return sum(rank(other) == rank(card) for other in _UNSEEN)


@cache
def _first_to_match(unseen: int, ours: int, theirs: int) -> Fraction:
    """How likely one of our mates comes before all of theirs."""
    others = unseen - ours - theirs
    later = Fraction(others, unseen) * _first_to_match(unseen - 1, ours, theirs) if others else Fraction()
    return Fraction(ours, unseen) + later


@cache
def _expected(unseen: int, mates: int) -> Fraction:
    """The expected number of cards up to the first of the mates."""
    others = unseen - mates
    later = Fraction(others, unseen) * _expected(unseen - 1, mates) if others else Fraction()
    return 1 + later

"""What is counted over many decks."""

from collections.abc import Iterable
from itertools import pairwise

from croupier.domain.decks.cut import CUTS
from croupier.service.fairness.dealing import UNIFORMS, Dealt


class Tally:
    """Counts over decks of `cards` cards, each card by its own number, also where packs repeat its face.

    `places[card * cards + place]`: how often the card lay at that place. `behind[card * cards + next]`: how
    often `next` came right behind it, the first card counting as the one behind the last. `cuts`: by size,
    the smallest first. `uniforms[m]`: the draws of `uniform(m)` by class.
    """

    def __init__(self, cards: int) -> None:
        """Nothing counted yet."""
        self.cards = cards
        self.decks = 0
        self.places = [0] * (cards * cards)
        self.behind = [0] * (cards * cards)
        self.cuts = [0] * len(CUTS)
        self.uniforms = {m: [0] * classes for m, classes in UNIFORMS.items()}

    def add(self, deck: Dealt) -> None:
        """Count a deck."""
        self.decks += 1
        self.add_order(deck.cards)
        self.cuts[deck.cut - CUTS.start] += 1
        for (m, counts), drawn in zip(self.uniforms.items(), deck.uniforms, strict=True):
            for value in drawn:
                counts[value * len(counts) // m] += 1

    def add_order(self, order: Iterable[int]) -> None:
        """Count how the cards of a deck lie."""
        cards, places, behind = self.cards, self.places, self.behind
        ring = [*order]
        for place, card in enumerate(ring):
            places[card * cards + place] += 1
        for card, following in pairwise((*ring, ring[0])):
            behind[card * cards + following] += 1

    def merge(self, other: "Tally") -> None:
        """Count in what was counted elsewhere."""
        self.decks += other.decks
        self.places = _sums(self.places, other.places)
        self.behind = _sums(self.behind, other.behind)
        self.cuts = _sums(self.cuts, other.cuts)
        for m, counts in other.uniforms.items():
            self.uniforms[m] = _sums(self.uniforms[m], counts)


def _sums(one: list[int], other: list[int]) -> list[int]:
    return [mine + its for mine, its in zip(one, other, strict=True)]

"""The rules of Skinball in a sentence each, for who reads a settlement."""

from collections.abc import Mapping
from typing import Final

RULES: Final[Mapping[int, str]] = {
    1: "Cards are dealt from the lowest seat to the right; the first ace banks.",
    2: "The pack is shuffled into a box; each deal turns one card.",
    3: "The banker sets the limits of stakes, and may change them for later ones.",
    4: "The first card is offered to the banker's right, and on to the right when it is refused.",
    5: "Once it is accepted the second card is the banker's, unless it is of the same rank.",
    6: "The player names his stake; the banker covers it, or reduces it to 1 or more.",
    7: "Further cards match the banker's or a player's card, or are offered to who was not asked yet.",
    8: "The banker's card matched, all live bets against him win; a player's, the banker wins that bet.",
    9: "Two with cards and live bets may bet that the other's card is matched first.",
    10: "When a card is matched its holder loses each of his side bets.",
    11: "A matched card and its mate are discarded, and their rank is dead.",
    12: "A fresh card is offered to those without a card, from the banker's right.",
    13: "One that nobody takes lies in the centre; who has no card may take it.",
    14: "A card in the centre that is matched goes, and its rank is dead.",
    15: "The banker's card matched and no side bet open, the round ends and the bank passes to the right.",
    16: "With side bets open he deals on for those alone, or takes a new card.",
    17: "While the banker has no card, a player's match is void but for side bets.",
    18: "After his new card, who kept a card may bet against it.",
    19: "A bank that is wholly spent passes.",
    20: "The house's commission on bets against the banker, by the table's rules, rounded up.",
    21: "Should the box run out, all open bets are returned.",
}

"""The rules of Slippery Sam in a sentence each, for who reads a settlement."""

from collections.abc import Mapping
from typing import Final

RULES: Final[Mapping[int, str]] = {
    1: "Aces are high, suits equal. Everyone cuts, the highest banks; equals cut again.",
    2: "The pack is shuffled and cut.",
    3: "The banker puts up the bank: the minimum or more, or his whole stack if that is less.",
    4: "Three cards each, one at a time, face down, from the banker's left; then the upcard.",
    5: "Nobody sees a hand before it is settled, its owner neither.",
    6: "Each in turn bets against the upcard, from the minimum to the whole bank.",
    7: "Or he pays the turn's price into the bank for a new upcard.",
    8: "Who has refused his last upcard, or can neither bet nor pay, passes.",
    9: "A higher card of the upcard's suit wins: the stake comes back with as much from the bank.",
    10: "Else the whole hand is shown and the stake joins the bank.",
    11: "The next on the left meets the upcard that lies.",
    12: "When all have acted the banker takes the bank, and bank and deal pass to the left.",
    13: "An emptied bank passes at once.",
}

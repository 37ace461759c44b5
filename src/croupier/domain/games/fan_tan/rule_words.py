"""The rules of Chinese fan-tan in a sentence each, for who reads a settlement."""

from collections.abc import Mapping
from typing import Final

RULES: Final[Mapping[int, str]] = {
    1: "Everyone cuts a card, the highest banks; equals cut again.",
    2: "The limits are the table's.",
    3: "The banker sets his bank at the start of his term, and may add to it before a later round.",
    4: "What the bank wins stays in it until the bank passes.",
    5: "A bet is on a corner, 1 to 4, or on the side between two neighbouring corners.",
    6: "Everybody but the banker makes any number of bets within the limits, until the cut.",
    7: "The player on the banker's left shuffles, the banker cuts: both contribute to the shuffle.",
    8: "The size of the cut is drawn by the shuffle, each from 18 to 49 equally likely.",
    9: "The cut part is counted off in fours: the remainder wins, or 4 without one.",
    10: "Losing bets go into the bank first; then winners are paid, a corner 3 to 1, a side 1 to 1.",
    11: "The bet on which the bank runs out is paid what is left; later winning bets are returned.",
    12: "After the rounds of his term the banker takes the bank, which passes to the left.",
    13: "An exhausted bank passes at once.",
}

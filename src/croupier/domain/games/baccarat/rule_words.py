"""The rules of punto banco in a sentence each, for who reads a settlement."""

from collections.abc import Mapping
from typing import Final

RULES: Final[Mapping[int, str]] = {
    1: "Seats bet on player, banker or tie; a second bet on a box adds to the first.",
    2: "Tens and court cards count 0, aces 1, other cards their number; a hand is its sum modulo 10.",
    3: "Two cards each: player, banker, player, banker.",
    4: "With 8 or 9 on two cards on either side both stand.",
    5: "Player draws on 0 to 5 and stands on 6 and 7.",
    6: "When player stood, banker draws on 0 to 5 and stands on 6 and 7.",
    7: "When player drew, banker draws by his own value and the card that player drew.",
    8: "The higher value wins; equal is a tie.",
    9: "Player pays 1 to 1; banker 1 to 1 less the commission, rounded up; tie what the table's rules say.",
    10: "On a tie, bets on player and banker are returned.",
    11: "With fewer cards left than the cut card, the next round starts with a new shoe.",
    12: "Bets are settled by seat number, within a seat in the order of placing.",
}

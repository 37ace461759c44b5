"""What the fields of fan-tan's types mean, for who reads the documents of the interface."""

from collections.abc import Mapping
from typing import Final

FIELDS: Final[Mapping[str, str]] = {
    "on": "The spot of the layout: a corner, or a side between two corners (rule 5).",
    "bet": "The bet's number in the round: 1, 2, .. in the order of placing.",
    "bets": "The bets that lie, in the order of their placing.",
    "outcome": "What became of the bet: `paid-short` won more than the bank still held, `returned` won when"
    " it held nothing (rule 11).",
    "bank": "What the bank holds now.",
    "rounds_per_bank": "For how many rounds a banker has bank and deal (rule 12).",
    "size": "How many cards were cut off the pack (rule 8).",
    "number": "The number that wins, 1 to 4 (rule 9).",
    "phase": "What is waited for: the banker's `bank`, his `start` of a round, or in `betting` bets and cut.",
    "shuffler": "The seat on the banker's left, whose entropy the shuffle should have (rule 7); null"
    " without one.",
    "rounds_left": "For how many rounds the banker has still to cut before the bank passes (rule 12).",
    "cut": "The last cut with the number that won, null before the first.",
}

"""What the fields of Slippery Sam's types mean, for who reads the documents of the interface."""

from collections.abc import Mapping
from typing import Final

FIELDS: Final[Mapping[str, str]] = {
    "upcard_price": "What a refusal costs: a `fifth` of the bank as it stood when the turn began, rounded up,"
    " or a fixed price in whole units (rule 7).",
    "refusals": "How many upcards a player may refuse in a round (rules 7, 8).",
    "price": "What a new upcard costs in this turn, in whole units (rule 7).",
    "refusals_left": "How many upcards the seat may still buy in the round (rules 7, 8).",
    "shown": "The card that won, or the whole losing hand (rules 9, 10).",
    "outcome": "What became of the bet (rules 9, 10).",
    "bank": "What the bank holds now.",
    "seats": "The seats dealt to, in the order of dealing (rule 4).",
    "place": "The card's place in the deck, from 0.",
    "phase": "`idle` until the banker has put up his bank, `dealing` until he deals, then `betting`.",
    "upcard": "The card turned up, null before the first.",
    "turn": "The seat in turn, and what it may do; null between rounds.",
    "waiting": "The seats whose turn is still to come, in order.",
    "settled": "The bets of the round that have been settled.",
    "UpcardRefused.refusals": "The how many-th refusal of the seat in the round this is.",
}

"""What the fields of punto banco's types mean, for who reads the documents of the interface."""

from collections.abc import Mapping
from typing import Final

FIELDS: Final[Mapping[str, str]] = {
    "on": "The box: `player`, `banker` or `tie` (rule 1).",
    "decks": "How many packs are in the shoe (rule 11).",
    "commission_percent": "The house's charge on a won bet on banker, in per cent (rule 9).",
    "tie_pays": "What a bet on tie pays to 1 (rule 9).",
    "cut_card": "With fewer cards left at the end of a round, the next has a new shoe (rule 11).",
    "total": "What the seat has on the box now.",
    "outcome": "What became of the bet: `returned` is a bet on player or banker on a tie (rule 10).",
    "to": "The side that the card goes to.",
    "winner": "The box that wins (rule 8).",
    "phase": "`betting` between start-round and deal, else `idle`.",
    "bets": "The bets that lie, in the order of their placing.",
    "coup": "The last coup dealt, null before the first.",
    "value": "The hand's value, 0 to 9 (rule 2).",
    "CardDealt.place": "The card's place in the shoe, from 0.",
    "CoupDecided.player": "The value of the hand of player, 0 to 9 (rule 2).",
    "CoupDecided.banker": "The value of the hand of banker, 0 to 9 (rule 2).",
    "CoupView.player": "The hand of player.",
    "CoupView.banker": "The hand of banker.",
    "HandView.cards": "The cards in the order in which they were dealt.",
}

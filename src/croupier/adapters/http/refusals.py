"""What the refusals that games share mean; a game's own are explained where its rules are."""

from collections.abc import Mapping
from typing import Final

REFUSALS: Final[Mapping[str, str]] = {
    "already-seated": "You have a seat at this table.",
    "banker-may-not-bet": "The banker may not bet against his own bank.",
    "impossible-deck": "The packs do not hold the cards that were named for this table.",
    "insufficient-chips": "It is more than the stack holds.",
    "insufficient-funds": "It is more than the wallet holds.",
    "invalid-limits": "The limits make no sense together.",
    "no-deck-left": "Every deck that was named for this table has been used.",
    "no-wallet": "The player has no wallet.",
    "not-seated": "You have no seat at this table.",
    "not-the-banker": "Only the banker may do it, where the house banks only the house.",
    "not-your-turn": "The decision belongs to another seat.",
    "seat-taken": "Somebody else has the seat.",
    "stake-above-maximum": "The stake is above the table's limits.",
    "stake-below-minimum": "The stake is below the table's limits.",
    "table-closed": "The table is closed for good.",
    "too-few-players": "The game needs more seats.",
    "unknown-target": "There is no such box, seat, card or offer.",
    "wallet-exists": "The player has a wallet.",
    "wallet-full": "A wallet does not hold that much.",
    "wrong-phase": "Nothing of this kind can be done now.",
}
"""Codes of refusals by the rules (all of them 409) and what they mean."""

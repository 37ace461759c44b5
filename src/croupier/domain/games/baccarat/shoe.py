"""The shoe (rule 11)."""

from croupier.domain.decks.state import deck_of
from croupier.domain.decks.steps import reveal_current_deck
from croupier.domain.games.baccarat.state import BaccaratTable, Steps


def retire_shoe(table: BaccaratTable) -> Steps:
    """Rule 11: with fewer than `cut_card` cards left at the end of a round the shoe is done with."""
    if deck_of(table).left < table.rules.cut_card:
        table = yield from reveal_current_deck(table)
    return table

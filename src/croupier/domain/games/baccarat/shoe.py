"""The shoe (rule 11)."""

from collections.abc import Generator

from croupier.domain.decider import SeedEntrusted
from croupier.domain.decks.events import DeckEvent
from croupier.domain.decks.steps import reveal_current_deck
from croupier.domain.games.baccarat.state import BaccaratTable

Steps = Generator[DeckEvent | SeedEntrusted, BaccaratTable, BaccaratTable]


def retire_shoe(table: BaccaratTable) -> Steps:
    """Rule 11: with fewer than `cut_card` cards left at the end of a round the shoe is done with."""
    deck = table.decks.current
    assert deck
    if deck.left < table.rules.cut_card:
        table = yield from reveal_current_deck(table)
    return table

"""How the right to the bank changes the table (rules 18, 19)."""

from typing import assert_never

from croupier.domain.games.blackjack.events.bank import (
    BankOffered,
    BankRefused,
    BankSold,
    BankWon,
    RightEvent,
)
from croupier.domain.games.blackjack.evolve.changes import with_play
from croupier.domain.games.blackjack.state import BlackjackTable, Offer
from croupier.domain.table.state import with_stack


def evolve_right(table: BlackjackTable, event: RightEvent) -> BlackjackTable:
    """The table after the event."""
    match event:
        case BankWon():
            return with_play(table, stage="bank", heir=event.seat)
        case BankOffered():
            return with_play(table, offer=Offer(event.to, event.price))
        case BankRefused():
            return with_play(table, offer=None)
        case BankSold():
            table = with_stack(table, event.seat, event.stack)
            table = with_stack(table, event.to, event.buyer_stack)
            return with_play(table, offer=None)
        case _:
            assert_never(event)

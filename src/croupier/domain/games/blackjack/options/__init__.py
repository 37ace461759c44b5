"""What a seat may do now at a blackjack table: just what the rules accept."""

from croupier.domain.games.blackjack.options.accidents import accident_options
from croupier.domain.games.blackjack.options.bank import bank_options, start_options
from croupier.domain.games.blackjack.options.banker import banker_options
from croupier.domain.games.blackjack.options.players import player_options
from croupier.domain.games.blackjack.state import BlackjackTable
from croupier.domain.options import Option
from croupier.domain.table.state import HOUSE, By


def options(table: BlackjackTable, by: By) -> tuple[Option, ...]:
    """What the seat may do now; the house has no part in this game.

    Who does not know the pack in use, as an auditor before its reveal, can't tell.
    """
    if by == HOUSE or (table.decks.current and not table.decks.current.cards):
        return ()
    if not table.in_round:
        return start_options(table, by)
    own = (
        banker_options(table)
        if by == table.banker
        else (*accident_options(table, by), *player_options(table, by))
    )
    return (*own, *bank_options(table, by))


__all__ = ["options"]

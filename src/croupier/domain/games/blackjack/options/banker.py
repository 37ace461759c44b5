"""What the banker may do in a round (rules 6, 11, 21-25)."""

from croupier.domain.games.blackjack.by_hand import destination, may_burn, may_deal
from croupier.domain.games.blackjack.pack import can_deal, cards_to_come
from croupier.domain.games.blackjack.phases import phase_of
from croupier.domain.games.blackjack.state import BlackjackTable
from croupier.domain.options import OneOf, Option
from croupier.domain.table.bank.banker import banker_in


def banker_options(table: BlackjackTable) -> tuple[Option, ...]:
    """His double, his own hand, and by hand the cards."""
    return (*_decisions(table), *_by_hand(table))


def _decisions(table: BlackjackTable) -> tuple[Option, ...]:
    match phase_of(table):
        case "doubling":
            return (Option("double"), Option("no-double"))
        case "banker":
            return (*hit_option(table), Option("stand"))
        case _:
            return ()


def hit_option(table: BlackjackTable) -> tuple[Option, ...]:
    """To ask for a card, which a test table without a named list for the reshuffle can't deal (rule 27)."""
    return (Option("hit"),) if can_deal(table) or not cards_to_come(table) else ()


def _by_hand(table: BlackjackTable) -> tuple[Option, ...]:
    """Rules 21 and 25: the burn, and every seat that a card fits."""
    found = []
    if may_burn(table) and not (table.play.burn == "demanded" and table.decks.exhausted):
        found.append(Option("burn"))
    if may_deal(table) and can_deal(table):
        seats = (*table.play.order, banker_in(table))
        to = tuple(seat for seat in seats if destination(table, seat))
        if to:
            found.append(Option("deal-card", {"to": OneOf(to), "face": OneOf(("up", "down"))}))
    return tuple(found)

"""Where a round begins and how it ends (rules 2, 4, 15, 19-21)."""

from croupier.domain.decider import Given, Rejected
from croupier.domain.decks.steps import reveal_current_deck, shuffle_coming_deck
from croupier.domain.games.skinball.banking import has_players, name_banker, vacate
from croupier.domain.games.skinball.commission import take_commission
from croupier.domain.games.skinball.events import CardsGathered
from croupier.domain.games.skinball.state import SkinballTable, Steps, bank_spent
from croupier.domain.table.bank.banker import banker_in, require_banker
from croupier.domain.table.bank.passing import pass_bank
from croupier.domain.table.order import rightward
from croupier.domain.table.rounds import begin_round, end_round
from croupier.domain.table.state import By


def start_round(table: SkinballTable, by: By, given: Given) -> Steps:
    """Rule 2: the pack is shuffled and goes into the box; nothing is dealt."""
    if table.in_round:
        raise Rejected("wrong-phase", "the round has begun", 2)
    table = yield from name_banker(table)
    require_banker(table, by, 2)
    if not has_players(table, banker_in(table)):
        raise Rejected("too-few-players", "a round needs three seats, and chips beside the banker's", 2)
    if bank_spent(table):
        raise Rejected("insufficient-chips", "a banker without chips can't bank", 19)
    table = yield from begin_round(table)
    return (yield from shuffle_coming_deck(table, given, 1))


def end_without_game(table: SkinballTable) -> Steps:
    """Rules 4 and 5: everybody refused the first card, the bank stays."""
    return (yield from _gather(table, 4))


def end_when_matched(table: SkinballTable) -> Steps:
    """Rules 15, 17 and 19: the banker has no card, no side bet is open; bank and deal pass to the right."""
    return (yield from _settle_and_pass(table, 19 if bank_spent(table) else 15))


def end_with_empty_box(table: SkinballTable) -> Steps:
    """Rule 21: all open bets have been returned."""
    return (yield from _settle_and_pass(table, 21))


def _settle_and_pass(table: SkinballTable, rule: int) -> Steps:
    table = yield from take_commission(table)
    table = yield from pass_bank(table, rightward, rule)
    return (yield from _gather(table, rule))


def _gather(table: SkinballTable, rule: int) -> Steps:
    table = yield CardsGathered(rule)
    table = yield from end_round(table, vacate)
    return (yield from reveal_current_deck(table))

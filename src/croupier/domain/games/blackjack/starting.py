"""Starting a round (rules 3-5)."""

from croupier.domain.decider import Given, Rejected
from croupier.domain.decks.steps import shuffle_coming_deck
from croupier.domain.games.blackjack.bank import FEWEST, name_banker, players
from croupier.domain.games.blackjack.course import carry_on
from croupier.domain.games.blackjack.events.cards import PlayersDealtIn
from croupier.domain.games.blackjack.pack import burn_top_card
from croupier.domain.games.blackjack.state import BlackjackTable, Steps
from croupier.domain.table.bank.banker import banker_in
from croupier.domain.table.rounds import begin_round
from croupier.domain.table.state import By


def start_round(table: BlackjackTable, by: By, given: Given) -> Steps:
    """Rules 3 and 4: the banker shuffles; in automatic dealing he burns and deals the first go-round."""
    if table.in_round:
        raise Rejected("wrong-phase", "the round has begun", 3)
    table = yield from name_banker(table)
    banker = banker_in(table)
    if not table.seats[banker].stack:
        raise Rejected("wrong-phase", "the banker has no chips to bank with", 20)
    if by != banker:
        raise Rejected("not-the-banker", f"seat {banker} banks and deals", 3)
    order = players(table, banker)
    if not order:
        raise Rejected("too-few-players", f"a round needs {FEWEST} players, one who can stake the minimum", 5)
    table = yield from begin_round(table)
    table = yield PlayersDealtIn(order)
    table = yield from shuffle_coming_deck(table, given, 1)
    if table.rules.dealing == "automatic":
        table = yield from burn_top_card(table)
    return (yield from carry_on(table))

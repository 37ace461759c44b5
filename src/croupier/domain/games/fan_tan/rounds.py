"""The course of a round: its start, the cut, and its end (rules 3, 7-9)."""

from croupier.domain.decider import Given, Rejected
from croupier.domain.decks.state import deck_of
from croupier.domain.decks.steps import reveal_current_deck, shuffle_coming_deck
from croupier.domain.games.fan_tan.banking import FEWEST, pass_on, vacate
from croupier.domain.games.fan_tan.events import PackCut
from croupier.domain.games.fan_tan.layout import winning_number
from croupier.domain.games.fan_tan.settlement import settle
from croupier.domain.games.fan_tan.state import FanTanTable, Steps
from croupier.domain.table.bank.banker import banker_in, require_banker
from croupier.domain.table.rounds import begin_round, end_round
from croupier.domain.table.state import By


def start_round(table: FanTanTable, by: By, given: Given) -> Steps:
    """Rules 3 and 7: with his bank set, the banker has the pack shuffled and the bets are open.

    The pack has the entropy of who contributed, foremost the shuffler on the banker's left and the banker.
    """
    if table.in_round:
        raise Rejected("wrong-phase", "the bets are open already", 6)
    if not table.bank:
        raise Rejected("wrong-phase", "the banker has not set his bank", 3)
    require_banker(table, by, 3)
    if len(table.seats) < FEWEST:
        raise Rejected("too-few-players", f"a round needs {FEWEST} players")
    table = yield from begin_round(table)
    return (yield from shuffle_coming_deck(table, given, 1))


def cut(table: FanTanTable, by: By) -> Steps:
    """Rule 8: the banker cuts. Raises `Rejected`."""
    if not table.in_round:
        raise Rejected("wrong-phase", "there is no pack to cut", 8)
    require_banker(table, by, 8)
    return (yield from close_bets(table))


def close_bets(table: FanTanTable) -> Steps:
    """Rules 8 to 13: the cut, the settlement, and the end of the round.

    Raises `Rejected` (`no-cut-left`) at a test table for which no further cut was named.
    """
    table = yield _cut_pack(table)
    assert table.play.cut
    table = yield from settle(table, table.play.cut.number)
    table = yield from pass_on(table)
    table = yield from end_round(table, vacate)
    return (yield from reveal_current_deck(table))


def _cut_pack(table: FanTanTable) -> PackCut:
    """Rules 8 and 9: the size of the cut is as the shuffle drew it, whoever gives the command."""
    size = deck_of(table).cut
    if size is None:
        raise Rejected("no-cut-left", "every cut that was named for this table has been made", 8)
    return PackCut(banker_in(table), size, winning_number(size), 9)

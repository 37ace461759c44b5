"""How the commands of punto banco are decided."""

from typing import assert_never

from croupier.domain.decider import Given, Rejected
from croupier.domain.decks.steps import shuffle_coming_deck
from croupier.domain.games.baccarat.bets import place_bet, withdraw_bet
from croupier.domain.games.baccarat.commands import BaccaratCommand, Deal, PlaceBet, StartRound, WithdrawBet
from croupier.domain.games.baccarat.coup import deal_coup
from croupier.domain.games.baccarat.settlement import settle
from croupier.domain.games.baccarat.shoe import retire_shoe
from croupier.domain.games.baccarat.state import BaccaratTable, Steps
from croupier.domain.table.clock import Awaited
from croupier.domain.table.rounds import begin_round, end_round, holds_nothing
from croupier.domain.table.state import HOUSE, By


def decide(command: BaccaratCommand, table: BaccaratTable, given: Given) -> Steps:
    """Decide a command of the game. Raises `Rejected` by the rules' codes."""
    by = table.by(given.actor)
    match command:  # the commonest first
        case PlaceBet():
            return place_bet(command, table, by)
        case StartRound():
            return _start_round(table, by, given)
        case Deal():
            return _deal(table, by)
        case WithdrawBet():
            return withdraw_bet(command, table, by)
        case _:
            assert_never(command)


def awaits(table: BaccaratTable) -> Awaited | None:
    """While the bets are open, the house: the betting time is its own. No seat is ever waited for."""
    return Awaited(HOUSE, "bank") if table.in_round else None


def expire(table: BaccaratTable, given: Given) -> Steps:
    """When the betting time ends the house deals; nobody else is ever waited for (commands: time out)."""
    return _deal(table, HOUSE)


def _start_round(table: BaccaratTable, by: By, given: Given) -> Steps:
    """Rules 1 and 11: the house opens the bets, from a new shoe when there is none in use."""
    if table.in_round:
        raise Rejected("wrong-phase", "the bets are open already", 1)
    _require_house(by)
    table = yield from begin_round(table)
    if table.decks.current is None:
        table = yield from shuffle_coming_deck(table, given, table.rules.decks)
    return table


def _deal(table: BaccaratTable, by: By) -> Steps:
    """Rules 3-12: the whole coup, its settlement and the end of the round."""
    if not table.in_round:
        raise Rejected("wrong-phase", "there is no round to deal", 1)
    _require_house(by)
    table = yield from deal_coup(table)
    table = yield from settle(table)
    table = yield from end_round(table, holds_nothing)
    return (yield from retire_shoe(table))


def _require_house(by: By) -> None:
    if by != HOUSE:
        raise Rejected("not-the-banker", "the house banks and deals", 1)

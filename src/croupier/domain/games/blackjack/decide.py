"""How the commands of blackjack are decided."""

from typing import assert_never

from croupier.domain.decider import Given
from croupier.domain.games.blackjack.accidents.choices import accept_card, keep_card, play_both, refuse_card
from croupier.domain.games.blackjack.accidents.demands import demand_burn, demand_card
from croupier.domain.games.blackjack.accidents.withdrawing import withdraw
from croupier.domain.games.blackjack.bank import buy_bank, refuse_bank, sell_bank, take_bank
from croupier.domain.games.blackjack.by_hand import burn, deal_card
from croupier.domain.games.blackjack.commands import (
    AcceptCard,
    AccidentCommand,
    BankCommand,
    BankerCommand,
    BlackjackCommand,
    Burn,
    BuyBank,
    DealCard,
    DeclareBust,
    DemandBurn,
    DemandCard,
    Double,
    DrawingCommand,
    Hit,
    KeepCard,
    KeepCardAt,
    NoDouble,
    NoRedouble,
    PlayBoth,
    Redouble,
    RefuseBank,
    RefuseCard,
    SellBank,
    Split,
    Stake,
    StakingCommand,
    Stand,
    StartRound,
    TakeBank,
    Withdraw,
)
from croupier.domain.games.blackjack.doubling import decline_double, decline_redouble, double, redouble
from croupier.domain.games.blackjack.drawing import declare_bust, hit, stand
from croupier.domain.games.blackjack.splitting import split
from croupier.domain.games.blackjack.staking import stake
from croupier.domain.games.blackjack.starting import start_round
from croupier.domain.games.blackjack.state import BlackjackTable, Steps
from croupier.domain.table.state import By


def decide(command: BlackjackCommand | KeepCardAt, table: BlackjackTable, given: Given) -> Steps:
    """Decide a command of the game. Raises `Rejected` by the rules' codes."""
    by = table.by(given.actor)
    if isinstance(command, DrawingCommand):
        return _draw(command, table, by)
    if isinstance(command, StakingCommand):
        return _stake(command, table, by)
    if isinstance(command, BankerCommand):
        return _bank(command, table, by, given)
    if isinstance(command, BankCommand):
        return _choose_banker(command, table, by)
    return _settle_accident(command, table, by)


def _draw(command: DrawingCommand, table: BlackjackTable, by: By) -> Steps:
    match command:
        case Hit():
            return hit(table, by)
        case Stand():
            return stand(table, by)
        case Split():
            return split(table, by)
        case DeclareBust():
            return declare_bust(table, by)
        case _:
            assert_never(command)


def _stake(command: StakingCommand, table: BlackjackTable, by: By) -> Steps:
    match command:
        case Stake():
            return stake(command, table, by)
        case Redouble():
            return redouble(table, by)
        case NoRedouble():
            return decline_redouble(table, by)
        case _:
            assert_never(command)


def _bank(command: BankerCommand, table: BlackjackTable, by: By, given: Given) -> Steps:
    match command:
        case StartRound():
            return start_round(table, by, given)
        case Double():
            return double(table, by)
        case NoDouble():
            return decline_double(table, by)
        case Burn():
            return burn(table, by)
        case DealCard():
            return deal_card(command, table, by)
        case _:
            assert_never(command)


def _choose_banker(command: BankCommand, table: BlackjackTable, by: By) -> Steps:
    match command:
        case TakeBank():
            return take_bank(table, by)
        case SellBank():
            return sell_bank(command, table, by)
        case BuyBank():
            return buy_bank(table, by)
        case RefuseBank():
            return refuse_bank(table, by)
        case _:
            assert_never(command)


def _settle_accident(command: AccidentCommand | KeepCardAt, table: BlackjackTable, by: By) -> Steps:
    match command:
        case DemandBurn():
            return demand_burn(table, by)
        case DemandCard():
            return demand_card(table, by)
        case KeepCard() | KeepCardAt():
            return keep_card(command, table, by)
        case PlayBoth():
            return play_both(table, by)
        case Withdraw():
            return withdraw(table, by)
        case AcceptCard():
            return accept_card(table, by)
        case RefuseCard():
            return refuse_card(table, by)
        case _:
            assert_never(command)

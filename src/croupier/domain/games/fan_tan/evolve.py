"""How the events of fan-tan change its table."""

from typing import assert_never

from msgspec.structs import replace

from croupier.domain.games.fan_tan.events import BetPlaced, BetSettled, BetWithdrawn, FanTanEvent, PackCut
from croupier.domain.games.fan_tan.state import Bet, CutPart, FanTanTable, Play
from croupier.domain.table.bank.events import BankerNamed, BankPassed, BankSet, CardDrawn
from croupier.domain.table.bank.evolve import evolve_bank
from croupier.domain.table.state import with_stack


def evolve(table: FanTanTable, event: FanTanEvent) -> FanTanTable:
    """The table after the event."""
    play = table.play
    match event:
        case BetPlaced():
            bet = Bet(event.bet, event.seat, event.on, event.stake)
            table = with_stack(table, event.seat, event.stack)
            return replace(table, play=replace(play, bets=(*play.bets, bet), placed=event.bet))
        case BetWithdrawn():
            table = with_stack(table, event.seat, event.stack)
            return replace(table, play=_without(play, event.bet))
        case PackCut():
            cut = CutPart(event.size, event.number)
            return replace(table, play=replace(play, placed=0, rounds=play.rounds + 1, cut=cut))
        case BetSettled():
            table = with_stack(table, event.seat, event.stack)
            return replace(table, bank=event.bank, play=_without(play, event.bet))
        case BankPassed():
            return replace(evolve_bank(table, event), play=replace(play, rounds=0))
        case CardDrawn() | BankerNamed() | BankSet():
            return evolve_bank(table, event)
        case _:
            assert_never(event)


def _without(play: Play, number: int) -> Play:
    return replace(play, bets=tuple(bet for bet in play.bets if bet.bet != number))

"""How the events of fan-tan change its table."""

from typing import Final

from msgspec.structs import replace

from croupier.domain.decider import Evolve
from croupier.domain.games.fan_tan.events import BetPlaced, BetSettled, BetWithdrawn, PackCut
from croupier.domain.games.fan_tan.state import Bet, CutPart, FanTanTable, Play
from croupier.domain.table.bank.events import BankPassed
from croupier.domain.table.bank.evolve import EVOLVE_BANK, bank_passed
from croupier.domain.table.state import with_stack


def _placed(table: FanTanTable, event: BetPlaced) -> FanTanTable:
    play, bet = table.play, Bet(event.bet, event.seat, event.on, event.stake)
    play = replace(play, bets=(*play.bets, bet), placed=event.bet)
    return with_stack(table, event.seat, event.stack, play=play)


def _withdrawn(table: FanTanTable, event: BetWithdrawn) -> FanTanTable:
    return with_stack(table, event.seat, event.stack, play=_without(table.play, event.bet))


def _cut(table: FanTanTable, event: PackCut) -> FanTanTable:
    play, cut = table.play, CutPart(event.size, event.number)
    return replace(table, play=replace(play, placed=0, rounds=play.rounds + 1, cut=cut))


def _settled(table: FanTanTable, event: BetSettled) -> FanTanTable:
    play = _without(table.play, event.bet)
    return with_stack(table, event.seat, event.stack, bank=event.bank, play=play)


def _passed(table: FanTanTable, event: BankPassed) -> FanTanTable:
    return replace(bank_passed(table, event), play=replace(table.play, rounds=0))


def _without(play: Play, number: int) -> Play:
    return replace(play, bets=tuple(bet for bet in play.bets if bet.bet != number))


EVOLVE: Final[Evolve] = {
    **EVOLVE_BANK,
    BetPlaced: _placed,
    BetWithdrawn: _withdrawn,
    PackCut: _cut,
    BetSettled: _settled,
    BankPassed: _passed,
}
"""What each event does to the table."""

"""How the events of Slippery Sam change its table."""

from typing import Final

from msgspec.structs import replace

from croupier.domain.decider import Evolve
from croupier.domain.decks.evolve import off_the_deck
from croupier.domain.games.slippery_sam.events import (
    BetPlaced,
    BetSettled,
    HandsDealt,
    TurnBegan,
    TurnPassed,
    UpcardRefused,
    UpcardTurned,
)
from croupier.domain.games.slippery_sam.hands import CARDS_EACH
from croupier.domain.games.slippery_sam.state import Play, SettledBet, SlipperySamTable, Turn, turn_of
from croupier.domain.table.bank.evolve import EVOLVE_BANK
from croupier.domain.table.state import with_stack


def _dealt(table: SlipperySamTable, event: HandsDealt) -> SlipperySamTable:
    decks = off_the_deck(table.decks, CARDS_EACH * len(event.seats))
    return replace(table, decks=decks, play=Play(event.seats))


def _turned(table: SlipperySamTable, event: UpcardTurned) -> SlipperySamTable:
    decks = off_the_deck(table.decks, event.place + 1)
    return replace(table, decks=decks, play=replace(table.play, upcard=event.card))


def _began(table: SlipperySamTable, event: TurnBegan) -> SlipperySamTable:
    return _with_turn(table, Turn(event.seat, event.price))


def _refused(table: SlipperySamTable, event: UpcardRefused) -> SlipperySamTable:
    table = with_stack(table, event.seat, event.stack, bank=event.bank)
    return _with_turn(table, replace(turn_of(table), refusals=event.refusals))


def _placed(table: SlipperySamTable, event: BetPlaced) -> SlipperySamTable:
    table = with_stack(table, event.seat, event.stack)
    return _with_turn(table, replace(turn_of(table), stake=event.stake))


def _settled(table: SlipperySamTable, event: BetSettled) -> SlipperySamTable:
    bet = SettledBet(event.seat, event.upcard, event.stake, event.outcome, event.shown)
    play = replace(table.play, turn=None, settled=(*table.play.settled, bet))
    return with_stack(table, event.seat, event.stack, bank=event.bank, play=play)


def _passed(table: SlipperySamTable, event: TurnPassed) -> SlipperySamTable:
    return _with_turn(table, None)


def _with_turn(table: SlipperySamTable, turn: Turn | None) -> SlipperySamTable:
    return replace(table, play=replace(table.play, turn=turn))


EVOLVE: Final[Evolve] = {
    **EVOLVE_BANK,
    HandsDealt: _dealt,
    UpcardTurned: _turned,
    TurnBegan: _began,
    UpcardRefused: _refused,
    BetPlaced: _placed,
    BetSettled: _settled,
    TurnPassed: _passed,
}
"""What each event does to the table."""

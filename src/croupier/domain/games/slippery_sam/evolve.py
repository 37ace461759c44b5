"""How the events of Slippery Sam change its table."""

from typing import assert_never

from msgspec.structs import replace

from croupier.domain.games.slippery_sam.events import (
    BetPlaced,
    BetSettled,
    HandsDealt,
    SlipperySamEvent,
    TurnBegan,
    TurnPassed,
    UpcardRefused,
    UpcardTurned,
)
from croupier.domain.games.slippery_sam.hands import CARDS_EACH
from croupier.domain.games.slippery_sam.state import (
    Play,
    SettledBet,
    SlipperySamTable,
    Turn,
    deck_of,
    turn_of,
)
from croupier.domain.table.bank.events import BankerNamed, BankPassed, BankSet, CardDrawn
from croupier.domain.table.bank.evolve import evolve_bank
from croupier.domain.table.state import with_stack


def evolve(table: SlipperySamTable, event: SlipperySamEvent) -> SlipperySamTable:
    """The table after the event."""
    match event:
        case HandsDealt():
            table = _off_the_deck(table, CARDS_EACH * len(event.seats))
            return replace(table, play=Play(event.seats))
        case UpcardTurned():
            table = _off_the_deck(table, event.place + 1)
            return replace(table, play=replace(table.play, upcard=event.card))
        case TurnBegan():
            return _with_turn(table, Turn(event.seat, event.price))
        case UpcardRefused():
            table = replace(with_stack(table, event.seat, event.stack), bank=event.bank)
            return _with_turn(table, replace(turn_of(table), refusals=event.refusals))
        case BetPlaced():
            table = with_stack(table, event.seat, event.stack)
            return _with_turn(table, replace(turn_of(table), stake=event.stake))
        case BetSettled():
            return _settled(table, event)
        case TurnPassed():
            return _with_turn(table, None)
        case CardDrawn() | BankerNamed() | BankSet() | BankPassed():
            return evolve_bank(table, event)
        case _:
            assert_never(event)


def _off_the_deck(table: SlipperySamTable, dealt: int) -> SlipperySamTable:
    return replace(table, decks=replace(table.decks, current=replace(deck_of(table), dealt=dealt)))


def _with_turn(table: SlipperySamTable, turn: Turn | None) -> SlipperySamTable:
    return replace(table, play=replace(table.play, turn=turn))


def _settled(table: SlipperySamTable, event: BetSettled) -> SlipperySamTable:
    table = with_stack(table, event.seat, event.stack)
    bet = SettledBet(event.seat, event.upcard, event.stake, event.outcome, event.shown)
    play = replace(table.play, turn=None, settled=(*table.play.settled, bet))
    return replace(table, bank=event.bank, play=play)

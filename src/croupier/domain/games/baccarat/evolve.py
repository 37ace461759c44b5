"""How the events of punto banco change its table."""

from typing import assert_never

from msgspec.structs import replace

from croupier.domain.games.baccarat.events import (
    BaccaratEvent,
    BetPlaced,
    BetSettled,
    BetWithdrawn,
    CardDealt,
    CoupDecided,
)
from croupier.domain.games.baccarat.state import BaccaratTable, Bet, Coup, Play
from croupier.domain.table.state import with_stack


def evolve(table: BaccaratTable, event: BaccaratEvent) -> BaccaratTable:
    """The table after the event."""
    match event:  # the commonest first: a Struct that does not match costs as much as a step of the rules
        case CardDealt():
            return _dealt(table, event)
        case BetPlaced():
            return with_stack(table, event.seat, event.stack, play=_with_bet(table.play, event))
        case BetSettled():
            play, house = _without_bet(table.play, event), table.house - event.profit
            return with_stack(table, event.seat, event.stack, play=play, house=house)
        case CoupDecided():
            assert table.play.coup
            coup = replace(table.play.coup, winner=event.winner)
            return replace(table, play=replace(table.play, coup=coup))
        case BetWithdrawn():
            return with_stack(table, event.seat, event.stack, play=_without_bet(table.play, event))
        case _:
            assert_never(event)


def _with_bet(play: Play, event: BetPlaced) -> Play:
    bet = Bet(event.seat, event.on, event.total)
    if event.total == event.stake:
        return replace(play, bets=(*play.bets, bet))
    return replace(
        play, bets=tuple(bet if (old.seat, old.on) == (bet.seat, bet.on) else old for old in play.bets)
    )


def _without_bet(play: Play, event: BetWithdrawn | BetSettled) -> Play:
    seat, on = event.seat, event.on
    return replace(play, bets=tuple([bet for bet in play.bets if bet.seat != seat or bet.on != on]))


def _dealt(table: BaccaratTable, event: CardDealt) -> BaccaratTable:
    deck, coup = table.decks.current, table.play.coup
    assert deck
    if coup is None or coup.winner:
        coup = Coup()
    if event.to == "player":
        coup = replace(coup, player=(*coup.player, event.card))
    else:
        coup = replace(coup, banker=(*coup.banker, event.card))
    decks = replace(table.decks, current=replace(deck, dealt=event.place + 1))
    return replace(table, decks=decks, play=replace(table.play, coup=coup))

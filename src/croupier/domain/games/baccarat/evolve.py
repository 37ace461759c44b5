"""How the events of punto banco change its table."""

from typing import Final

from msgspec.structs import replace

from croupier.domain.decider import Evolve
from croupier.domain.decks.evolve import off_the_deck
from croupier.domain.games.baccarat.events import BetPlaced, BetSettled, BetWithdrawn, CardDealt, CoupDecided
from croupier.domain.games.baccarat.state import BaccaratTable, Bet, Coup, Play
from croupier.domain.table.state import with_stack


def _placed(table: BaccaratTable, event: BetPlaced) -> BaccaratTable:
    return with_stack(table, event.seat, event.stack, play=_with_bet(table.play, event))


def _withdrawn(table: BaccaratTable, event: BetWithdrawn) -> BaccaratTable:
    return with_stack(table, event.seat, event.stack, play=_without_bet(table.play, event))


def _decided(table: BaccaratTable, event: CoupDecided) -> BaccaratTable:
    assert table.play.coup
    return replace(table, play=replace(table.play, coup=replace(table.play.coup, winner=event.winner)))


def _settled(table: BaccaratTable, event: BetSettled) -> BaccaratTable:
    play, house = _without_bet(table.play, event), table.house - event.profit
    return with_stack(table, event.seat, event.stack, play=play, house=house)


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
    coup = table.play.coup
    if coup is None or coup.winner:
        coup = Coup()
    if event.to == "player":
        coup = replace(coup, player=(*coup.player, event.card))
    else:
        coup = replace(coup, banker=(*coup.banker, event.card))
    decks = off_the_deck(table.decks, event.place + 1)
    return replace(table, decks=decks, play=replace(table.play, coup=coup))


EVOLVE: Final[Evolve] = {
    BetPlaced: _placed,
    BetWithdrawn: _withdrawn,
    CardDealt: _dealt,
    CoupDecided: _decided,
    BetSettled: _settled,
}
"""What each event does to the table."""

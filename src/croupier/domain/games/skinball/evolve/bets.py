"""How bets against the banker change a Skinball table."""

from typing import assert_never

from msgspec.structs import replace

from croupier.domain.games.skinball.events import BetEvent, BetSettled, StakeCovered, StakeNamed
from croupier.domain.games.skinball.state import CoverDue, HeldCard, LastWin, Play, SkinballTable
from croupier.domain.table.state import with_stack


def evolve_bet(table: SkinballTable, event: BetEvent) -> SkinballTable:
    """The table after the event."""
    table = with_stack(table, event.seat, event.stack)
    match event:
        case StakeNamed():
            return replace(table, play=replace(table.play, pending=CoverDue(event.seat, event.stake)))
        case StakeCovered():
            table = with_stack(table, event.banker, event.banker_stack)
            play = replace(table.play, pending=None)
            return replace(table, play=_with_stake(play, event.seat, event.cover))
        case BetSettled():
            table = with_stack(table, event.banker, event.banker_stack)
            play = _with_stake(_with_result(table.play, event), event.seat, 0)
            return replace(table, house=table.house + event.charge, play=play)
        case _:
            assert_never(event)


def _with_stake(play: Play, seat: int, stake: int) -> Play:
    return replace(play, cards={**play.cards, seat: HeldCard(play.cards[seat].card, stake)})


def _with_result(play: Play, event: BetSettled) -> Play:
    """Rule 20: what the banker has won or lost on the bet, and who won it."""
    match event.outcome:
        case "won":
            last = LastWin(event.seat, event.stake)
            return replace(play, net=play.net - event.stake, last_win=last)
        case "lost":
            last = LastWin(event.banker, event.stake)
            return replace(play, net=play.net + event.stake, last_win=last)
        case "returned":
            return play

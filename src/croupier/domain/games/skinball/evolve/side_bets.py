"""How side bets and offers of them change a Skinball table."""

from typing import assert_never

from msgspec.structs import replace

from croupier.domain.games.skinball.events import (
    SideBetDeclined,
    SideBetEvent,
    SideBetMade,
    SideBetOffered,
    SideBetSettled,
    SideBetsLapsed,
    SideBetWithdrawn,
)
from croupier.domain.games.skinball.state import Play, SideBet, SideOffer, SkinballTable
from croupier.domain.table.state import with_stack


def evolve_side_bet(table: SkinballTable, event: SideBetEvent) -> SkinballTable:
    """The table after the event."""
    play = table.play
    match event:
        case SideBetOffered():
            offer = SideOffer(event.offer, event.seat, event.against, event.amount)
            play = replace(play, offers=(*play.offers, offer), offers_made=event.offer)
        case SideBetDeclined() | SideBetWithdrawn():
            play = _without_offer(play, event.offer)
        case SideBetsLapsed():
            play = replace(play, offers=())
        case SideBetMade():
            table = _with_stacks(table, event)
            bet = SideBet(event.bet, event.seat, event.against, event.stake)
            play = replace(_without_offer(play, event.bet), side_bets=(*play.side_bets, bet))
        case SideBetSettled():
            table = _with_stacks(table, event)
            play = replace(play, side_bets=tuple(bet for bet in play.side_bets if bet.bet != event.bet))
        case _:
            assert_never(event)
    return replace(table, play=play)


def _without_offer(play: Play, number: int) -> Play:
    return replace(play, offers=tuple(offer for offer in play.offers if offer.offer != number))


def _with_stacks(table: SkinballTable, event: SideBetMade | SideBetSettled) -> SkinballTable:
    return with_stack(with_stack(table, event.seat, event.stack), event.against, event.against_stack)

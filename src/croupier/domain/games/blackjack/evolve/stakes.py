"""How stakes change the table (rules 5, 6, 13)."""

from typing import assert_never

from croupier.domain.games.blackjack.events.stakes import (
    BankerDoubled,
    DoubleDeclined,
    HandSplit,
    RedoubleDeclined,
    StakeDoubled,
    StakeEvent,
    StakePlaced,
    StakeRedoubled,
)
from croupier.domain.games.blackjack.evolve.changes import with_hand, with_hand_after, with_play
from croupier.domain.games.blackjack.hands import hand_at, live_of
from croupier.domain.games.blackjack.state import BlackjackTable, Hand
from croupier.domain.table.state import with_stack


def evolve_stake(table: BlackjackTable, event: StakeEvent) -> BlackjackTable:
    """The table after the event."""
    match event:
        case StakePlaced():
            return _staked(table, event, may_redouble=False)
        case StakeDoubled():
            return _staked(table, event, may_redouble=True)
        case StakeRedoubled():
            return _staked(table, event, may_redouble=False)
        case BankerDoubled():
            return with_play(table, doubled=True)
        case DoubleDeclined():
            return with_play(table, doubled=False)
        case RedoubleDeclined():
            for hand in live_of(table.play, event.seat):
                table = with_hand(table, event.seat, hand.number, may_redouble=False)
            return table
        case HandSplit():
            return _split(table, event)
        case _:
            assert_never(event)


def _staked(
    table: BlackjackTable, event: StakePlaced | StakeDoubled | StakeRedoubled, may_redouble: bool
) -> BlackjackTable:
    table = with_stack(table, event.seat, event.stack)
    return with_hand(table, event.seat, event.hand, stake=event.stake, may_redouble=may_redouble)


def _split(table: BlackjackTable, event: HandSplit) -> BlackjackTable:
    """Rule 13: a card of the pair each, and an equal stake."""
    table = with_stack(table, event.seat, event.stack)
    first, second = hand_at(table.play, event.seat, event.hand).cards
    table = with_hand(table, event.seat, event.hand, cards=(first,), split=True)
    other = Hand(event.seat, event.into, (second,), event.stake, split=True)
    return with_hand_after(table, other, hand_at(table.play, event.seat, event.hand))

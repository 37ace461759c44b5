"""However many bets lie and whatever their stakes, the record of the cut that settles them can be written."""

import pytest
from msgspec import json
from tests.support.fan_tan import banking, given, shuffling, started
from tests.support.story import Story

from croupier.domain.amounts import MOST
from croupier.domain.games.fan_tan.bets import MOST_BETS, may_bet_more
from croupier.domain.games.fan_tan.commands import Cut, FanTanRules
from croupier.domain.games.fan_tan.events import BetPlaced, BetSettled
from croupier.domain.table.events import LeaveAsked, SeatTaken
from croupier.domain.table.state import StakeLimits
from croupier.service.records import MOST_BYTES

_MUCH = 2**53 - 1
_MANY = 10**9
_REST_OF_A_RECORD = 2_000
"""Bytes that a record's other fields do not come to: ids, hashes, the command."""


def fullest(players: int, bank: int) -> Story:
    """A last round of a term before whose end all have all the bets they may have, and want to leave."""
    rules = FanTanRules(rounds_per_bank=1)
    seats = [SeatTaken(seat, "p" * 64, _MUCH) for seat in range(1, players + 2)]
    story = given(shuffling(rules, StakeLimits(1, MOST)), *seats, banking(1, bank, _MUCH), started())
    number = _MANY
    for seat in range(2, players + 2):
        while may_bet_more(story.state, seat):
            number += 1
            event = BetPlaced(seat, number, "2-3" if number % 2 else "4-1", MOST, _MUCH)
            story.state = story.decider.evolve(story.state, event)
    for seat in range(1, players + 2):
        story.state = story.decider.evolve(story.state, LeaveAsked(seat))
    return story


@pytest.mark.parametrize("players", range(1, 14))
@pytest.mark.parametrize("bank", [1, _MUCH])
def test_the_settlement_of_all_bets_that_may_lie_fits_into_a_record(players: int, bank: int) -> None:
    story = fullest(players, bank)
    outcome = story.when(Cut(), by=1)
    assert len(outcome.of(BetSettled)) == MOST_BETS
    assert len(json.encode(outcome.events)) + _REST_OF_A_RECORD < MOST_BYTES

"""The driver of deciders."""

from collections.abc import Generator
from typing import Any

import pytest
from tests.support.story import AT, HOUSE, SEED

from croupier.domain.decider import Decider, Given, Rejected, SeedEntrusted, by_tag, run
from croupier.domain.games.baccarat.commands import Deal, PlaceBet
from croupier.domain.table.commands import OpenTable

GIVEN = Given(HOUSE, AT, SEED)


def counting(decide: Any) -> Decider[Any, int, Any]:
    """An aggregate that is the sum of its events; a seed counts a hundred."""
    return Decider(
        category="counter",
        rules=None,
        commands=None,
        events=None,
        initial=lambda _: 0,
        decide=decide,
        evolve=lambda state, event: state + (100 if isinstance(event, SeedEntrusted) else event),
        command_types={},
    )


def test_each_yielded_event_is_evolved_and_the_state_sent_back() -> None:
    seen = []

    def decide(command: int, state: int, given: Given) -> Generator[int, int, int]:
        for _ in range(command):
            state = yield 2
            seen.append(state)
        return state

    decision = run(counting(decide), 3, 5, GIVEN)
    assert decision.events == (2, 2, 2)
    assert decision.state == 11
    assert seen == [7, 9, 11]


def test_seeds_are_evolved_and_kept_apart_from_the_events() -> None:
    def decide(command: int, state: int, given: Given) -> Generator[Any, int, None]:
        yield 1
        yield SeedEntrusted("t/1", given.seed)
        yield 2

    decision = run(counting(decide), 0, 0, GIVEN)
    assert decision.events == (1, 2)
    assert decision.entrusted == (SeedEntrusted("t/1", SEED),)
    assert decision.state == 103


def test_a_refusal_in_the_middle_leaves_nothing_behind() -> None:
    def decide(command: int, state: int, given: Given) -> Generator[int, int, None]:
        yield 1
        raise Rejected("wrong-phase", "not now", 7)

    with pytest.raises(Rejected, match="wrong-phase: not now") as refusal:
        run(counting(decide), 0, 0, GIVEN)
    assert (refusal.value.code, refusal.value.detail, refusal.value.rule) == ("wrong-phase", "not now", 7)


def test_commands_are_found_by_their_tags() -> None:
    assert by_tag((Deal, PlaceBet, OpenTable[int, int])) == {
        "deal": Deal,
        "place-bet": PlaceBet,
        "open-table": OpenTable[int, int],
    }

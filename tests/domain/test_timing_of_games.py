"""What every game owes the clock: whoever is waited for, the clock can act for him, and the table gets on."""

from datetime import timedelta
from hashlib import sha512
from itertools import count
from random import Random
from typing import Any

import pytest
from msgspec import Struct, convert, json
from msgspec.structs import replace
from tests.support.playing import pick, player
from tests.support.story import AT, CLOCK, HOUSE

from croupier.domain.catalogue import DECIDERS, GAMES
from croupier.domain.decider import Actor, Given, Rejected, run
from croupier.domain.decks.events import DeckCommitted
from croupier.domain.games.blackjack.commands import BlackjackLimits, BlackjackRules
from croupier.domain.options import Option
from croupier.domain.shuffle import Seed
from croupier.domain.table.clock import DecisionTimes
from croupier.domain.table.commands import ExpireTurn, OpenTable, TakeSeat
from croupier.domain.table.state import AnyTable, StakeLimits
from croupier.domain.view import table_options

TIMES = DecisionTimes(turn=10, bank=20)
BY_HAND = BlackjackRules(dealing="manual", bust="declared")
TABLES = [
    *((name, None) for name in GAMES if name != "blackjack"),
    ("blackjack", None),
    ("blackjack", BY_HAND),
]
SEATS = 4


class RandomTable:
    """A table with decision times; what is done at it depends on the seed alone."""

    def __init__(self, name: str, rules: Struct | None, seed: int) -> None:
        """It is open, and players sit at it, one of them poor."""
        self.game, self.decider = GAMES[name], DECIDERS[name]
        self.random = Random(seed)
        self.at = AT
        self.deserted = False
        self.table: AnyTable = self.decider.initial(f"{name}-1")
        self.rebuilt = self.table
        self._seeds = (Seed(sha512(b"%d/%d" % (seed, number)).digest()) for number in count())
        self.give(OpenTable(self._limits(), rules or self.game.rules(), times=TIMES), HOUSE)
        for seat in range(1, SEATS + 1):
            self.give(TakeSeat(seat, 200 if seat > 1 else 3), player(f"p{seat}"))

    def _limits(self) -> Any:
        if self.game.limits in (StakeLimits, BlackjackLimits):
            return self.game.limits(1, 20)
        return convert({"min": 1}, self.game.limits)

    def give(self, command: Any, actor: Actor) -> None:
        """Give the command; the table goes on from there, and so does the one rebuilt from the events."""
        decision = run(self.decider, command, self.table, Given(actor, self.at, next(self._seeds)))
        clock = None if self.table.in_round or actor != CLOCK else self.table.clock
        self.deserted = clock is not None and clock.struck + 1 >= len(self.table.seats)
        self.table = decision.state
        entrusted = {kept.deck: kept for kept in decision.entrusted}
        for event in decision.events:
            read = json.decode(json.encode(event), type=self.decider.events)
            self.rebuilt = self.decider.evolve(self.rebuilt, read)
            if isinstance(event, DeckCommitted):
                self.rebuilt = self.decider.evolve(self.rebuilt, entrusted[event.deck])

    def offered(self) -> list[tuple[Actor, Option]]:
        """What anybody at the table may do, but to close it or to leave it."""
        found = [(HOUSE, option) for option in table_options(self.game, self.table, "house")]
        for seat, taken in self.table.seats.items():
            options = table_options(self.game, self.table, seat)
            found += [(player(taken.player), option) for option in options]
        return [(actor, option) for actor, option in found if option.command not in ("close-table", "leave")]

    def take(self, actor: Actor, option: Option) -> None:
        """Let the actor take the option, somehow, a second later."""
        self.at += timedelta(seconds=1)
        kind = self.decider.command_types[option.command]
        self.give(convert(pick(option, self.random), kind), actor)

    def run_out(self) -> None:
        """The time of who is waited for runs out, and the clock acts."""
        assert self.table.clock
        self.at = max(self.at, self.table.clock.until)
        before = replace(self.table, clock=None)
        self.give(ExpireTurn(), CLOCK)
        assert replace(self.table, clock=None) != before

    def hold_to_the_clock(self) -> None:
        """The clock is set for who is waited for, and for nobody else the game has a default action."""
        awaited = self.game.awaits(self.table)
        if self.deserted:
            assert self.table.clock is None  # the bank went round and nobody took it up
            return
        if awaited:
            assert self.table.clock
            assert self.table.clock.by == awaited.by
            return
        assert self.table.clock is None
        assert not self.table.in_round
        with pytest.raises(Rejected, match="wrong-phase"):
            run(self.decider, ExpireTurn(), replace(self.table, times=None), Given(CLOCK, self.at, Seed(64)))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("name", "rules"), TABLES)
def test_whoever_is_waited_for_the_clock_can_act_for_him(name: str, rules: Any, seed: int) -> None:
    table = RandomTable(name, rules, seed)
    for _ in range(250):
        table.hold_to_the_clock()
        offered = table.offered()
        if table.table.clock and (not offered or table.random.random() < 0.3):
            table.run_out()
        else:
            table.take(*table.random.choice(offered))
        assert table.rebuilt == table.table


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("name", "rules"), TABLES)
def test_a_table_at_which_nobody_does_more_than_begin_rounds_gets_on(
    name: str, rules: Any, seed: int
) -> None:
    table = RandomTable(name, rules, seed)
    struck = 0
    while struck < 200:
        table.hold_to_the_clock()
        begins = [one for one in table.offered() if one[1].command in ("set-bank", "start-round")]
        if begins and (table.table.clock is None or table.random.random() < 0.7):
            table.take(*begins[0])
        elif table.table.clock:
            table.run_out()
            struck += 1
        else:
            break  # nobody has chips enough to begin another round
    assert table.table.round >= 5
    assert not table.table.in_round or table.table.clock


@pytest.mark.parametrize(("name", "rules"), TABLES)
def test_whoever_asks_to_leave_is_gone_when_the_clock_has_played_the_round_out(name: str, rules: Any) -> None:
    table = RandomTable(name, rules, 1)
    while not table.table.in_round:
        table.take(*next(one for one in table.offered() if one[1].command in ("set-bank", "start-round")))
    leave = table.decider.command_types["leave"]()
    for seat in tuple(table.table.seats.values()):
        table.give(leave, player(seat.player))
    for _ in range(300):
        if not table.table.in_round:
            break
        table.run_out()
    assert not table.table.seats
    assert table.table.clock is None

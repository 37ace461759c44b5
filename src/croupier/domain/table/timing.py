"""Decision times: who is waited for, until when, and what the log says of it.

A table opened with decision times carries a clock: whenever somebody new is waited for, or who is waited
for has decided and is waited for again, an event says until when. What others do meanwhile (bets, offers)
does not give him more time, nor what he does himself beside it (entropy, chips): nobody can hold a table up.
When the time has run out the clock makes the game's default action. Once it has passed the bank round the
whole table and nobody has stirred, it stops, so that a deserted table does not write for ever; the next
command of anybody sets it anew.
"""

from collections.abc import Callable, Generator
from datetime import timedelta
from typing import Any

from croupier.domain.decider import Given, Rejected
from croupier.domain.table.clock import HOUSE, Awaited, ClockSet, ClockStopped
from croupier.domain.table.state import AnyTable

Awaits = Callable[[Any], Awaited | None]
"""How a game says who is waited for at a table, None when nobody is."""

Steps = Generator[Any, AnyTable, AnyTable]


def keep_time(steps: Generator[Any, Any, Any], before: AnyTable, given: Given, awaits: Awaits) -> Steps:
    """The steps of a decision at a table with decision times, and then what they mean for its clock."""
    table = yield from _to_the_end(steps, before)
    awaited = awaits(table) if table.status == "open" else None
    struck = _struck(given, before)
    if awaited is None or 0 < len(table.seats) <= struck:
        return (yield ClockStopped()) if table.clock else table
    if table.clock is None or table.clock.by != awaited.by or _decided(given, awaits, before, table):
        seconds = getattr(table.times, awaited.time)
        return (yield ClockSet(awaited.by, given.at + timedelta(seconds=seconds), struck))
    return table


def require_run_out(table: AnyTable, given: Given) -> None:
    """Raises `Rejected` (`wrong-phase`) while nobody's time has run out at a table with decision times."""
    if table.times is None:
        return
    if table.clock is None:
        raise Rejected("wrong-phase", "nobody is waited for")
    if given.at < table.clock.until:
        raise Rejected("wrong-phase", "the time to act has not run out")


def _struck(given: Given, before: AnyTable) -> int:
    """How often the clock has struck in a row without a round."""
    if given.actor.role != "clock" or before.in_round or before.clock is None:
        return 0
    return before.clock.struck + 1


def _decided(given: Given, awaits: Awaits, before: AnyTable, table: AnyTable) -> bool:
    """Whether who is still waited for has decided something since `before`, or the clock for him."""
    if given.actor.role == "clock":
        return True
    awaited = awaits(before)
    by = before.seat_of(given.actor.id) if given.actor.role == "player" else HOUSE
    if awaited is None or by != awaited.by:
        return False
    return _course(before) != _course(table)


def _course(table: AnyTable) -> tuple[Any, ...]:
    """What decisions change: not stacks, limits, the size of a bank, or entropy for the coming deck."""
    return table.round, table.in_round, table.banker, table.bank > 0, table.play


def _to_the_end(steps: Generator[Any, Any, Any], table: AnyTable) -> Steps:
    """The same steps; the table after the last."""
    try:
        event = next(steps)
        while True:
            table = yield event
            event = steps.send(table)
    except StopIteration:
        return table

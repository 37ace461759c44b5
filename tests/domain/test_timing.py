"""Decision times: whom the clock is set for, for how long, and what it does when the time has run out."""

from datetime import timedelta
from typing import Any

from msgspec import UNSET
from tests.support.fan_tan import PLAYERS
from tests.support.story import AT, CLOCK, HOUSE, Story, commitment_to, entrusted

from croupier.domain.catalogue import DECIDERS, GAMES
from croupier.domain.decks.events import DeckCommitted, EntropyContributed
from croupier.domain.decks.state import FixedDecks
from croupier.domain.games.baccarat.commands import Deal, PlaceBet
from croupier.domain.games.baccarat.commands import StartRound as OpenBets
from croupier.domain.games.baccarat.events import BetPlaced
from croupier.domain.games.fan_tan.commands import AddToBank, StartRound
from croupier.domain.games.skinball.commands import SetLimits
from croupier.domain.table.bank.events import BankerNamed, BankPassed, BankSet
from croupier.domain.table.bank.setting import SetBank
from croupier.domain.table.clock import Awaited, ClockSet, ClockStopped, DecisionTimes
from croupier.domain.table.commands import CloseTable, Contribute, ExpireTurn, Leave, TakeSeat, TopUp
from croupier.domain.table.events import RoundStarted, SeatLeft, SeatTaken, StackToppedUp, TableOpened
from croupier.domain.table.state import StakeLimits
from croupier.domain.view import ClockView, table_view

TIMES = DecisionTimes(turn=10, bank=20)
LATER = AT + timedelta(seconds=7)
RUN_OUT = AT + timedelta(seconds=20)

SET_FOR_HOUSE = ClockSet("house", RUN_OUT)
SET_FOR_BANKER = ClockSet(1, RUN_OUT)


def house_banks(*history: Any, times: DecisionTimes | None = TIMES) -> Story:
    """A baccarat table at which seat 1 sits."""
    return Story(DECIDERS["baccarat"], "baccarat-1", (*opened("baccarat", times), seated(1), *history))


def seat_banks(*history: Any) -> Story:
    """A fan-tan table at which seat 1 banks first and seat 2 sits, and the clock is set for seat 1."""
    start = (*opened("fan-tan", TIMES), seated(1), seated(2), SET_FOR_BANKER)
    return Story(DECIDERS["fan-tan"], "fan-tan-1", (*start, *history))


def opened(game: str, times: DecisionTimes | None) -> tuple[Any, ...]:
    """A test table was opened whose first banker, if any, is named."""
    deck = f"{game}-1/1"
    fixed = FixedDecks(((), ()), cuts=(20, 20), banker=UNSET if game == "baccarat" else 1)
    event = TableOpened(GAMES[game].rules(), StakeLimits(5, 50), fixed, times or UNSET)
    return event, DeckCommitted(deck, commitment_to(deck)), entrusted(deck)


def seated(seat: int, stack: int = 100) -> SeatTaken:
    return SeatTaken(seat, PLAYERS[seat], stack)


def test_the_clock_is_set_when_somebody_is_waited_for() -> None:
    outcome = house_banks().when(OpenBets())
    assert outcome.events[0] == RoundStarted(1)
    assert outcome.events[-1] == SET_FOR_HOUSE


def test_at_a_table_without_times_no_clock_is_ever_set() -> None:
    story = house_banks(times=None)
    outcome = story.when(OpenBets())
    assert outcome.of(ClockSet, ClockStopped) == ()
    story = outcome.accepted()
    assert table_view(GAMES["baccarat"], story.state, None).clock is None
    assert story.when(ExpireTurn(), CLOCK).of(ClockSet, ClockStopped) == ()


def test_a_banker_is_waited_for_as_soon_as_there_is_somebody_to_play_with() -> None:
    story = Story(DECIDERS["fan-tan"], "fan-tan-1", (*opened("fan-tan", TIMES), seated(1)))
    story.when(TakeSeat(2, 100), "bob").then(seated(2), SET_FOR_BANKER)


def test_what_others_do_gives_him_no_more_time() -> None:
    story = house_banks(RoundStarted(1), SET_FOR_HOUSE)
    story.when(PlaceBet("tie", 5), 1, LATER).then(BetPlaced(1, "tie", 5, 5, 95))


def test_what_he_does_beside_his_decision_gives_him_no_more_time() -> None:
    story = seat_banks()
    story = story.when(Contribute("00"), 1, LATER).then(EntropyContributed(1, "fan-tan-1/1", "00"))
    story.when(TopUp(5), 1, LATER).then(StackToppedUp(1, 5, 105))


def test_who_decides_and_is_waited_for_again_has_his_whole_time_again() -> None:
    story = seat_banks()
    again = ClockSet(1, LATER + timedelta(seconds=20))
    story = story.when(SetBank(60), 1, LATER).then(BankerNamed(1), BankSet(1, 60, 60, 40), again)
    assert story.state.clock == again


def test_a_banker_cannot_hold_the_table_up_by_adding_chip_after_chip_to_his_bank() -> None:
    story = seat_banks().when(SetBank(60), 1).accepted().when(StartRound(), 1).accepted()
    story = story.when(ExpireTurn(), CLOCK, RUN_OUT).accepted()
    assert story.state.clock == ClockSet(1, RUN_OUT + timedelta(seconds=20))
    added = story.when(AddToBank(1), 1, RUN_OUT + timedelta(seconds=7))
    assert added.of(BankSet)
    assert added.of(ClockSet) == ()


def test_a_banker_cannot_hold_the_table_up_by_setting_his_limits_again_and_again() -> None:
    story = Story(DECIDERS["skinball"], "skinball-1", (*opened("skinball", TIMES), *map(seated, (1, 2, 3))))
    banker = GAMES["skinball"].awaits(story.state)
    assert banker == Awaited(1, "bank")
    story = story.when(SetLimits(5, 40), 1).accepted()
    assert story.state.clock == SET_FOR_BANKER
    assert story.when(SetLimits(5, 30), 1, LATER).of(ClockSet) == ()


def test_when_nobody_is_waited_for_any_more_the_clock_stops() -> None:
    outcome = house_banks().when(OpenBets()).accepted().when(Deal(), HOUSE, LATER)
    assert outcome.events[-1] == ClockStopped()
    assert outcome.accepted().state.clock is None


def test_a_seat_that_leaves_takes_its_clock_with_it() -> None:
    story = seat_banks()
    story.when(Leave(), 2, LATER).then(SeatLeft(2, "bob", 100), ClockStopped())


def test_another_banker_has_a_time_of_his_own() -> None:
    named = (seated(3), BankerNamed(1))
    outcome = seat_banks(*named).when(Leave(), 1, LATER)
    assert outcome.of(ClockSet, ClockStopped) == (ClockSet(2, LATER + timedelta(seconds=20)),)


def test_closing_the_table_stops_its_clock() -> None:
    outcome = seat_banks().when(CloseTable())
    assert outcome.events[-1] == ClockStopped()


def test_the_clock_does_nothing_before_the_time_has_run_out() -> None:
    story = seat_banks()
    story.when(ExpireTurn(), CLOCK, RUN_OUT - timedelta(microseconds=1)).then_refused("wrong-phase")


def test_the_clock_acts_as_soon_as_the_time_has_run_out() -> None:
    outcome = seat_banks().when(ExpireTurn(), CLOCK, RUN_OUT)
    outcome.then(
        BankerNamed(1), BankPassed(1, 2, 0, 100, None), ClockSet(2, RUN_OUT + timedelta(seconds=20), 1)
    )


def test_at_a_deserted_table_the_clock_stops_when_the_bank_has_gone_round() -> None:
    story = seat_banks()
    story = story.when(ExpireTurn(), CLOCK, RUN_OUT).accepted()
    last = RUN_OUT + timedelta(seconds=20)
    outcome = story.when(ExpireTurn(), CLOCK, last)
    assert outcome.events[-1] == ClockStopped()
    outcome.accepted().when(ExpireTurn(), CLOCK, last + timedelta(days=1)).then_refused("wrong-phase")


def test_the_next_command_at_a_deserted_table_sets_the_clock_anew() -> None:
    story = seat_banks()
    story = story.when(ExpireTurn(), CLOCK, RUN_OUT).accepted()
    story = story.when(ExpireTurn(), CLOCK, RUN_OUT + timedelta(seconds=20)).accepted()
    back = RUN_OUT + timedelta(hours=1)
    outcome = story.when(TopUp(5), 2, back)
    assert outcome.of(ClockSet) == (ClockSet(1, back + timedelta(seconds=20)),)


def test_the_clock_does_nothing_while_nobody_is_waited_for() -> None:
    house_banks().when(ExpireTurn(), CLOCK, RUN_OUT).then_refused("wrong-phase")


def test_nobody_but_the_clock_ends_anybodys_time() -> None:
    story = seat_banks()
    for by in (HOUSE, 1, 2):
        story.when(ExpireTurn(), by, RUN_OUT).then_refused("not-your-turn")


def test_everybody_sees_the_clock() -> None:
    story = seat_banks()
    for viewer in ("house", 1, 2, None):
        view = table_view(GAMES["fan-tan"], story.state, viewer)
        assert view.times == TIMES
        assert view.clock == ClockView(1, RUN_OUT)

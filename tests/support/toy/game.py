"""Red or black: the house turns a card, and who bet on its colour wins."""

from collections.abc import Generator
from typing import Final, assert_never

from msgspec import Struct
from tests.support.toy.commands import PlaceBet, RedOrBlackCommand, RedOrBlackRules, StartRound, TurnCard
from tests.support.toy.events import (
    BetPlaced,
    BetSettled,
    CardTurned,
    Outcome,
    Play,
    RedOrBlackEvent,
    RedOrBlackTable,
    evolve,
)

from croupier.domain.cards import Card
from croupier.domain.decider import Given, Rejected, SeedEntrusted, each
from croupier.domain.decks.steps import reveal_current_deck, shuffle_coming_deck
from croupier.domain.games.game import Game, Standing
from croupier.domain.options import OneOf, Option, Range
from croupier.domain.table.clock import Awaited
from croupier.domain.table.events import SharedEvent
from croupier.domain.table.rounds import begin_round, end_round, holds_nothing
from croupier.domain.table.state import HOUSE, By, StakeLimits, check_limits

Steps = Generator[RedOrBlackEvent | SharedEvent | SeedEntrusted, RedOrBlackTable, RedOrBlackTable]

SUITS: Final = {"red": "HD", "black": "SC"}


class RedOrBlackView(Struct, frozen=True):
    """The bets that lie, and the card that was turned last."""

    bets: tuple[BetPlaced, ...]
    card: Card | None


def decide(command: RedOrBlackCommand, table: RedOrBlackTable, given: Given) -> Steps:
    """Decide a command of the game."""
    by = table.by(given.actor)
    match command:
        case StartRound():
            return _start(table, by, given)
        case PlaceBet():
            return _bet(command, table, by)
        case TurnCard():
            return _turn(table, by)
        case _:
            assert_never(command)


def _start(table: RedOrBlackTable, by: By, given: Given) -> Steps:
    _require(not table.in_round, "wrong-phase")
    _require(by == HOUSE, "not-the-banker")
    table = yield from begin_round(table)
    return (yield from shuffle_coming_deck(table, given, 1))


def _bet(command: PlaceBet, table: RedOrBlackTable, by: By) -> Steps:
    _require(table.in_round, "wrong-phase")
    if by == HOUSE:
        raise Rejected("banker-may-not-bet", "the house banks", 1)
    _require(all(bet.seat != by for bet in table.play.bets), "not-your-turn")
    _require(command.on in SUITS, "unknown-target")
    _require(command.stake >= table.limits.min, "stake-below-minimum")
    _require(command.stake <= table.limits.max, "stake-above-maximum")
    stack = table.seats[by].stack - command.stake
    _require(stack >= 0, "insufficient-chips")
    return (yield BetPlaced(by, command.on, command.stake, stack))


def _turn(table: RedOrBlackTable, by: By) -> Steps:
    _require(table.in_round, "wrong-phase")
    _require(by == HOUSE, "not-the-banker")
    assert table.decks.current
    card = table.decks.current.next_card()
    table = yield CardTurned(card, 2)
    for bet in table.play.bets:
        won = card[1] in SUITS[bet.on]
        profit = bet.stake * table.rules.pays if won else -bet.stake
        stack = table.seats[bet.seat].stack + bet.stake + profit
        outcome: Outcome = "won" if won else "lost"
        table = yield BetSettled(bet.seat, bet.on, outcome, 2, bet.stake, profit, stack)
    table = yield from end_round(table, holds_nothing)
    return (yield from reveal_current_deck(table))


def _require(right: bool, code: str) -> None:
    if not right:
        raise Rejected(code, "the rules of red or black do not allow it", 1)


def options(table: RedOrBlackTable, by: By) -> tuple[Option, ...]:
    """What the seat or the house may do now."""
    if by == HOUSE:
        return (Option("turn-card" if table.in_round else "start-round"),)
    most = min(table.seats[by].stack, table.limits.max)
    if not table.in_round or most < table.limits.min or any(bet.seat == by for bet in table.play.bets):
        return ()
    return (Option("place-bet", {"on": OneOf(tuple(SUITS)), "stake": Range(table.limits.min, most)}),)


GAME = Game(
    name="red-or-black",
    version=1,
    title="Red or black",
    places=5,
    rules=RedOrBlackRules,
    limits=StakeLimits,
    commands=RedOrBlackCommand.__args__,
    events=RedOrBlackEvent.__args__,
    play=Play(),
    play_view=RedOrBlackView,
    packs=lambda rules: 1,
    check=lambda rules, limits: check_limits(limits),
    decide=decide,
    expire=lambda table, given: _turn(table, HOUSE),
    awaits=lambda table: Awaited(HOUSE, "bank") if table.in_round else None,
    evolve=each(RedOrBlackEvent, evolve),
    options=options,
    view=lambda table, viewer: RedOrBlackView(table.play.bets, table.play.card),
    standing=lambda table: Standing(0, sum(bet.stake for bet in table.play.bets), None),
)

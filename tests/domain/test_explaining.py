"""What a report says of events is true: the arithmetic computes, and gives just what is recorded."""

import re
from collections import defaultdict
from datetime import UTC, datetime, timedelta, timezone
from fractions import Fraction
from hashlib import sha512
from math import ceil
from random import Random
from typing import Any

import pytest
from msgspec import Struct, convert
from tests.support.playing import pick
from tests.support.story import AT, CLOCK, HOUSE

from croupier.domain.amounts import MOST
from croupier.domain.catalogue import DECIDERS, GAMES
from croupier.domain.decider import Actor, Given, Rejected, run
from croupier.domain.explaining import Explanation, Line, percentage, plainly, told
from croupier.domain.games.game import Game
from croupier.domain.options import Option
from croupier.domain.shuffle import Seed
from croupier.domain.table.clock import By, ClockSet
from croupier.domain.table.commands import ExpireTurn, OpenTable, TakeSeat
from croupier.domain.table.events import RoundEnded, RoundStarted
from croupier.domain.table.explaining import SENTENCES
from croupier.domain.table.state import AnyTable
from croupier.domain.telling import belied, explain
from croupier.domain.view import table_options

CHIPS = {"stack", "bank", "profit", "charge", "banker_stack", "against_stack", "buyer_stack"}
"""Fields of events that a reader must be able to compute by himself."""

GIVEN = {"seat-taken", "seat-left"}
"""Events whose stack is no sum: it is bought, or as it was."""

RULES: dict[str, list[dict[str, Any]]] = {
    "baccarat": [{"decks": 1, "cut_card": 30, "commission_percent": 7}, {"decks": 1, "tie_pays": 9}],
    "blackjack": [{}, {"dealing": "manual", "bust": "declared"}, {"after_burn": "deal"}],
    "fan-tan": [{"rounds_per_bank": 2}],
    "skinball": [{}, {"commission": {"on": "last-win", "percent": 25}}, {"commission": None}],
    "slippery-sam": [{}, {"upcard_price": 7}],
}
STEPS = 500


def computed(line: Line) -> Fraction:
    """The value of a line's sum, by a reading of it that knows nothing of how it was made."""
    text = line.sum.replace(" x ", " * ").replace(" mod ", " % ")
    assert re.fullmatch(r"[-+*/%(), 0-9]|(?:min|[-+*/%(), 0-9])*", text), line.sum
    exact = re.sub(r"\d+", lambda number: f"Fraction({number[0]})", text)
    return Fraction(eval(exact, {"Fraction": Fraction, "min": min, "__builtins__": {}}))


class Told(Struct):
    """An event with the table before and after it, and what is said of it."""

    before: AnyTable
    event: Any
    after: AnyTable
    said: Explanation


class Playing:
    """A table at which three random players and the house do what the options offer."""

    def __init__(self, game: Game, rules: dict[str, Any], seed: int) -> None:
        self.game = game
        self.decider = DECIDERS[game.name]
        self.table: AnyTable = self.decider.initial(f"{game.name}-test")
        self.random = Random(seed)
        self.commands = 0
        self.told: list[Told] = []
        limits = {"min": 1} if game.name == "slippery-sam" else {"min": 1, "max": 40}
        self.give(OpenTable(convert(limits, game.limits), convert(rules, game.rules)), HOUSE)
        for seat in (2, 3, 5):
            self.give(TakeSeat(seat, self.random.choice((15, 60, 200))), Actor("player", f"p{seat}"))

    def give(self, command: Any, actor: Actor) -> None:
        self.commands += 1
        given = Given(actor, AT, Seed(sha512(b"%d" % self.commands).digest()))
        before = self.table
        decision = run(self.decider, command, before, given)
        seeds = {kept.deck: kept for kept in decision.entrusted}
        for event in decision.events:
            after = self.decider.evolve(before, event)
            if event.__struct_config__.tag == "deck-committed":
                after = self.decider.evolve(after, seeds[event.deck])
            self.told.append(Told(before, event, after, explain(self.game, before, event)))
            before = after
        self.table = decision.state

    def step(self) -> None:
        offers: list[tuple[Actor, Option]] = [
            (HOUSE, one) for one in table_options(self.game, self.table, "house")
        ]
        for seat, held in self.table.seats.items():
            actor = Actor("player", held.player)
            offers += [(actor, one) for one in table_options(self.game, self.table, seat)]
        rare = ("leave", "close-table", "void-round", "contribute", "top-up", "set-limits")
        offers = [one for one in offers if one[1].command not in rare or self.random.random() < 0.02]
        if not offers or self.random.random() < 0.05:
            self.late()
            return
        actor, option = self.random.choice(offers)
        kind = self.decider.command_types[option.command]
        self.give(convert(pick(option, self.random), kind), actor)

    def late(self) -> None:
        try:
            self.give(ExpireTurn(), CLOCK)
        except Rejected:
            return


def played(game: str, rules: dict[str, Any], seed: int) -> list[Told]:
    playing = Playing(GAMES[game], rules, seed)
    for _ in range(STEPS):
        if playing.table.status != "open":
            break
        playing.step()
    return playing.told


TABLES = [(game, rules, seed) for game, several in RULES.items() for rules in several for seed in range(4)]
everywhere = pytest.mark.parametrize(("game", "rules", "seed"), TABLES)


@everywhere
def test_the_arithmetic_computes_to_what_is_recorded(game: str, rules: dict[str, Any], seed: int) -> None:
    for one in played(game, rules, seed):
        assert belied(one.event, one.said.lines) == ()
        results = {line.of: line.result for line in one.said.lines}
        for line in one.said.lines:
            value = computed(line)
            assert line.result == ceil(value)
            assert (line.exact is None) == (value.denominator == 1)
            assert line.exact is None or Fraction(line.exact) == value
        assert results.get("house", one.after.house) == one.after.house
        if "bank" in results and not hasattr(one.event, "bank"):
            assert results["bank"] == one.after.bank


@everywhere
def test_chips_never_move_without_arithmetic(game: str, rules: dict[str, Any], seed: int) -> None:
    for one in played(game, rules, seed):
        if one.event.__struct_config__.tag in GIVEN:
            continue
        owed = CHIPS & set(one.event.__struct_fields__)
        explained = {line.of for line in one.said.lines}
        if getattr(one.event, "charge", 1) == 0:
            owed.discard("charge")
        if one.event.__struct_config__.tag == "round-voided":
            owed = {"bank"}
        assert owed <= explained, one.event


@everywhere
def test_what_a_seat_won_lost_and_was_charged_is_what_its_chips_changed_by(
    game: str, rules: dict[str, Any], seed: int
) -> None:
    balance: dict[int, int] = defaultdict(int)
    start: AnyTable | None = None
    rounds = 0
    for one in played(game, rules, seed):
        if isinstance(one.event, RoundStarted):
            start, balance = one.before, defaultdict(int)
        for tally in one.said.tallies:
            balance[tally.seat] += tally.balance
        if isinstance(one.event, RoundEnded):
            assert start
            assert {seat: balance[seat] for seat in one.after.seats} == gains(start, one.after)
            rounds += 1
    assert rounds


def gains(start: AnyTable, end: AnyTable) -> dict[int, int]:
    """By how much each seat's chips changed over a round, the bank being its banker's."""
    return {seat: owned(end, seat) - owned(start, seat) for seat in end.seats}


def owned(table: AnyTable, seat: int) -> int:
    return table.seats[seat].stack + (table.bank if table.banker == seat else 0)


@everywhere
def test_every_sentence_is_whole(game: str, rules: dict[str, Any], seed: int) -> None:
    for one in played(game, rules, seed):
        assert one.said.sentence
        assert not re.search(r"[{}]|None|Struct\(", one.said.sentence)
        assert one.said.rule is None or one.said.rule in GAMES[game].rule_words


@everywhere
def test_every_event_has_a_sentence_of_its_own(game: str, rules: dict[str, Any], seed: int) -> None:
    for one in played(game, rules, seed):
        tag = one.event.__struct_config__.tag.replace("-", " ")
        assert one.said.sentence != tag
        assert not one.said.sentence.startswith(f"{tag}: ")


@pytest.mark.parametrize(
    ("amount", "percent", "text"),
    [
        (105, 5, "charge: 105 x 5/100 = 5.25, rounded up 6"),
        (100, 5, "charge: 100 x 5/100 = 5"),
        (110, 5, "charge: 110 x 5/100 = 5.5, rounded up 6"),
        (MOST, 99, f"charge: {MOST} x 99/100 = {MOST * 99 // 100}"),
    ],
)
def test_a_charge_is_written_with_its_rounding(amount: int, percent: int, text: str) -> None:
    assert percentage("charge", amount, percent).text == text


@pytest.mark.parametrize(("by", "who"), [(2, "seat 2"), ("house", "the house")])
def test_the_clock_is_told_as_a_page_tells_times(by: By, who: str) -> None:
    until = datetime(2026, 11, 30, 6, 51, 31, 711235, UTC)
    for moment in (until, until.astimezone(timezone(timedelta(hours=8)))):
        said = told(SENTENCES, ClockSet(by, moment))
        assert said.sentence == f"{who} has until 2026-11-30 06:51:31.711235Z to act"


class CoinTossed(Struct, frozen=True, tag="coin-tossed"):
    """An event of a game that explains nothing itself."""

    by: int
    sides: tuple[str, ...]
    paid_out: int | None
    rule: int


def test_an_event_that_its_game_does_not_explain_is_told_by_its_fields() -> None:
    said = plainly(None, CoinTossed(3, ("head", "tail"), None, 7))
    assert said == Explanation("coin tossed: by 3, sides head, tail, paid out none", 7)

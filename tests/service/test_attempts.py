"""Which refusals are noted as attempts, and what of a command is told in them."""

from datetime import UTC, datetime, timedelta
from typing import Any, get_args, get_origin, get_type_hints

import pytest
from msgspec import Raw, Struct
from msgspec.json import decode
from tests.support.fakes import CountedEntropy
from tests.support.playing import HOUSE, LOG, Casino, player

from croupier.domain.cards import Card
from croupier.domain.catalogue import DECIDERS
from croupier.domain.decider import Actor, Rejected
from croupier.domain.decks.state import FixedDecks
from croupier.domain.games.baccarat.commands import BaccaratRules, Deal, PlaceBet, StartRound
from croupier.domain.table.commands import Contribute, ExpireTurn, OpenTable, TakeSeat
from croupier.domain.table.state import StakeLimits
from croupier.domain.wallet.commands import Withdraw
from croupier.service.answers import table_answer
from croupier.service.attempts import MOST_A_SECOND, Refusals, Tried, fields_of
from croupier.service.errors import (
    Contended,
    Forbidden,
    KeyReused,
    NotFound,
    RevisionMismatch,
    StoreUnavailable,
)
from croupier.service.handling import Handling, Key, Order
from croupier.service.ports import Attempt

TABLE = "baccarat-a1"
NOW = datetime(2026, 1, 1, tzinfo=UTC)


class Kept:
    """Attempts in a list."""

    def __init__(self) -> None:
        self.all: list[Attempt] = []

    def record(self, attempt: Attempt) -> None:
        self.all.append(attempt)

    async def of_stream(self, log: str, stream: str, *_: Any, **__: Any) -> list[Attempt]:
        return [one for one in self.all if (one.log, one.stream) == (log, stream)]


class SetClock:
    """A clock that is set by hand."""

    time = NOW

    def now(self) -> datetime:
        return self.time


class Watched(Casino):
    """A casino whose refusals are noted in `kept`."""

    def __init__(self) -> None:
        super().__init__()
        self.kept, self.clock = Kept(), SetClock()
        self.refusals = Refusals(self.kept, self.clock, CountedEntropy())
        watched: Any = self.handling
        self.handling = Handling(
            self.streams, watched._deciding, watched._appender, watched._bell, self.refusals
        )

    async def ordered(self, order: Order) -> Any:
        return await self.handling.handle(order, table_answer(order.actor))


async def a_round() -> Watched:
    """A table at which Ann sits, with the bets closed again."""
    casino = Watched()
    await casino.wallet("ann")
    await casino.open(TABLE)
    await casino.sit(TABLE, 1, "ann")
    await casino.give(TABLE, StartRound())
    await casino.give(TABLE, Deal())
    assert casino.kept.all == []
    return casino


async def test_a_bet_after_the_deal_is_noted_with_who_what_when_and_the_rule() -> None:
    casino = await a_round()
    order = Order(LOG, TABLE, PlaceBet("tie", 5), player("ann"), request_id="r-1")
    with pytest.raises(Rejected) as refusal:
        await casino.ordered(order)
    (noted,) = casino.kept.all
    assert (noted.log, noted.stream, noted.actor, noted.at) == (LOG, TABLE, player("ann"), NOW)
    assert (noted.command, decode(noted.fields)) == ("place-bet", {"on": "tie", "stake": 5})
    assert (noted.code, noted.rule) == ("wrong-phase", refusal.value.rule)
    assert (noted.revision, noted.request_id) == (4, "r-1")


async def test_a_withdrawal_and_a_buy_in_of_more_than_there_is_are_noted_where_they_were_tried() -> None:
    casino = await a_round()
    for stream, command, actor in (
        ("wallet-ann", Withdraw(10**9), HOUSE),
        (TABLE, TakeSeat(2, 500), player("bob")),
    ):
        with pytest.raises(Rejected):
            await casino.give(stream, command, actor)
    assert [(one.stream, one.code) for one in casino.kept.all] == [
        ("wallet-ann", "insufficient-funds"),
        (TABLE, "no-wallet"),
    ]


async def test_another_revision_and_a_used_key_are_noted() -> None:
    casino = await a_round()
    with pytest.raises(RevisionMismatch):
        await casino.ordered(Order(LOG, TABLE, StartRound(), HOUSE, revisions=(1,)))
    await casino.ordered(Order(LOG, TABLE, StartRound(), HOUSE, key=Key("op", "k", b"one")))
    with pytest.raises(KeyReused):
        await casino.ordered(Order(LOG, TABLE, Deal(), HOUSE, key=Key("op", "k", b"two")))
    assert [one.code for one in casino.kept.all] == ["revision-mismatch", "idempotency-key-reused"]


async def test_a_refused_repeat_of_what_was_done_is_no_attempt() -> None:
    casino = await a_round()
    order = Order(LOG, TABLE, StartRound(), HOUSE, key=Key("op", "k", b"one"))
    first = await casino.ordered(order)
    again = await casino.ordered(order)
    assert (again.answer, again.repeated) == (first.answer, True)
    assert casino.kept.all == []


async def test_what_the_clock_tries_and_what_is_not_there_is_no_attempt() -> None:
    casino = await a_round()
    with pytest.raises(Rejected):
        await casino.give(TABLE, ExpireTurn(), Actor("clock", "clock"))
    with pytest.raises(NotFound):
        await casino.give("baccarat-a2", StartRound())
    assert casino.kept.all == []


@pytest.mark.parametrize("error", [NotFound("x"), StoreUnavailable("x"), Contended("x"), ValueError("x")])
def test_errors_that_are_nobodys_fault_are_no_attempts(error: Exception) -> None:
    casino = Watched()
    casino.refusals.note(Tried(LOG, TABLE, HOUSE, "deal"), error)
    assert casino.kept.all == []


def test_one_actor_cannot_drown_the_attempts_of_others() -> None:
    casino = Watched()
    for _ in range(3 * MOST_A_SECOND):
        casino.refusals.note(Tried(LOG, TABLE, player("ann"), "deal"), Forbidden("no"))
    casino.refusals.note(Tried(LOG, TABLE, player("bob"), "deal"), Forbidden("no"))
    assert [one.actor.id for one in casino.kept.all] == ["ann"] * MOST_A_SECOND + ["bob"]
    casino.clock.time += timedelta(seconds=1)
    casino.refusals.note(Tried(LOG, TABLE, player("ann"), "deal"), Forbidden("no"))
    assert casino.kept.all[-1].actor.id == "ann"


def test_fields_are_told_but_no_card_that_may_lie_face_down_and_none_of_a_long_command() -> None:
    assert fields_of(PlaceBet("tie", 5)) == Raw(b'{"on":"tie","stake":5}')
    opening = OpenTable(StakeLimits(1, 9), BaccaratRules(), FixedDecks((("QH",),)))
    assert decode(fields_of(opening)).keys() == {"limits", "rules"}
    assert fields_of(Contribute("00" * 2048)) == Raw(b"{}")


def test_every_field_that_names_a_card_is_known_as_open_or_left_out() -> None:
    """A game that is added has to say whether a card that its commands name may lie face down."""
    named = {
        (tag, field)
        for decider in DECIDERS.values()
        for tag, kind in decider.command_types.items()
        for field, hint in get_type_hints(get_origin(kind) or kind, include_extras=True).items()
        if _names_cards(hint)
    }
    left_out = {
        (tag, field)
        for decider in DECIDERS.values()
        for tag, kind in decider.command_types.items()
        for field in kind.untold
    }
    in_the_centre = {("take-card", "card")}
    assert named == left_out | in_the_centre


def _names_cards(hint: Any) -> bool:
    """Whether a card can be somewhere in what has that type."""
    if hint == Card:
        return True
    if isinstance(hint, type) and issubclass(hint, Struct):
        return any(map(_names_cards, get_type_hints(hint, include_extras=True).values()))
    return any(map(_names_cards, get_args(hint)))

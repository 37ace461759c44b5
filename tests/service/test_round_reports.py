"""Reports on rounds: the golden scenarios of every game, and who sees what of them."""

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from msgspec import json
from msgspec.structs import replace
from tests.support.fakes import MemoryStore
from tests.support.playing import HOUSE, LOG, Casino, player
from tests.support.staging import AUDITOR, GOLDEN, OPERATOR, Office, played_by, stage

from croupier.domain.cards import PACK
from croupier.domain.catalogue import GAMES
from croupier.domain.decider import Actor
from croupier.domain.games.baccarat.commands import Deal, StartRound
from croupier.domain.games.blackjack.commands import BlackjackLimits, BlackjackRules, DealCard, KeepCard
from croupier.domain.games.blackjack.commands import StartRound as StartDealing
from croupier.domain.table.commands import (
    CloseTable,
    Contribute,
    ExpireTurn,
    Leave,
    OpenTable,
    TakeSeat,
    VoidRound,
)
from croupier.service.callers import Caller
from croupier.service.errors import Forbidden, NotFound, RoundTooLong
from croupier.service.rounds import reporting
from croupier.service.rounds.report import RoundReport
from croupier.service.transparency.hashing import leaf_hash

golden = pytest.mark.parametrize("path", GOLDEN, ids=lambda path: f"{path.parent.name}/{path.stem}")
TABLE = "baccarat-abcdefghijkl"
WHOLE = 10_000
"""More than any log here has: all of it is published."""


async def reports(path: Path) -> tuple[Any, Casino, list[RoundReport]]:
    """The scenario, played, and the report on each of its rounds."""
    casino = Casino()
    scenario, table = await stage(casino, path)
    office, rounds = Office(casino, WHOLE), (await casino.table(table)).round
    return (
        scenario,
        casino,
        [await office.reporting.report(AUDITOR, f"{table}.{n + 1}") for n in range(rounds)],
    )


async def coup(**stakes: int) -> Casino:
    """A casino in which ann and bob have played a coup of punto banco, each on a box."""
    casino = Casino()
    await casino.open(TABLE, decks=1, cut_card=30)
    for seat, name in enumerate(("ann", "bob"), 1):
        await casino.wallet(name)
        await casino.sit(TABLE, seat, name)
        await casino.give(TABLE, Contribute(f"{seat:02x}"), player(name))
    await casino.give(TABLE, StartRound())
    for seat, (on, stake) in enumerate(stakes.items(), 1):
        await casino.bet(TABLE, seat, on, stake)
    await casino.give(TABLE, Deal())
    return casino


async def read(casino: Casino, number: int = 1, caller: Caller = AUDITOR, **how: Any) -> RoundReport:
    return await Office(casino).reporting.report(caller, f"{TABLE}.{number}", **how)


# What is in it


@golden
async def test_everything_in_a_golden_scenario_adds_up(path: Path) -> None:
    scenario, _, found = await reports(path)
    for report in found:
        assert report.checks.arithmetic
        assert report.checks.chips
        assert report.checks.commitment is not False
        assert report.checks.cards is not False
        assert report.checks.log
        if report.status == "ended":
            assert sum(seat.result or 0 for seat in report.seats) == report.before.house - report.after.house
            assert report.after.in_play == 0
    for earlier, later in pairwise(found):
        assert later.before.house == earlier.after.house
        stacks = {seat.seat: seat.after for seat in earlier.seats}
        assert {seat.seat for seat in later.seats} <= stacks.keys() | {s.seat for s in scenario.seats}


@golden
async def test_the_last_report_of_a_golden_scenario_ends_with_what_is_expected(path: Path) -> None:
    scenario, casino, found = await reports(path)
    table = await casino.table(f"{path.parent.name}-aaaaaaaaaaaa")
    if not found or found[-1].entries[-1].where.revision != len(stream(casino, table.id)):
        return  # something was done after the last round, or there was none
    last, expect = found[-1], scenario.expect
    assert last.after.house == expect.house
    assert last.after.total - last.after.house == sum(expect.stacks.values()) + expect.bank + expect.in_play
    if last.banker == expect.banker or last.after.bank == 0:
        owned = {seat.seat: seat.after - (last.after.bank if seat.banker else 0) for seat in last.seats}
        assert {seat: owned[seat] for seat in expect.stacks} == dict(expect.stacks)


def stream(casino: Casino, table: str) -> list[Any]:
    assert isinstance(casino.store, MemoryStore)
    return [entry for entry in casino.store.entries[casino.log] if entry.stream == table]


@golden
async def test_every_settlement_of_a_golden_scenario_names_its_rule_in_words(path: Path) -> None:
    _, _, found = await reports(path)
    for event in (event for report in found for entry in report.entries for event in entry.events):
        assert event.sentence
        if any(line.of == "profit" for line in event.arithmetic):
            assert event.rule_words == GAMES[path.parent.name].rule_words[event.rule or 0]


@pytest.mark.parametrize("game", GAMES)
async def test_each_game_has_scenarios_whose_cards_are_all_told(game: str) -> None:
    told = 0
    for path in (path for path in GOLDEN if path.parent.name == game):
        for report in (await reports(path))[2]:
            if report.deck and report.deck.seed:
                told += len(report.cards)
                assert all(card.card in PACK for card in report.cards)
    assert told >= 8


async def test_a_report_recomputes_the_deck_from_what_the_log_reveals() -> None:
    casino = await coup(player=10, banker=105)
    await casino.give(TABLE, CloseTable())
    report = await read(casino)
    deck = report.deck
    assert deck
    assert [(one.seat, one.entropy) for one in deck.contributions] == [(1, "01"), (2, "02")]
    assert deck.revealed
    (shuffle,) = deck.shuffles
    assert sorted(shuffle.cards or ()) == sorted(PACK)
    assert [card.card for card in report.cards] == list(shuffle.cards or ())[: len(report.cards)]
    assert {card.agrees for card in report.cards} == {True}
    assert report.checks.commitment
    assert report.checks.cards


async def test_a_report_names_who_gave_each_command_when_and_by_which_code() -> None:
    report = await read(await coup(player=10, banker=105))
    told = [(entry.command, entry.actor.id, entry.code) for entry in report.entries]
    code = "0.1.0+test"
    assert told == [
        ("start-round", "op", code),
        ("place-bet", "ann", code),
        ("place-bet", "bob", code),
        ("deal", "op", code),
    ]
    assert report.entries[2].fields == {"on": "banker", "stake": 105}
    assert report.code == (code,)
    assert (report.started_at, report.ended_at) == (report.entries[0].where.at, report.entries[-1].where.at)


async def test_a_voided_round_says_why_and_counts_for_nothing() -> None:
    casino = await coup(player=10, banker=20)
    await casino.give(TABLE, StartRound())
    await casino.bet(TABLE, 1, "tie", 50)
    await casino.give(TABLE, VoidRound("the lights went out"))
    report = await read(casino, 2)
    assert (report.status, report.void_reason) == ("voided", "the lights went out")
    assert [seat.result for seat in report.seats] == [0, 0]
    assert [seat.wagered for seat in report.seats] == [0, 0]
    assert report.before == report.after
    assert report.checks.commitment


async def test_who_leaves_when_the_round_ends_is_reported_with_what_he_had() -> None:
    casino = await coup(player=10, banker=20)
    await casino.give(TABLE, StartRound())
    await casino.give(TABLE, Leave(), player("ann"))
    await casino.give(TABLE, Deal())
    report = await read(casino, 2)
    assert [(seat.player, seat.result) for seat in report.seats] == [("ann", 0), ("bob", 0)]
    assert report.checks.chips


# What is wrong


async def test_a_payment_that_was_changed_in_the_store_is_named() -> None:
    casino = await coup(player=10, banker=105)
    changed(casino, "deal", lambda record: record.replace(b'"outcome":"lost"', b'"outcome":"won"'))
    report = await read(casino)
    assert not report.checks.arithmetic
    assert any("profit" in event.differs for event in report.entries[-1].events)


async def test_a_stack_that_was_changed_in_the_store_is_named() -> None:
    casino = await coup(player=10, banker=105)
    changed(casino, "place-bet", lambda record: record.replace(b'"stack":9895', b'"stack":9995'))
    report = await read(casino)
    assert [event.differs for event in report.entries[2].events] == [("stack",)]
    assert not report.checks.arithmetic


async def test_a_card_that_was_changed_in_the_store_is_named() -> None:
    casino = await coup(player=10, banker=105)
    await casino.give(TABLE, CloseTable())
    dealt = (await read(casino)).cards[0].card or ""
    other = next(card for card in PACK if card[0] == dealt[0] and card != dealt)
    changed(casino, "deal", lambda record: record.replace(dealt.encode(), other.encode(), 1))
    report = await read(casino)
    assert report.cards[0].agrees is False
    assert report.checks.cards is False


async def test_a_seed_that_was_changed_in_the_store_is_named() -> None:
    casino = await coup(player=10, banker=105)
    await casino.give(TABLE, CloseTable())
    deck = (await read(casino)).deck
    assert deck
    seed = (deck.seed or "").encode()
    changed(casino, "close-table", lambda record: record.replace(seed, seed[::-1]))
    report = await read(casino)
    assert report.checks.commitment is False
    assert report.checks.cards is False


def changed(casino: Casino, command: str, change: Any) -> None:
    """Change the records of that command in the store."""
    assert isinstance(casino.store, MemoryStore)
    log = casino.store.entries[LOG]
    mark = f'"command":{{"type":"{command}"'.encode()
    for at, entry in enumerate(log):
        if mark in entry.record:
            log[at] = replace(entry, record=change(entry.record))


# Who sees what


async def test_a_player_reads_the_rounds_that_he_sat_in_and_no_others() -> None:
    casino = await coup(player=10, banker=20)
    await casino.wallet("cyd")
    await casino.sit(TABLE, 3, "cyd")
    await casino.give(TABLE, StartRound())
    await casino.give(TABLE, Deal())
    assert (await read(casino, 1, played_by("ann"))).number == 1
    assert (await read(casino, 2, played_by("cyd"))).number == 2
    with pytest.raises(NotFound):
        await read(casino, 1, played_by("cyd"))


async def test_a_token_for_another_table_reads_nothing_of_this_one() -> None:
    casino = await coup(player=10, banker=20)
    with pytest.raises(Forbidden):
        await read(casino, 1, replace(played_by("ann"), table="baccarat-bbbbbbbbbbbb"))


async def test_another_log_has_no_such_round() -> None:
    casino = await coup(player=10, banker=20)
    with pytest.raises(NotFound):
        await read(casino, 1, Caller("another", Actor("auditor", "office")))


async def test_no_card_that_has_not_come_off_can_be_told_while_the_shoe_is_in_use() -> None:
    casino = await coup(player=10, banker=20)
    report = await read(casino)
    state = await casino.table(TABLE)
    told = json.encode(report).decode()
    deck = state.decks.current
    assert deck
    assert deck.seed
    assert deck.seed.hex() not in told
    assert state.decks.coming
    assert state.decks.coming.seed
    assert state.decks.coming.seed.hex() not in told
    assert report.deck
    assert report.deck.seed is None
    assert [shuffle.cards for shuffle in report.deck.shuffles] == [None]
    named = {card.card for card in report.cards}
    for card in deck.cards[deck.dealt :]:
        assert card in named or f'"{card}"' not in told


async def by_hand() -> tuple[Casino, str]:
    """A blackjack table where bob, who got two cards face down, has kept one, in a running round."""
    casino, table = Casino(), "blackjack-abcdefghijkl"
    for name in ("ann", "bob"):
        await casino.wallet(name)
    await casino.give(table, OpenTable(BlackjackLimits(1, 9), BlackjackRules(dealing="manual")))
    for seat, name in enumerate(("ann", "bob"), 1):
        await casino.give(table, TakeSeat(seat, 100), player(name))
    await casino.give(table, StartDealing(), await starter(casino, table))
    state = await casino.table(table)
    other = 3 - (state.banker or 0)
    for _ in range(2):
        await casino.give(table, DealCard(other, "down"), player(state.seats[3 - other].player))
    deck = (await casino.table(table)).decks.current
    assert deck
    await casino.give(table, KeepCard(deck.cards[1]), player(state.seats[other].player))
    return casino, table


async def starter(casino: Casino, table: str) -> Actor:
    """Who may start the round: the banker by the draw."""
    state = await casino.table(table)
    game = GAMES["blackjack"]
    (seat,) = [s for s in state.seats if any(o.command == "start-round" for o in game.options(state, s))]
    return player(state.seats[seat].player)


async def test_a_card_that_lies_face_down_is_told_to_nobody_before_the_reveal_and_to_all_after_it() -> None:
    casino, table = await by_hand()
    office, deck = Office(casino), (await casino.table(table)).decks.current
    assert deck
    callers = [AUDITOR, OPERATOR, played_by("ann"), played_by("bob")]
    for caller in callers:
        running = await office.reporting.report(caller, f"{table}.1")
        assert [card.card for card in running.cards] == [None, None]
        assert (running.entries[-1].command, running.entries[-1].fields) == ("keep-card-at", {"place": 1})
    await casino.give(table, VoidRound("for the test"))
    for caller in callers:
        ended = await office.reporting.report(caller, f"{table}.1")
        assert [card.card for card in ended.cards] == list(deck.cards[:2])


# Where it is in the log


async def test_who_is_said_to_have_dealt_cannot_be_changed_unnoticed_once_it_is_published() -> None:
    for further in (0, 300):  # in a partial tile, and in a full one
        casino = await coup(player=10, banker=105)
        for number in range(further):
            await casino.wallet(f"p{number}")
        office = Office(casino, WHOLE)
        honest = await office.reporting.report(AUDITOR, f"{TABLE}.1")
        assert honest.checks.log
        changed(casino, "deal", lambda record: record.replace(b'"id":"op"', b'"id":"cyd"'))
        report = await office.reporting.report(AUDITOR, f"{TABLE}.1")
        assert report.entries[-1].actor.id == "cyd"
        assert report.checks == replace(honest.checks, log=False)


async def test_a_contribution_outside_of_the_round_cannot_be_changed_unnoticed_either() -> None:
    casino = await coup(player=10, banker=105)
    office = Office(casino, WHOLE)
    changed(casino, "contribute", lambda record: record.replace(b'"id":"ann"', b'"id":"cyd"'))
    assert (await office.reporting.report(AUDITOR, f"{TABLE}.1")).checks.log is False


@pytest.mark.parametrize(
    ("command", "pattern", "change"),
    [("start-round", b'"id":"op"', b'"id":"cyd"'), ("deal", b'"at":"[0-9]{4}', b'"at":"1999')],
)
async def test_what_does_not_follow_on_is_wrong_before_it_is_published(
    command: str, pattern: bytes, change: bytes
) -> None:
    casino = await coup(player=10, banker=105)
    assert (await read(casino)).checks.log is None
    changed(casino, command, lambda record: re.sub(pattern, change, record, count=1))
    assert (await read(casino)).checks.log is False


async def test_a_tree_that_has_lost_its_end_holds_no_round() -> None:
    casino = await coup(player=10, banker=105)
    office = Office(casino, WHOLE)
    del casino.store.entries[LOG][-1]  # type: ignore[attr-defined]
    assert (await office.reporting.report(AUDITOR, f"{TABLE}.1")).checks.log is False


async def test_what_no_checkpoint_covers_yet_has_no_proof() -> None:
    casino = await coup(player=10, banker=20)
    report = await read(casino)
    assert report.log.checkpoint_size is None
    assert {entry.proof for entry in report.entries} == {None}
    size = report.entries[1].where.position + 1
    covered = await Office(casino, size).reporting.report(AUDITOR, f"{TABLE}.1", proofs=True)
    assert [entry.proof is not None for entry in covered.entries] == [True, True, False, False]
    assert covered.checks.log
    assert covered.entries[0].proof_file == f"proof of {covered.entries[0].where.position}"
    assert covered.entries[2].proof_file is None


async def test_an_entrys_record_is_that_of_its_leaf() -> None:
    report = await Office(await coup(player=10, banker=20), 100).reporting.report(
        AUDITOR, f"{TABLE}.1", proofs=True
    )
    for entry in (*report.entries, *report.related):
        assert entry.record
        assert leaf_hash(entry.record.encode()).hex() == entry.leaf


async def test_a_very_long_round_does_not_carry_all_its_proofs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reporting, "MOST_PROOFS", 3)
    casino = await coup(player=10, banker=20)
    assert (await read(casino)).entries
    with pytest.raises(RoundTooLong):
        await read(casino, proofs=True)


async def test_a_replay_is_the_same_report_and_says_that_it_is_one() -> None:
    casino = await coup(player=10, banker=20)
    office = Office(casino)
    replay = await office.reporting.replay(OPERATOR, "ann", f"{TABLE}.1")
    assert replay.replay
    await casino.give(TABLE, StartRound())
    with pytest.raises(NotFound):
        await office.reporting.replay(OPERATOR, "ann", f"{TABLE}.2")
    assert replace(replay, replay=False) == await office.reporting.report(OPERATOR, f"{TABLE}.1")
    for caller, name in ((OPERATOR, "cyd"), (played_by("bob"), "ann")):
        with pytest.raises(NotFound):
            await office.reporting.replay(caller, name, f"{TABLE}.1")


async def test_the_clock_is_named_where_it_acted() -> None:
    casino = await coup(player=10, banker=20)
    await casino.give(TABLE, StartRound())
    await casino.give(TABLE, ExpireTurn(), Actor("clock", "clock"))
    report = await read(casino, 2)
    assert report.entries[-1].actor == Actor("clock", "clock")
    assert report.entries[0].actor == HOUSE

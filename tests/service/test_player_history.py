"""A player's history: his last rounds at all tables, what they came to, and never another's."""

from random import Random

import pytest
from msgspec import convert
from msgspec.structs import replace
from tests.support.fakes import MemoryStore
from tests.support.playing import HOUSE, LOG, Casino, pick, player
from tests.support.staging import AUDITOR, OPERATOR, Office, played_by

from croupier.domain.catalogue import DECIDERS, GAMES
from croupier.domain.decider import Actor, Rejected
from croupier.domain.games.baccarat.commands import BaccaratRules, Deal, StartRound
from croupier.domain.games.slippery_sam.commands import SlipperySamLimits, SlipperySamRules
from croupier.domain.options import Option
from croupier.domain.table.commands import Leave, OpenTable, TakeSeat, TopUp, VoidRound
from croupier.domain.table.state import StakeLimits
from croupier.domain.view import table_options
from croupier.service.callers import Caller
from croupier.service.errors import NotFound
from croupier.service.rounds import past, played, plays
from croupier.service.rounds.played import PlayedRound
from croupier.service.rounds.plays import PlayPage, PlaysQuery

FIRST, SECOND = "baccarat-abcdefghijkl", "baccarat-bcdefghijklm"
SAM = "slippery-sam-cdefghijklmn"
NAMES = ("abcdefghijkl", "bcdefghijklm", "cdefghijklmn")
ANN, BOB, _ = NAMES


async def bank_notes(seed: int, steps: int) -> Casino:
    """Three players come, play, lose all, add chips and leave at three tables, as the options let them."""
    casino, random = Casino(), Random(seed)
    for name in NAMES:
        await casino.wallet(name, 100_000)
    for table in (FIRST, SECOND):
        await casino.give(table, OpenTable(StakeLimits(1, 90), BaccaratRules(decks=1, cut_card=30)))
    await casino.give(SAM, OpenTable(SlipperySamLimits(1), SlipperySamRules()))
    for _ in range(steps):
        await act(casino, random)
    return casino


async def act(casino: Casino, random: Random) -> None:
    table = random.choice((FIRST, SECOND, SAM))
    state = await casino.table(table)
    game = GAMES[table.rpartition("-")[0]]
    offers = [(HOUSE, option) for option in table_options(game, state, "house")]
    for name in NAMES:
        offers += [(player(name), option) for option in table_options(game, state, state.seat_of(name))]
    offers = [one for one in offers if likely(one[1], random)]
    if not offers:
        return
    actor, option = random.choice(offers)
    kind = DECIDERS[game.name].command_types[option.command]
    fields = pick(option, random)
    if "buy_in" in fields:
        fields["buy_in"] = max(fields["buy_in"], 1)  # who sits down with nothing does not play
    await casino.give(table, convert(fields, kind), actor)


def likely(option: Option, random: Random) -> bool:
    rare = {"leave": 0.1, "contribute": 0.05, "top-up": 0.1, "void-round": 0.03, "close-table": 0.0}
    return random.random() < rare.get(option.command, 1.0)


async def whole(office: Office, name: str, caller: Caller = AUDITOR, limit: int = 7) -> list[PlayedRound]:
    """All pages of the player's history in one list."""
    found: list[PlayedRound] = []
    before: int | None = None
    while True:
        page = await office.plays.page(caller, name, PlaysQuery(limit, before))
        assert len(page.rounds) <= limit
        found += page.rounds
        if page.before is None:
            return found
        assert before is None or page.before < before
        before = page.before


async def expected(office: Office, name: str) -> list[tuple[str, int]]:
    """The rounds that the player sat in and that are over, the last first, by their reports; his results."""
    found = []
    for table in (FIRST, SECOND, SAM):
        for number in range(1, (await office.casino.table(table)).round + 1):
            report = await office.reporting.report(AUDITOR, f"{table}.{number}")
            position = report.entries[-1].where.position
            results = [seat.result for seat in report.seats if seat.player == name]
            found += [(position, report.round, result) for result in results if result is not None]
    return [(number, result) for _, number, result in sorted(found, reverse=True)]


@pytest.mark.parametrize("seed", range(5))
async def test_all_of_a_players_rounds_are_listed_once_the_last_first(seed: int) -> None:
    office = Office(await bank_notes(seed, 500))
    for name in NAMES:
        listed = await whole(office, name)
        assert [(one.round, one.result) for one in listed] == await expected(office, name)
        assert listed


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("most", [1, 2])
async def test_they_are_so_too_when_a_page_may_walk_very_little(
    seed: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(past, "STRIDE", 20)
    monkeypatch.setattr(played, "STRIDE", 20)
    monkeypatch.setattr(plays, "MOST_STRETCHES", most)
    office = Office(await bank_notes(seed, 400))
    for name in NAMES:
        listed = await whole(office, name)
        assert [(one.round, one.result) for one in listed] == await expected(office, name)


@pytest.mark.parametrize("seed", range(3))
async def test_a_rounds_amounts_are_those_of_its_report(seed: int) -> None:
    office = Office(await bank_notes(seed, 300))
    for one in await whole(office, ANN):
        report = await office.reporting.report(AUDITOR, one.round)
        (seat,) = [seat for seat in report.seats if seat.player == ANN]
        assert (one.status, one.started_at, one.ended_at) == (
            report.status,
            report.started_at,
            report.ended_at,
        )
        for amount in ("seat", "wagered", "won", "lost", "charged", "banked", "paid", "result"):
            assert getattr(one, amount) == getattr(seat, amount)


@pytest.mark.parametrize("seed", range(3))
async def test_the_totals_are_the_sums_of_the_page_and_balance(seed: int) -> None:
    office = Office(await bank_notes(seed, 300))
    page = await office.plays.page(AUDITOR, ANN, PlaysQuery(50))
    sums = page.totals
    assert sums.rounds == len(page.rounds)
    for amount in ("wagered", "won", "lost", "charged", "banked", "paid", "result"):
        assert getattr(sums, amount) == sum(getattr(one, amount) for one in page.rounds)
    assert sums.result == sums.won - sums.lost - sums.charged + sums.banked - sums.paid


async def test_a_charge_is_told_apart_from_what_was_won() -> None:
    page = await after_a_coup(banker=105)
    one = page.rounds[0]
    assert (one.wagered, one.result) in ((105, 99), (105, -105), (105, 0))
    assert one.result == one.won - one.lost - one.charged
    assert one.charged == (6 if one.won else 0)


async def after_a_coup(**stakes: int) -> PlayPage:
    casino = await seated()
    await casino.give(FIRST, StartRound())
    for on, stake in stakes.items():
        await casino.bet(FIRST, 1, on, stake)
    await casino.give(FIRST, Deal())
    return await Office(casino).plays.page(AUDITOR, ANN, PlaysQuery(10))


async def seated() -> Casino:
    """Ann sits at a table of punto banco."""
    casino = Casino()
    await casino.wallet(ANN)
    await casino.open(FIRST)
    await casino.sit(FIRST, 1, ANN, 1_000)
    return casino


async def test_a_round_that_goes_on_is_not_listed_yet() -> None:
    casino = await seated()
    await casino.give(FIRST, StartRound())
    assert (await Office(casino).plays.page(AUDITOR, ANN, PlaysQuery(10))).rounds == ()
    await casino.give(FIRST, Deal())
    assert [one.round for one in (await Office(casino).plays.page(AUDITOR, ANN, PlaysQuery(10))).rounds] == [
        f"{FIRST}.1"
    ]


async def test_a_voided_round_is_listed_as_that() -> None:
    casino = await seated()
    await casino.give(FIRST, StartRound())
    await casino.bet(FIRST, 1, "tie", 10)
    await casino.give(FIRST, VoidRound("the lights went out"))
    (one,) = (await Office(casino).plays.page(AUDITOR, ANN, PlaysQuery(10))).rounds
    assert (one.status, one.wagered, one.result) == ("voided", 0, 0)


async def test_what_happened_at_a_table_after_he_left_with_nothing_is_not_walked() -> None:
    casino = await seated()
    await casino.give(FIRST, StartRound())
    for on in ("player", "banker", "tie"):
        await casino.bet(FIRST, 1, on, 1)
    await casino.give(FIRST, Deal())
    while stack := (await casino.table(FIRST)).seats[1].stack:
        await casino.give(FIRST, StartRound())
        await casino.bet(FIRST, 1, "tie", stack)
        await casino.give(FIRST, Deal())
    await casino.give(FIRST, Leave(), player(ANN))
    rounds = (await casino.table(FIRST)).round
    for _ in range(50):
        await casino.coup(FIRST, {})
    office = Office(casino)
    listed = await whole(office, ANN)
    assert [one.number for one in listed] == list(range(rounds, 0, -1))
    assert isinstance(casino.store, MemoryStore)
    log, read = casino.store.entries[LOG], []
    ending = next(entry.position for entry in log if b'"seat-left"' in entry.record)
    stream = casino.store.read_stream

    def watching(name: str, table: str, after: int = 0) -> object:
        read.append((table, after))
        return stream(name, table, after)

    casino.store.read_stream = watching  # type: ignore[method-assign,assignment]
    await office.plays.page(AUDITOR, ANN, PlaysQuery(10))
    left = log[ending].revision
    assert all(after <= left for table, after in read if table == FIRST)


async def test_who_comes_again_after_he_lost_all_has_both_sittings_listed() -> None:
    casino = await seated()
    await casino.coup(FIRST, {1: 10})
    while stack := (await casino.table(FIRST)).seats[1].stack:
        await casino.give(FIRST, StartRound())
        await casino.bet(FIRST, 1, "tie", min(stack, 1_000))
        await casino.give(FIRST, Deal())
    await casino.give(FIRST, Leave(), player(ANN))
    gone = (await casino.table(FIRST)).round
    await casino.coup(FIRST, {})
    await casino.sit(FIRST, 2, ANN, 50)
    await casino.coup(FIRST, {2: 5})
    await casino.give(FIRST, TopUp(10), player(ANN))
    await casino.coup(FIRST, {2: 5})
    listed = await whole(Office(casino), ANN)
    assert [one.number for one in listed] == [gone + 3, gone + 2, *range(gone, 0, -1)]
    assert [one.seat for one in listed[:3]] == [2, 2, 1]


# Who may


async def test_a_player_lists_his_own_rounds_and_no_others() -> None:
    office = Office(await bank_notes(1, 200))
    assert await whole(office, ANN, played_by(ANN)) == await whole(office, ANN, OPERATOR)
    with pytest.raises(NotFound):
        await office.plays.page(played_by(BOB), ANN, PlaysQuery(10))


async def test_a_token_for_one_table_lists_the_rounds_at_that() -> None:
    office = Office(await bank_notes(1, 300))
    every = await whole(office, ANN)
    listed = await whole(office, ANN, replace(played_by(ANN), table=FIRST))
    assert listed == [one for one in every if one.table == FIRST]
    assert 0 < len(listed) < len(every)


@pytest.mark.parametrize("name", ["", "nobody", "dddddddddddd", "../abcdefghijkl"])
async def test_a_player_who_is_not_known_is_not_found(name: str) -> None:
    office = Office(await seated())
    with pytest.raises(NotFound):
        await office.plays.page(AUDITOR, name, PlaysQuery(10))
    with pytest.raises(NotFound):
        await office.plays.page(Caller("another", Actor("auditor", "office")), ANN, PlaysQuery(10))


async def test_a_player_who_never_sat_down_has_an_empty_history() -> None:
    casino = Casino()
    await casino.wallet(ANN)
    page = await Office(casino).plays.page(AUDITOR, ANN, PlaysQuery(10))
    assert (page.rounds, page.totals.rounds, page.before) == ((), 0, None)


async def test_sitting_down_with_nothing_is_no_play() -> None:
    casino = Casino()
    await casino.wallet(ANN)
    await casino.open(FIRST)
    await casino.give(FIRST, TakeSeat(1, 0), player(ANN))
    await casino.coup(FIRST, {})
    with pytest.raises(Rejected):
        await casino.bet(FIRST, 1, "player", 1)
    assert await whole(Office(casino), ANN) == []

"""A round that a crash interrupts is played on: same bets, same deck, the cards in the same order."""

import json
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct
from tests.process.decks import Event, PublicDeck, decks_of
from tests.process.interrupting import InterruptedTable
from tests.process.service import RunningService, wait_until_gone

from croupier.domain.catalogue import GAMES

AMID = {
    "baccarat": "bet-placed",  # a coup is dealt in one go, but from a shoe that lies there for many
    "fan-tan": "bet-placed",  # the cut decides, of a pack that was committed to before the bets
    "slippery-sam": "upcard-turned",
    "skinball": "card-turned",
    "blackjack": "card-dealt",
}
"""By what it is seen that a game's round is under way: chips at stake, or a card turned face up."""


def test_every_game_of_the_catalogue_is_interrupted() -> None:
    assert AMID.keys() == GAMES.keys()


def events_of(entries: list[dict[str, Any]]) -> list[Event]:
    return [event for entry in entries for event in entry["events"]]


def rounds_ended(entries: list[dict[str, Any]]) -> int:
    return sum(event["type"] == "round-ended" for event in events_of(entries))


def is_amid(game: str, entries: list[dict[str, Any]]) -> bool:
    """Whether the second round or a later one is under way, and something in it is not decided yet."""
    events = events_of(entries)
    ended = [at for at, event in enumerate(events) if event["type"] == "round-ended"]
    since = events[ended[-1] :] if ended else []
    return any(event["type"] == AMID[game] and event.get("card", "") is not None for event in since)


class Interrupted(Struct):
    """What became of a table: its entries before the crash, right after it, and when it was closed."""

    before: list[dict[str, Any]]
    after: list[dict[str, Any]]
    closed: list[dict[str, Any]]


class Aftermath(Struct):
    """All tables, and what `croupier replay` said in the end."""

    tables: dict[str, Interrupted]
    replayed: list[dict[str, Any]]


@pytest.fixture(scope="module")
async def aftermath(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Aftermath]:
    """A service that is killed while a round of each game is under way, started again, and played on."""
    folder: Path = tmp_path_factory.mktemp("interrupted")
    with RunningService(folder / "var") as first:
        tables = [InterruptedTable(game, first.key) for game in AMID]
        before = {table.game: await played_until_amid(table, first.url) for table in tables}
        first.stop(signal.SIGKILL)
    await wait_until_gone(folder)
    with RunningService(folder / "var") as second:
        found = {table.game: await played_on(table, second.url, before[table.game]) for table in tables}
        replayed = second.run("replay", "--json")
        assert replayed.returncode == 0, replayed.stdout + replayed.stderr
    yield Aftermath(found, json.loads(replayed.stdout)["logs"])


async def played_until_amid(table: InterruptedTable, url: str) -> list[dict[str, Any]]:
    """Play until a round is under way; the table's entries by then."""
    await table.open(url)
    await table.play_until(url, lambda entries: is_amid(table.game, entries))
    return await table.entries(url)


async def played_on(table: InterruptedTable, url: str, before: list[dict[str, Any]]) -> Interrupted:
    """Play the interrupted round and one more to their ends."""
    after = await table.entries(url)
    wanted = rounds_ended(before) + 2
    await table.play_until(url, lambda entries: rounds_ended(entries) >= wanted)
    await table.close(url)
    return Interrupted(before, after, await table.entries(url))


@pytest.mark.parametrize("game", AMID)
def test_the_table_stands_after_the_crash_as_it_stood_before(aftermath: Aftermath, game: str) -> None:
    found = aftermath.tables[game]
    assert is_amid(game, found.before)
    assert found.after == found.before
    assert found.closed[: len(found.before)] == found.before


@pytest.mark.parametrize("game", AMID)
def test_the_interrupted_round_is_played_to_its_end(aftermath: Aftermath, game: str) -> None:
    found = aftermath.tables[game]
    played = events_of(found.closed[len(found.before) :])
    number = next(event["round"] for event in reversed(events_of(found.before)) if "round" in event)
    assert next(event for event in played if event["type"] == "round-ended")["round"] == number


def deck_under_way(found: Interrupted) -> PublicDeck:
    """The deck that the interrupted round is played with, as it is known when the table is closed."""
    known = [deck for deck in decks_of(events_of(found.before)) if deck.seed is None]
    dealt = [deck for deck in known if deck.shuffles] or known
    return next(deck for deck in decks_of(events_of(found.closed)) if deck.id == dealt[0].id)


@pytest.mark.parametrize("game", AMID)
def test_its_deck_is_the_one_that_was_committed_to_before_the_crash(aftermath: Aftermath, game: str) -> None:
    found = aftermath.tables[game]
    deck = deck_under_way(found)
    committed = {one.id: one.commitment for one in decks_of(events_of(found.before))}
    assert deck.commitment == committed[deck.id]
    deck.require_as_committed()


def deck_before(found: Interrupted) -> PublicDeck:
    """The same deck as it was known before the crash."""
    deck = deck_under_way(found)
    return next(one for one in decks_of(events_of(found.before)) if one.id == deck.id)


@pytest.mark.parametrize("game", [game for game in AMID if game != "fan-tan"])
def test_the_cards_that_lay_open_are_still_those_of_that_deck(aftermath: Aftermath, game: str) -> None:
    found = aftermath.tables[game]
    shuffles = deck_before(found).shuffles
    open_before = shuffles[-1].seen
    assert open_before
    assert deck_under_way(found).shuffles[len(shuffles) - 1].seen[: len(open_before)] == open_before


def test_the_coup_is_dealt_from_the_shoe_that_lay_there(aftermath: Aftermath) -> None:
    found = aftermath.tables["baccarat"]
    (before,), (after,) = deck_before(found).shuffles, deck_under_way(found).shuffles
    assert [place for place, _ in after.seen] == [*range(len(after.seen))]
    assert len(after.seen) >= len(before.seen) + 8  # two coups more, of four cards at the least


def test_the_pack_that_the_bets_were_made_on_is_cut_where_it_was_to_be(aftermath: Aftermath) -> None:
    found = aftermath.tables["fan-tan"]
    assert not any(shuffle.cuts for shuffle in deck_before(found).shuffles)
    assert [shuffle.number for shuffle in deck_under_way(found).shuffles if shuffle.cuts] == [1]


@pytest.mark.parametrize("game", AMID)
def test_all_other_decks_are_as_committed_too(aftermath: Aftermath, game: str) -> None:
    decks = decks_of(events_of(aftermath.tables[game].closed))
    assert any(deck.contributions for deck in decks)
    for deck in decks:
        deck.require_as_committed()


def test_the_log_replays_clean_over_the_crash(aftermath: Aftermath) -> None:
    (log,) = aftermath.replayed
    assert log["wrong"] == 0
    assert log["unchecked"] == log["undecided"] == 0

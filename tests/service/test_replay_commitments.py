"""No deck goes out of use without its reveal: that is found without any seed."""

import re
from random import Random

import pytest
from msgspec import json
from msgspec.structs import replace
from tests.support.playing import CODE, LOG, SMALL_SHOE, Casino, play_at_random
from tests.support.tampering import at, codes, stored

from croupier.domain.catalogue import GAMES
from croupier.domain.table.commands import OpenTable
from croupier.service.ports import Entry
from croupier.service.records import NO_RECORD, category, digest
from croupier.service.replay import OneJudge, Report, Revealed, replay, reveals

SHOE = "baccarat-a1"
REVEAL = rb'(,?)\{"type":"deck-revealed"[^}]*"used":true\}(?(1)|,?)'
OF_ONE_ROUND = ("fan-tan-a1", "skinball-a1", "slippery-sam-a1", "blackjack-a1")


async def played(table: str) -> Casino:
    """A log with rounds that are over, and perhaps one that goes on."""
    casino, game = Casino(), GAMES[category(table)]
    stakes = {"min": 1, "max": 50}
    limits = game.limits(**{name: stakes[name] for name in game.limits.__struct_fields__})
    opening = SMALL_SHOE if game.shoe else OpenTable(limits, game.rules())
    await play_at_random(casino, table, Random(7), 400, opening=opening, ending=0.0)
    return casino


def used(entries: list[Entry]) -> list[int]:
    """Where decks are revealed from which cards were dealt."""
    return [
        place
        for place, entry in enumerate(entries)
        if re.search(rb'"deck-revealed"[^}]*"used":true', entry.record)
    ]


async def replayed(casino: Casino) -> Report:
    """The replay by whoever has no key."""
    seeds = Revealed(await reveals(casino.store.read_log(LOG)))
    return await replay(casino.store, LOG, OneJudge(seeds, CODE), go_on=True)


def change(entries: list[Entry], position: int, pattern: bytes, by: bytes) -> None:
    """Change one record, and every hash behind it, as an insider would who signs the log anew."""
    record, count = re.subn(pattern, by, entries[position].record, count=1)
    assert count == 1
    entries[position] = replace(entries[position], record=record)
    tails: dict[str, str] = {}
    for place, entry in enumerate(entries):
        prev = json.decode(entry.record)["prev"]
        record = entry.record.replace(prev.encode(), tails.get(entry.stream, NO_RECORD).encode(), 1)
        entries[place] = replace(entry, record=record)
        tails[entry.stream] = digest(record)


@pytest.mark.parametrize("table", (*OF_ONE_ROUND, SHOE))
async def test_an_honest_log_is_clean_without_the_key_wherever_it_ends(table: str) -> None:
    casino = await played(table)
    entries = stored(casino)
    assert len(used(entries)) > 1
    undecided = 0
    for end in range(len(entries), 0, -31):
        del entries[end:]
        report = await replayed(casino)
        assert set(codes(report)) <= {"transfer-broken"}  # it may end between the two ends of one
        undecided += report.undecided
    assert undecided


@pytest.mark.parametrize("which", [0, -1])
@pytest.mark.parametrize("table", OF_ONE_ROUND)
async def test_a_deck_that_is_kept_secret_for_good_is_found(table: str, which: int) -> None:
    casino = await played(table)
    entries = stored(casino)
    revealing = used(entries)[which]
    change(entries, revealing, REVEAL, b"")
    if which:
        del entries[revealing + 1 :]  # nothing is dealt after it, and it is found all the same
    report = await replayed(casino)
    assert "deck-unrevealed" in codes(report)
    assert report.findings[0].position == revealing


async def test_a_shoe_that_is_kept_secret_for_good_is_found_with_the_next_one() -> None:
    casino = await played(SHOE)
    entries = stored(casino)
    revealing = used(entries)[0]
    change(entries, revealing, REVEAL, b"")
    unrevealed = [found for found in (await replayed(casino)).findings if found.code == "deck-unrevealed"]
    shuffled = [place for place, entry in enumerate(entries) if b'"deck-shuffled"' in entry.record]
    assert unrevealed[0].position == next(place for place in shuffled if place > revealing)


async def test_a_commitment_that_is_no_hash_is_found_before_any_reveal() -> None:
    casino = await played("skinball-a1")
    entries = stored(casino)
    committing = at(entries, b'"deck-committed"', -1)
    change(entries, committing, rb'"commitment":"[0-9a-f]{64}"', b'"commitment":"first"')
    assert "commitment-differs" in codes(await replayed(casino))


@pytest.mark.parametrize("seed", [b"zz", b"0", b"", b"00"])
async def test_a_revealed_seed_that_is_none_is_a_finding_and_never_a_traceback(seed: bytes) -> None:
    casino = await played("fan-tan-a1")
    entries = stored(casino)
    revealing = at(entries, b'"deck-revealed"')
    change(entries, revealing, rb'"seed":"[0-9a-f]{128}"', b'"seed":"%b"' % seed)
    assert codes(await replayed(casino))


@pytest.mark.parametrize("number", [b"9" * 4300, b"-" + b"9" * 4299, b"9" * 30])
async def test_numbers_of_any_length_are_a_finding_and_never_a_traceback(number: bytes) -> None:
    casino = await played("baccarat-a1")
    for pattern in (rb'(?<="revision":)[0-9]+', rb'(?<="balance":)[0-9]+', rb'(?<="stack":)[0-9]+'):
        entries = stored(casino)
        position = at(entries, pattern.split(b":")[0].split(b'"')[1], 4)
        before = list(entries)
        change(entries, position, pattern, number)
        assert codes(await replayed(casino))
        entries[:] = before

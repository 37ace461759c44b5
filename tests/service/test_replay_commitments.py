"""No deck goes out of use without its reveal: that is found without any seed."""

import re
from random import Random

import pytest
from msgspec import json
from msgspec.structs import replace
from tests.support.playing import CODE, LOG, Casino, play_at_random
from tests.support.tampering import at, codes, stored

from croupier.domain.catalogue import GAMES
from croupier.domain.table.commands import OpenTable
from croupier.service.ports import Entry
from croupier.service.records import NO_RECORD, category, digest
from croupier.service.replay import Report, Revealed, replay, reveals

TABLES = ("fan-tan-a1", "skinball-a1", "slippery-sam-a1", "blackjack-a1", "baccarat-a1")


async def played(table: str) -> Casino:
    """A log in which decks were revealed."""
    casino, game = Casino(), GAMES[category(table)]
    limits = {
        name: least for name, least in (("min", 1), ("max", 50)) if name in game.limits.__struct_fields__
    }
    opening = OpenTable(game.limits(**limits), game.rules())
    await play_at_random(casino, table, Random(3), 400, opening=opening)
    return casino


async def replayed(casino: Casino) -> Report:
    """The replay by whoever has no key."""
    seeds = Revealed(await reveals(casino.store.read_log(LOG)))
    return await replay(casino.store, LOG, seeds, CODE, go_on=True)


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


@pytest.mark.parametrize("table", TABLES)
async def test_an_honest_log_is_clean_without_the_key(table: str) -> None:
    casino = await played(table)
    assert b'"deck-revealed"' in b"".join(entry.record for entry in stored(casino))
    assert codes(await replayed(casino)) == []


@pytest.mark.parametrize("table", TABLES)
async def test_a_deck_that_is_kept_secret_for_good_is_found(table: str) -> None:
    casino = await played(table)
    entries = stored(casino)
    revealing = at(entries, b'"deck-revealed"')
    change(entries, revealing, rb'(,?)\{"type":"deck-revealed"[^}]*\}(?(1)|,?)', b"")
    assert "deck-unrevealed" in codes(await replayed(casino))


async def test_a_commitment_that_is_no_hash_is_found_before_any_reveal() -> None:
    casino = await played("skinball-a1")
    entries = stored(casino)
    committing = [place for place, entry in enumerate(entries) if b'"deck-committed"' in entry.record][-1]
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

"""A replay finds a clean log clean, and whatever is done to a record of it."""

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.support.playing import CODE, LOG, Casino, play_at_random, short_story
from tests.support.tampering import Tamper, codes, replayed, rewrite, rewrite_at, stored, tampered

from croupier.domain.games.baccarat.commands import StartRound
from croupier.service.ports import Entry
from croupier.service.replay import OneJudge, Sealed, replay


async def test_a_clean_log_passes_and_its_chips_add_up() -> None:
    report = await replayed(await short_story(), go_on=False)
    assert report.findings == ()
    assert report.finished
    assert report.entries == 25
    assert (report.unchecked, report.undecided, report.other_code) == (0, 0, 0)
    assert report.chips
    assert (report.chips.deposited, report.chips.withdrawn) == (2_000_000, 500)
    assert report.chips.in_wallets + report.chips.on_tables == 2_000_000 - 500


async def test_an_empty_log_passes() -> None:
    assert (await replayed(Casino())).findings == ()


@given(seed=st.integers(0, 2**32), steps=st.integers(0, 120))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
async def test_the_log_of_random_players_replays_clean_and_ends_in_the_live_state(
    seed: int, steps: int
) -> None:
    casino = Casino()
    await play_at_random(casino, "baccarat-r1", Random(seed), steps)
    report = await replayed(casino)
    assert report.findings == ()
    live = await casino.table("baccarat-r1")
    assert report.chips
    stacks = sum(seat.stack for seat in live.seats.values())
    in_play = sum(bet.stake for bet in live.play.bets)
    assert report.chips.on_tables == stacks + in_play + live.house


@given(data=st.data())
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
async def test_any_changed_byte_of_any_record_but_the_last_of_its_stream_is_found(data: Any) -> None:
    casino = await short_story()
    entries = stored(casino)
    last = {entry.stream: entry.position for entry in entries}
    position = data.draw(st.sampled_from([e.position for e in entries if last[e.stream] != e.position]))
    record = bytearray(entries[position].record)
    place = data.draw(st.integers(0, len(record) - 1))
    record[place] ^= data.draw(st.integers(1, 255))
    entries[position] = replace(entries[position], record=bytes(record))
    report = await replayed(casino)
    assert report.wrong
    assert report.findings[0].position >= position


@pytest.mark.parametrize(
    ("tamper", "code", "says"),
    [
        (rewrite_at(b'"bet-placed"', rb'"stack":9', b'"stack":8'), "events-differ", "`stack` is 8990"),
        (rewrite_at(b'"coup-decided"', rb'"rule":[48]', b'"rule":5'), "events-differ", "`rule` is 5"),
        (rewrite_at(b'"bet-settled"', rb'"charge":.', b'"charge":7'), "events-differ", "(bet-settled)"),
        (rewrite_at(b'"card-dealt"', rb'"card":"..', b'"card":"XX'), "events-differ", '`card` is "XX"'),
        (rewrite_at(b'"seat-taken"', rb'"player":"ann"', b'"player":"eve"'), "events-differ", '"eve"'),
        (rewrite_at(b'"round-started"', rb'(?<="round":)1', b"2"), "events-differ", "gives 1"),
        (rewrite_at(b'"deposited"', rb'"balance":1', b'"balance":2'), "events-differ", "`balance`"),
        (
            rewrite_at(b'"deck-committed"', rb'"commitment":"..', b'"commitment":"zz'),
            "commitment-differs",
            "",
        ),
        (rewrite_at(b'"deck-revealed"', rb'"seed":"..', b'"seed":"zz'), "reveal-differs", ""),
        (rewrite_at(b'"place-bet"', rb'"stake":10\b', b'"stake":99999'), "command-refused", "stake-above"),
        (
            rewrite_at(b'"round-ended"', rb',\{"type":"round-ended"[^}]*\}', b""),
            "events-differ",
            "round-ended",
        ),
        (rewrite(0, rb'"prev":"0', b'"prev":"1'), "prev-differs", ""),
        (rewrite(1, rb'"prev":"..', b'"prev":"zz'), "prev-differs", ""),
        (rewrite(1, rb'"revision":2', b'"revision":3'), "revision-differs", "revision 3"),
        (rewrite(1, rb"wallet-ann", b"wallet-bob"), "stream-differs", ""),
        (rewrite(1, rb'"revision"', b' "revision"'), "record-not-canonical", ""),
        (rewrite(1, rb'"rules":null', b'"rules":null,"more":[1]'), "record-not-canonical", "has fields"),
        (rewrite(1, rb'"rules":null', b'"rules":"baccarat/1"'), "rules-differ", ""),
        (rewrite_at(b'"table-opened"', rb'"rules":"baccarat/1"', b'"rules":"fan-tan/1"'), "rules-differ", ""),
        (rewrite(1, rb'"id":"........-....-7', b'"id":"00000000-0000-4'), "id-invalid", ""),
        (rewrite(1, rb'"at":"2026', b'"at":"2025'), "time-reversed", ""),
        (rewrite(1, rb'"at":"2026-01', b'"at":"2026-13'), "time-invalid", ""),
        (rewrite(1, rb'(?<="at":"....-..-..)T', b" "), "time-invalid", ""),
        (rewrite(1, rb'"type":"deposit"', b'"type":"deposits"'), "record-unreadable", "deposits"),
        (rewrite(1, rb"^\{", b""), "record-unreadable", ""),
    ],
)
async def test_a_changed_record_is_found_and_named(tamper: Tamper, code: str, says: str) -> None:
    report = await tampered(tamper, go_on=False)
    assert not report.finished
    assert code in codes(report)
    finding = next(finding for finding in report.findings if finding.code == code)
    assert says in finding.detail
    assert report.entries == finding.position + 1


async def test_a_replay_stops_at_the_first_difference_or_finds_the_broken_chain_behind_it_too() -> None:
    forge = rewrite_at(b'"deposited"', rb'"balance":1', b'"balance":2')
    assert codes(await tampered(forge, go_on=False)) == ["events-differ", "chips-not-conserved"]
    all_of_them = codes(await tampered(forge))
    assert all_of_them[:2] == ["events-differ", "chips-not-conserved"]
    assert "prev-differs" in all_of_them


async def test_other_code_is_told_and_no_fault() -> None:
    report = await replayed(await short_story(), code="0.2.0+other")
    assert (report.findings, report.other_code) == ((), 25)


async def test_a_version_of_the_rules_that_is_not_known_is_found_at_every_entry_that_names_it() -> None:
    casino = Casino()
    await casino.open("baccarat-a1")
    await casino.give("baccarat-a1", StartRound())
    for position in (1, 0):
        rewrite(position, rb'"rules":"baccarat/1"', b'"rules":"baccarat/7"')(stored(casino))
        found = [one for one in (await replayed(casino)).findings if one.code == "rules-differ"]
        assert [one.position for one in found] == list(range(position, 2))
        assert found[0].detail == "the stream is decided by baccarat/1, the record names baccarat/7"


@pytest.mark.parametrize(
    "record",
    [
        b"",
        b"\xff\xfe",
        b"null",
        b'{"x":' + b"[" * 60_000,
        b'{"revision":' + b"9" * 5_000 + b"}",
        b'{"stream":"\\ud800"}',
        b"{}" * 40_000,
    ],
)
async def test_hostile_bytes_are_a_finding_and_never_a_traceback(record: bytes) -> None:
    def hostile(entries: list[Entry]) -> None:
        entries[5] = replace(entries[5], record=record)

    report = await tampered(hostile)
    assert (report.findings[0].code, report.findings[0].position) == ("record-unreadable", 5)


@pytest.mark.parametrize("stream", ["", "-", "roulette-1", "wallet", "baccarat"])
async def test_a_stream_of_no_known_kind_is_a_finding(stream: str) -> None:
    report = await tampered(lambda entries: entries.__setitem__(5, replace(entries[5], stream=stream)))
    assert (report.findings[0].code, report.findings[0].stream) == ("unknown-stream", stream)


@pytest.mark.parametrize(("packs", "code"), [(b"16", "events-differ"), (b"800000000", "record-unreadable")])
async def test_a_forged_number_of_packs_is_found_and_does_not_fill_the_memory(
    packs: bytes, code: str
) -> None:
    forge = rewrite_at(b'"deck-shuffled"', rb'"packs":8', b'"packs":' + packs)
    report = await tampered(forge)
    assert report.findings[0].code == code
    assert report.unchecked


async def test_numbers_that_no_record_holds_are_a_finding() -> None:
    top = b'"stack":9223372036854775807'
    forge = rewrite_at(b'"seat-taken"', rb'"stack":10000', top)
    report = await tampered(forge)
    assert report.findings[0].code == "events-differ"


async def test_a_record_beyond_the_format_s_length_is_found() -> None:
    casino = Casino()
    await casino.open("baccarat-a1")
    rewrite(0, rb'"id":"op"', b'"id":"' + b"o" * 66_000 + b'"')(stored(casino))
    assert codes(await replayed(casino)) == ["record-too-large"]


async def test_only_so_many_findings_are_kept_and_all_are_counted() -> None:
    casino = Casino()
    await casino.open("baccarat-a1")
    await casino.give("baccarat-a1", StartRound())
    entries = stored(casino)
    entries += [replace(entries[0], position=number, stream="nowhere") for number in range(2, 1_500)]
    report = await replayed(casino)
    assert report.wrong == 1_498
    assert len(report.findings) == 1_000


async def test_progress_is_told_and_comes_to_its_end() -> None:
    casino = await short_story()
    told: list[tuple[int, int]] = []
    await replay(
        casino.store,
        LOG,
        OneJudge(Sealed(casino.secrets), CODE),
        progress=lambda done, total: told.append((done, total)),
    )
    assert told[-1] == (25, 25)

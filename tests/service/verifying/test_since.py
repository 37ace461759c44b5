"""A checkpoint that somebody kept binds the log: whoever has its key, a later bundle has to go on from it."""

import pytest
from msgspec.structs import replace
from tests.support.bundling import (
    INSIDER,
    ORIGIN,
    SIGNER,
    TRUST,
    MemoryTree,
    bundled,
    changed,
    codes,
    tree_of,
    verified,
)
from tests.support.playing import Casino, short_story
from tests.support.tampering import renumber, stored

from croupier.adapters.cli.verdicts import lines
from croupier.service.bundles import OfTable
from croupier.service.transparency.checkpoints import Checkpoint
from croupier.service.transparency.hashing import EMPTY_ROOT
from croupier.service.transparency.malformed import Malformed
from croupier.service.transparency.notes import Note, write_note
from croupier.service.verifying import KeptCheckpoint, read_kept
from croupier.service.verifying.since import Held

TABLE = "baccarat-a1"


def kept(casino: Casino, size: int, tree: MemoryTree | None = None) -> KeptCheckpoint:
    """The checkpoint of the log at a size, as it stands."""
    return read_kept("kept.note", (tree or tree_of(casino)).note(size))


async def test_a_log_goes_on_from_its_checkpoint_of_any_size() -> None:
    casino = await short_story()
    every = [kept(casino, size) for size in range(1, 26)]
    report = verified(await bundled(casino), since=every)
    assert report.verdict == "good"
    assert report.held == tuple(Held("kept.note", size) for size in range(1, 26))
    printed = list(lines(report, None))
    assert "  kept.note: the log goes on from this checkpoint, of 1 entry" in printed
    assert printed[-1] == "All is well."


async def test_every_log_goes_on_from_the_empty_one() -> None:
    casino = await short_story()
    text = Checkpoint(ORIGIN, 0, EMPTY_ROOT).text
    empty = read_kept("empty", write_note(Note(text, SIGNER.sign(ORIGIN, text))))
    assert verified(await bundled(casino), since=[empty]).held == (Held("empty", 0),)


async def test_entries_that_were_swapped_and_signed_anew_are_found_by_who_kept_a_checkpoint() -> None:
    casino = await short_story()
    before = [kept(casino, 1), kept(casino, 20)]
    entries = stored(casino)
    assert entries[1].stream != entries[2].stream
    entries[1], entries[2] = entries[2], entries[1]
    renumber(entries)
    bundle = await bundled(casino)
    assert codes(verified(bundle)) == []
    report = verified(bundle, since=before)
    assert codes(report) == ["history-differs"]
    assert report.findings[0].member == "kept.note"
    assert "the first 20 entries" in report.findings[0].detail
    assert report.held == (Held("kept.note", 1),)


async def test_entries_that_were_dropped_and_signed_anew_are_found() -> None:
    casino = await short_story()
    before = kept(casino, 25)
    del stored(casino)[20:]
    report = verified(await bundled(casino), since=[before])
    assert codes(report) == ["history-shorter"]
    assert "has 25 entries, the bundle's has 20" in report.findings[0].detail


async def test_two_checkpoints_of_one_size_cant_both_be_of_the_log() -> None:
    casino = await short_story()
    fork = kept(casino, 10, MemoryTree([b"another"] * 10))
    report = verified(await bundled(casino), since=[kept(casino, 10), fork])
    assert (codes(report), report.held) == (["history-differs"], (Held("kept.note", 10),))


async def test_a_kept_checkpoint_is_believed_by_the_same_key_as_the_bundle() -> None:
    casino = await short_story()
    forged = kept(casino, 10, tree_of(casino, INSIDER))
    assert codes(verified(await bundled(casino), since=[forged])) == ["signature-missing"]
    honest = kept(casino, 10)
    (signature,) = honest.note.signatures
    broken = replace(honest, note=replace(honest.note, signatures=(replace(signature, signature=bytes(64)),)))
    report = verified(await bundled(casino), since=[broken])
    assert [(found.code, found.member) for found in report.findings] == [("signature-invalid", "kept.note")]


async def test_a_checkpoint_of_another_log_says_nothing_of_this_one() -> None:
    casino = await short_story()
    other = kept(casino, 10, MemoryTree([b"another"] * 10, log="other"))
    trust = replace(TRUST, keys=(*TRUST.keys, *SIGNER.keys("casino.example/other")))
    assert codes(verified(await bundled(casino), trust, since=[other])) == ["origin-differs"]


async def test_a_part_is_held_to_a_checkpoint_of_its_own_size_alone() -> None:
    casino = await short_story()
    part = await bundled(casino, OfTable(TABLE))
    assert verified(part, since=[kept(casino, 25)]).held == (Held("kept.note", 25),)
    report = verified(part, since=[kept(casino, 24)])
    assert codes(report) == ["history-unproven"]
    fork = kept(casino, 25, MemoryTree([b"another"] * 25))
    assert codes(verified(part, since=[fork])) == ["history-differs"]


async def test_a_bundle_without_its_first_entries_goes_on_from_nothing() -> None:
    casino = await short_story()
    bundle = await bundled(casino)
    short = changed(bundle, lambda parts: parts.pop())
    report = verified(short, since=[kept(casino, 10)])
    assert (report.verdict, report.held) == ("bad", ())


def test_what_is_no_checkpoint_is_not_taken_for_one() -> None:
    with pytest.raises(Malformed):
        read_kept("kept.note", b"a note")

"""Who is believed: the key that was given, the witnesses asked for, and nobody else."""

import pytest
from msgspec.structs import replace
from tests.support.bundling import (
    INSIDER,
    ORIGIN,
    SIGNER,
    TRUST,
    MemoryTree,
    bundled,
    codes,
    part,
    parts_of,
    tree_of,
    verified,
    whole,
)
from tests.support.playing import short_story

from croupier.adapters.ed25519 import Ed25519Signer
from croupier.service.transparency.cosignatures import Cosignature, cosigned_message
from croupier.service.transparency.malformed import Malformed
from croupier.service.transparency.notes import COSIGNATURE, Note, NoteSignature, verifier_key, write_note
from croupier.service.verifying import Trust
from croupier.service.verifying.signatures import read_keys

WITNESS = Ed25519Signer([b"w" * 32])
WITNESS_KEY = verifier_key("witness.example", WITNESS.keys("witness.example")[0].public, COSIGNATURE)


def cosigned(tree: MemoryTree, text: str) -> NoteSignature:
    """The witness's line for a text."""
    (signed,) = WITNESS.sign("witness.example", cosigned_message(text, 1_700_000_000).decode())
    data = Cosignature(1_700_000_000, signed.signature).data
    return NoteSignature(WITNESS_KEY.name, WITNESS_KEY.key_id, data)


async def test_without_a_key_the_bundle_s_own_is_used_and_that_is_a_finding() -> None:
    report = verified(await bundled(await short_story()), Trust())
    assert codes(report) == ["key-untrusted"]
    assert report.proven
    assert (report.proven.trusted, len(report.proven.signers)) == ("none", 1)


async def test_who_says_so_can_be_content_with_the_bundle_s_own_key() -> None:
    report = verified(await bundled(await short_story()), Trust(bundle_key=True))
    assert (report.verdict, report.proven and report.proven.trusted) == ("good", "bundle")


async def test_a_consistent_fork_by_another_key_is_only_found_by_who_has_the_right_key() -> None:
    casino = await short_story()
    fork = await bundled(casino, tree=tree_of(casino, INSIDER))
    assert codes(verified(fork, Trust(bundle_key=True))) == []
    assert codes(verified(fork)) == ["signature-missing"]


async def test_a_bundle_s_own_key_does_not_count_beside_one_that_was_given() -> None:
    casino = await short_story()
    parts = parts_of(await bundled(casino))
    part(parts, "key").content = INSIDER.keys(ORIGIN)[0].text.encode() + b"\n"
    assert codes(verified(whole(parts))) == []
    assert codes(verified(whole(parts), Trust())) == ["key-untrusted", "signature-missing"]


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"nonsense\n", b"a+b+c\n", b"\n\n"])
async def test_a_bundle_s_key_that_is_none_is_found(content: bytes) -> None:
    parts = parts_of(await bundled(await short_story()))
    part(parts, "key").content = content
    assert codes(verified(whole(parts))) == ["key-unreadable"]
    assert codes(verified(whole(parts), Trust(bundle_key=True))) == ["key-unreadable", "signature-missing"]


async def test_while_a_key_is_replaced_either_is_enough() -> None:
    casino = await short_story()
    both = Ed25519Signer([bytes(range(32)), bytes(32)])
    bundle = await bundled(casino, tree=tree_of(casino, both))
    for signer in (SIGNER, INSIDER):
        assert codes(verified(bundle, Trust(signer.keys(ORIGIN)))) == []
    report = verified(bundle, Trust(both.keys(ORIGIN)))
    assert (codes(report), report.proven and len(report.proven.signers)) == ([], 2)


async def test_one_false_signature_under_a_trusted_key_is_found_beside_right_ones() -> None:
    casino = await short_story()
    both = Ed25519Signer([bytes(range(32)), bytes(32)])
    tree = tree_of(casino, both)
    lines = both.sign(ORIGIN, tree.text(25))
    forged = replace(lines[1], signature=bytes(64))
    parts = parts_of(await bundled(casino, tree=tree))
    note = part(parts, "checkpoint")
    note.content = note.content.replace(lines[1].line.encode(), forged.line.encode())
    assert codes(verified(whole(parts), Trust(both.keys(ORIGIN)))) == ["signature-invalid"]


async def test_a_key_of_another_log_is_not_believed() -> None:
    report = verified(await bundled(await short_story()), Trust(SIGNER.keys("casino.example/other")))
    assert codes(report) == ["signature-missing", "origin-differs"]


async def test_each_of_several_trusted_keys_is_believed_about_its_own_log_alone() -> None:
    casino = await short_story()
    evil = "evil.example/house"
    trust = Trust((*SIGNER.keys(ORIGIN), *INSIDER.keys(evil)))
    assert codes(verified(await bundled(casino), trust)) == []

    parts = parts_of(await bundled(casino))
    text = tree_of(casino).text(25)
    note = part(parts, "checkpoint")
    note.content = write_note(Note(text, INSIDER.sign(evil, text)))
    report = verified(whole(parts), trust)
    assert (codes(report), report.proven and report.proven.signers) == (["signature-missing"], ())
    assert f"no trusted key of {ORIGIN} has signed" in report.findings[0].detail

    note.content = write_note(Note(text, SIGNER.sign(ORIGIN, text) + INSIDER.sign(evil, text)))
    report = verified(whole(parts), trust)
    assert (codes(report), report.proven and report.proven.signers) == (
        [],
        tuple(key.text for key in SIGNER.keys(ORIGIN)),
    )


async def test_a_witness_that_was_asked_for_must_have_cosigned() -> None:
    casino = await short_story()
    trust = replace(TRUST, witnesses=(WITNESS_KEY,))
    assert codes(verified(await bundled(casino), trust)) == ["witness-missing"]

    tree = tree_of(casino)
    tree.cosignatures = (cosigned(tree, tree.text(25)),)
    report = verified(await bundled(casino, tree=tree), trust)
    assert (codes(report), report.proven and report.proven.cosigners) == ([], (WITNESS_KEY.text,))

    tree.cosignatures = (cosigned(tree, tree.text(24)),)
    assert codes(verified(await bundled(casino, tree=tree), trust)) == ["witness-invalid"]


@pytest.mark.parametrize(
    "note",
    [b"", b"\xff", b"no note", b"a\n1\nAAAA\n\n", b"\n" * 1_000, b"a" * 1_000_000],
)
async def test_a_checkpoint_that_is_none_is_found_and_nothing_is_proven(note: bytes) -> None:
    parts = parts_of(await bundled(await short_story()))
    part(parts, "checkpoint").content = note
    report = verified(whole(parts))
    assert codes(report) == ["checkpoint-unreadable"]
    assert (report.proven, report.decided) == (None, None)


def test_keys_are_read_from_lines_and_blank_ones_are_passed_over() -> None:
    (key,) = SIGNER.keys(ORIGIN)
    assert read_keys(f"\n{key.text}\n\n {WITNESS_KEY.text} \n".encode()) == (key, WITNESS_KEY)
    with pytest.raises(Malformed):
        read_keys(b"")

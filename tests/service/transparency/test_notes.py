"""Signed notes: what is written is read back, what is hostile is `Malformed`."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from croupier.adapters.ed25519 import Ed25519Checker, Ed25519Signer
from croupier.service.transparency.malformed import Malformed
from croupier.service.transparency.notes import (
    COSIGNATURE,
    Note,
    NoteSignature,
    key_id,
    parse_note,
    parse_verifier_key,
    verifier_key,
    write_note,
)

SPECIFIED = """Ognuno sta solo sul cuor della terra
trafitto da un raggio di sole:

ed è subito sera.

— quasimodo.example/salvatore \
NnugSzTjtVAewIS+Z/iJhUPeFDkO/5QQ2i5ddnGITLlC+EhfLW9oJKONrMouFSQU0xMcXxj99ihAQwaqP3ZekRwNtIc=
""".encode()
"""The example of C2SP signed-note."""

SIGNER = Ed25519Signer([bytes(range(32))])


def test_the_specifications_note_is_read_with_its_blank_line() -> None:
    note = parse_note(SPECIFIED)
    assert note.text.endswith("sole:\n\ned è subito sera.\n")
    (signature,) = note.signatures
    assert (signature.name, signature.key_id.hex()) == ("quasimodo.example/salvatore", "367ba04b")
    assert len(signature.signature) == 64
    assert write_note(note) == SPECIFIED


def test_a_verifier_key_is_one_line_that_is_read_back() -> None:
    # The key that the documentation of Go's checksum database publishes.
    text = "sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8"
    key = parse_verifier_key(text)
    assert (key.name, key.key_id.hex(), key.algorithm, len(key.public)) == (
        "sum.golang.org",
        "033de0ae",
        1,
        32,
    )
    assert key.text == text


def test_a_witnesss_key_has_another_id_than_a_logs_key_of_the_same_bytes() -> None:
    log, witness = verifier_key("a", b"k" * 32), verifier_key("a", b"k" * 32, COSIGNATURE)
    assert log.key_id == key_id("a", 1, b"k" * 32) != witness.key_id
    assert parse_verifier_key(witness.text) == witness


def test_what_the_signer_signs_the_checker_accepts_and_nothing_else() -> None:
    (key,) = SIGNER.keys("croupier.local/house")
    (signature,) = SIGNER.sign("croupier.local/house", "text\n")
    check = Ed25519Checker().valid
    assert (signature.name, signature.key_id) == (key.name, key.key_id)
    assert check(key.public, b"text\n", signature.signature)
    assert not check(key.public, b"text", signature.signature)
    assert not check(key.public, b"text\n", signature.signature[:-1])
    assert not check(SIGNER.keys("croupier.local/other")[0].public, b"text\n", signature.signature)


@given(st.binary(max_size=40), st.binary(max_size=70))
def test_no_bytes_break_the_checker(public: bytes, signature: bytes) -> None:
    assert not Ed25519Checker().valid(public, b"text\n", signature)


NAMES = st.text(min_size=1, max_size=20).filter(
    lambda text: (
        "+" not in text
        and not any(char.isspace() or char < " " or "\ud800" <= char <= "\udfff" for char in text)
    )
)
TEXTS = st.text(
    st.characters(
        exclude_categories=["Cs"], exclude_characters=[chr(code) for code in range(32) if code != 10]
    ),
    max_size=80,
).map(lambda text: f"{text}\n")
SIGNATURES = st.builds(
    NoteSignature, NAMES, st.binary(min_size=4, max_size=4), st.binary(min_size=1, max_size=90)
)


@given(TEXTS, st.lists(SIGNATURES, min_size=1, max_size=20))
def test_every_note_is_read_back_as_it_was_written(text: str, signatures: list[NoteSignature]) -> None:
    note = Note(text, tuple(signatures))
    assert parse_note(write_note(note)) == note


@pytest.mark.parametrize(
    ("text", "signatures"),
    [
        ("no newline", (NoteSignature("a", b"1234", b"s"),)),
        ("none\n", ()),
        ("a control\r\n", (NoteSignature("a", b"1234", b"s"),)),
        ("a name\n", (NoteSignature("a b", b"1234", b"s"),)),
        ("a name\n", (NoteSignature("a+b", b"1234", b"s"),)),
        ("a name\n", (NoteSignature("", b"1234", b"s"),)),
        ("a line\n", (NoteSignature("a\nb", b"1234", b"s"),)),
        ("an id\n", (NoteSignature("a", b"123", b"s"),)),
        ("a half\ud800\n", (NoteSignature("a", b"1234", b"s"),)),
    ],
)
def test_what_could_not_be_read_back_is_not_written(text: str, signatures: tuple[NoteSignature, ...]) -> None:
    with pytest.raises(Malformed):
        write_note(Note(text, signatures))


LINE = "— name AAAAAAE=\n"


@pytest.mark.parametrize(
    "data",
    [
        "",
        "\n",
        "\n\n",
        "text\n",
        "text\n\n",
        f"text\n{LINE}",
        f"text\n\n{LINE}"[:-1],
        f"text\n\n{LINE}\n",
        f"text\n\n{LINE}text\n",
        "text\n\n- name AAAAAAE=\n",
        "text\n\n—name AAAAAAE=\n",
        "text\n\n— name\n",
        "text\n\n— name \n",
        "text\n\n—  AAAAAAE=\n",
        "text\n\n— na+me AAAAAAE=\n",
        "text\n\n— na\u00a0me AAAAAAE=\n",
        "text\n\n— name AAAAAA==\n",
        "text\n\n— name AAAAAAF=\n",
        "text\n\n— name AAAAAAE\n",
        "text\n\n— name AAAAAAE= \n",
        "text\n\n— name AAAA AAE=\n",
        "text\n\n— name !!!!\n",
        f"te\0xt\n\n{LINE}",
        f"te\rxt\n\n{LINE}",
        "text\n\n" + LINE * 101,
        "t" * 1_000_001,
    ],
)
def test_hostile_notes_are_malformed(data: str) -> None:
    with pytest.raises(Malformed):
        parse_note(data.encode())


@given(st.binary(max_size=300))
@example(b"\xff\n\n" + LINE.encode())
@example(b"\xed\xa0\x80\n\n" + LINE.encode())
def test_any_bytes_are_a_note_or_malformed(data: bytes) -> None:
    try:
        note = parse_note(data)
    except Malformed:
        return
    assert write_note(note) == data


@given(st.integers(0, len(SPECIFIED) - 1), st.integers(0, 255))
def test_a_note_with_a_byte_changed_is_another_note_or_malformed(place: int, byte: int) -> None:
    data = SPECIFIED[:place] + bytes([byte]) + SPECIFIED[place + 1 :]
    try:
        note = parse_note(data)
    except Malformed:
        return
    assert (note == parse_note(SPECIFIED)) == (data == SPECIFIED)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "name",
        "name+12345678",
        "+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8",
        "sum.golang.org+033de0af+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8",
        "sum.golang.org+033DE0AE+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8",
        "sum golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8",
        "sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuA==",
        "sum.golang.org+033de0ae+As4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8",
        "sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8\n",
        "\ud800+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8",
        "sum.golang.org+033de0ae+é",
    ],
)
def test_hostile_verifier_keys_are_malformed(text: str) -> None:
    with pytest.raises(Malformed):
        parse_verifier_key(text)

"""Checkpoints and proof files: what is written is read back, what is hostile is `Malformed`."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.service.transparency.checkpoints import Checkpoint, parse_checkpoint
from croupier.service.transparency.malformed import Malformed
from croupier.service.transparency.notes import parse_note, write_note
from croupier.service.transparency.tlogproof import TlogProof, parse_proof, write_proof

CHECKPOINT = """example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

— example.com/behind-the-sofa \
Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
— witness.example.com/w1 \
jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==
""".encode()
"""The example of C2SP tlog-cosignature."""

ROOT = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="


def test_the_specifications_checkpoint_is_read_with_its_cosignature() -> None:
    note = parse_note(CHECKPOINT)
    checkpoint = parse_checkpoint(note.text)
    assert (checkpoint.origin, checkpoint.size) == ("example.com/behind-the-sofa", 20_852_163)
    assert checkpoint.text == note.text
    assert [len(signature.signature) for signature in note.signatures] == [64, 8 + 64]
    assert write_note(note) == CHECKPOINT


@given(st.integers(0, 2**63 - 1), st.binary(min_size=32, max_size=32))
def test_every_checkpoint_is_read_back(size: int, root: bytes) -> None:
    checkpoint = Checkpoint("croupier.local/house", size, root)
    assert parse_checkpoint(checkpoint.text) == checkpoint


def test_lines_that_a_checkpoint_has_more_are_kept_since_they_are_signed() -> None:
    text = f"origin\n0\n{ROOT}\nmore\n"
    checkpoint = parse_checkpoint(text)
    assert (checkpoint.extensions, checkpoint.text) == (("more",), text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "origin\n0\n",
        f"origin\n0\n{ROOT}",
        f"\n0\n{ROOT}\n",
        f"origin\n00\n{ROOT}\n",
        f"origin\n-1\n{ROOT}\n",
        f"origin\n+1\n{ROOT}\n",
        f"origin\n1_0\n{ROOT}\n",
        f"origin\n٣\n{ROOT}\n",
        f"origin\n{2**63}\n{ROOT}\n",
        f"origin\n{'9' * 5000}\n{ROOT}\n",
        f"origin\n0\n{ROOT[:-4]}\n",
        f"origin\n0\n{ROOT} \n",
        f"origin\n0\n{ROOT}\n\nmore\n",
        "origin\n0\n!\n",
    ],
)
def test_hostile_checkpoints_are_malformed(text: str) -> None:
    with pytest.raises(Malformed):
        parse_checkpoint(text)


@given(st.integers(0, 2**63 - 1), st.lists(st.binary(min_size=32, max_size=32), max_size=63))
def test_every_proof_file_is_read_back(index: int, hashes: list[bytes]) -> None:
    assert parse_proof(write_proof(index, hashes, CHECKPOINT)) == TlogProof(index, tuple(hashes), CHECKPOINT)


def test_extra_data_of_a_proof_file_is_read_and_means_nothing() -> None:
    proof = parse_proof(b"c2sp.org/tlog-proof@v1\nextra aGk=\nindex 7\n\n" + CHECKPOINT)
    assert proof == TlogProof(7, (), CHECKPOINT, b"hi")


@pytest.mark.parametrize(
    "data",
    [
        "",
        "c2sp.org/tlog-proof@v1\nindex 7\n",
        "c2sp.org/tlog-proof@v2\nindex 7\n\nnote",
        "c2sp.org/tlog-proof@v1\n\nnote",
        "c2sp.org/tlog-proof@v1\nextra aGk=\n\nnote",
        "c2sp.org/tlog-proof@v1\nextra aGl=\nindex 7\n\nnote",
        "c2sp.org/tlog-proof@v1\nindex 7\nextra aGk=\n\nnote",
        "c2sp.org/tlog-proof@v1\nindex 07\n\nnote",
        "c2sp.org/tlog-proof@v1\nindex -7\n\nnote",
        "c2sp.org/tlog-proof@v1\nindex 7\naGk=\n\nnote",
        f"c2sp.org/tlog-proof@v1\nindex 7\n{ROOT}\r\n\nnote",
        "c2sp.org/tlog-proof@v1\nindex 7\n" + f"{ROOT}\n" * 64 + "\nnote",
        "c2sp.org/tlog-proof@v1\nindex é\n\nnote",
        "c2sp.org/tlog-proof@v1\nindex 7\n" + "A" * 200_000 + "\n\nnote",
    ],
)
def test_hostile_proof_files_are_malformed(data: str) -> None:
    with pytest.raises(Malformed):
        parse_proof(data.encode())


@given(st.binary(max_size=200))
def test_any_bytes_are_a_proof_file_or_malformed(data: bytes) -> None:
    for tried in (data, b"c2sp.org/tlog-proof@v1\nindex " + data):
        try:
            parse_proof(tried)
        except Malformed:
            continue
        assert b"\n\n" in tried

"""Whatever a file holds, the verifier says what is wrong, in bounded memory and without a traceback."""

import gzip
import io
import tarfile
import tracemalloc
from typing import BinaryIO

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.json import decode, encode
from tests.support.bundling import (
    RULEBOOKS,
    TRUST,
    Part,
    bundled,
    codes,
    part,
    parts_of,
    verified,
    whole,
    with_manifest,
)
from tests.support.playing import CODE, short_story

from croupier.adapters.ed25519 import Ed25519Checker
from croupier.service.bundles.tar import CLOSING, header
from croupier.service.verifying import Verifier
from croupier.service.verifying.findings import MOST_LISTED


@pytest.fixture(scope="module")
async def bundle() -> bytes:
    """A small bundle."""
    return await bundled(await short_story())


@given(data=st.data())
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_changed_byte_is_found(bundle: bytes, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(bundle) - 1))
    by = data.draw(st.integers(1, 255))
    changed = bundle[:place] + bytes([bundle[place] ^ by]) + bundle[place + 1 :]
    assert verified(changed).wrong


def test_a_name_that_goes_on_behind_its_end_is_found(bundle: bytes) -> None:
    last = bundle.index(b"tile/0/000.p/25") + 99
    for byte in (1, 128, 255):
        changed = bundle[:last] + bytes([byte]) + bundle[last + 1 :]
        assert codes(verified(changed)) in (["member-unknown"], ["member-irregular"])


@given(data=st.data())
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_bundle_that_is_cut_off_anywhere_is_found(bundle: bytes, data: st.DataObject) -> None:
    report = verified(bundle[: data.draw(st.integers(0, len(bundle) - 1))])
    assert codes(report)[-1] in ("bundle-truncated", "not-a-bundle")


@given(data=st.data())
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_change_of_a_member_s_content_is_told_even_with_an_end_that_fits(
    bundle: bytes, data: st.DataObject
) -> None:
    parts = parts_of(bundle)
    changed = data.draw(st.sampled_from([one for one in parts if one.name not in ("key", "manifest.json")]))
    place = data.draw(st.integers(0, len(changed.content) - 1))
    content = bytearray(changed.content)
    content[place] ^= data.draw(st.integers(1, 255))
    changed.content = bytes(content)
    assert verified(whole(parts)).wrong


@given(junk=st.binary(max_size=3_000))
@settings(max_examples=200, deadline=None)
def test_junk_is_told(junk: bytes) -> None:
    assert codes(verified(junk)) in (["not-a-bundle"], ["bundle-truncated"], ["member-order"])


@pytest.mark.parametrize("file", [b"", bytes(512), bytes(1024), bytes(100_000)])
def test_an_empty_file_or_archive_is_told(file: bytes) -> None:
    assert codes(verified(file))[0] in ("bundle-truncated", "member-order", "trailing-data")


def test_a_compressed_bundle_is_told(bundle: bytes) -> None:
    assert codes(verified(gzip.compress(bundle))) == ["not-a-bundle"]


def test_a_bundle_packed_anew_by_another_program_is_told(bundle: bytes) -> None:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as tar:
        for one in parts_of(bundle):
            info = tarfile.TarInfo(one.name)
            info.size, info.mtime = len(one.content), 1_700_000_000
            tar.addfile(info, io.BytesIO(one.content))
    assert codes(verified(packed.getvalue())) == ["member-irregular"]


def entry(name: str, kind: bytes = tarfile.REGTYPE, link: str = "") -> bytes:
    """A header as another program would write it."""
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, link
    return info.tobuf(tarfile.USTAR_FORMAT)


@pytest.mark.parametrize(
    ("member", "code"),
    [
        (entry("../../etc/passwd"), "member-unknown"),
        (entry("/etc/passwd"), "member-unknown"),
        (header("tile/../../etc/passwd", 0), "member-unknown"),
        (header("tile/entries/000", 0), "member-unknown"),
        (header("records/../../../x", 0), "member-unknown"),
        (header("records/\x1b[31m", 0), "member-unknown"),
        (entry("records/000001", tarfile.SYMTYPE, "/etc/passwd"), "member-irregular"),
        (entry("records/000001", tarfile.LNKTYPE, "key"), "member-irregular"),
        (entry("records/000001", tarfile.DIRTYPE), "member-unknown"),
        (entry("records/000001", tarfile.CHRTYPE), "member-irregular"),
        (entry("records/000001", tarfile.GNUTYPE_SPARSE), "member-irregular"),
        (entry("x", tarfile.XHDTYPE), "member-unknown"),
        (header("records/000001", 10 * 2**30 // 2), "member-too-large"),
        (header("tile/0/001", 8_193), "member-too-large"),
        (header("key", 65_537), "member-too-large"),
        (header("key", 0), "member-order"),
        (header("manifest.json", 0), "member-order"),
        (b"\xff" * 512, "member-unknown"),
        (header("records/000001", 0)[:124] + b"\x80" + b"\xff" * 11 + bytes(376), "member-irregular"),
    ],
)
def test_a_hostile_member_is_told_before_it_is_read(bundle: bytes, member: bytes, code: str) -> None:
    before = bundle[: bundle.rindex(header("end", 104))]
    report = verified(before + member + CLOSING)
    assert codes(report) == [code]
    assert report.decided is None


def test_what_follows_behind_the_end_is_told(bundle: bytes) -> None:
    assert codes(verified(bundle + b"x")) == ["trailing-data"]
    assert codes(verified(bundle + bytes(512))) == ["trailing-data"]
    doubled = bundle.removesuffix(CLOSING) + bundle
    assert codes(verified(doubled)) == ["member-order"]


def test_a_bundle_without_its_last_member_is_told(bundle: bytes) -> None:
    assert codes(verified(bundle[: bundle.rindex(header("end", 104))] + CLOSING)) == ["bundle-truncated"]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "manifest-unreadable"),
        (b"\xff\xfe{}", "manifest-unreadable"),
        (b"[" * 60_000, "manifest-unreadable"),
        (b'{"size":' + b"9" * 5_000 + b"}", "manifest-unreadable"),
        (b"{}", "manifest-unreadable"),
    ],
)
def test_a_manifest_that_is_none_is_told(bundle: bytes, content: bytes, code: str) -> None:
    parts = parts_of(bundle)
    part(parts, "manifest.json").content = content
    assert codes(verified(whole(parts))) == [code]


def test_a_manifest_that_knows_more_or_of_another_version_is_told(bundle: bytes) -> None:
    for fields, code in (
        ({"version": 2}, "version-unknown"),
        ({"format": "zip"}, "version-unknown"),
        ({"more": 1}, "manifest-unreadable"),
        ({"selection": {"of": "everything"}}, "manifest-unreadable"),
    ):
        parts = parts_of(bundle)
        with_manifest(parts, **fields)
        assert codes(verified(whole(parts))) == [code]


def test_an_end_that_does_not_fit_is_told(bundle: bytes) -> None:
    before = bundle[: bundle.rindex(header("end", 104))]
    end = decode(bundle[len(before) + 512 : len(before) + 616])
    for field, value in (("records", 24), ("bytes", 1), ("sha256", "00" * 32)):
        content = encode({**end, field: value}).ljust(512, b"\0")
        size = len(content.rstrip(b"\0"))
        assert codes(verified(before + header("end", size) + content + CLOSING)) == ["bundle-damaged"]
    assert codes(verified(before + header("end", 2) + b"{}".ljust(512, b"\0") + CLOSING)) == [
        "end-unreadable"
    ]


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"\n",
        b"1\n",
        b"\t{}\n",
        b"-1\t{}\n",
        b"1e3\t{}\n",
        "٣\t{}\n".encode(),
        b"99999999999999999999\t{}\n",
        b"3\t" + b"[" * 100_000 + b"\n",
        b'3\t{"stream":"\\ud800","revision":1}\n',
        b'3\t{"stream":"baccarat-a1","revision":' + b"9" * 5_000 + b"}\n",
        b'3\t{"stream":"baccarat-a1","revision":-1}\n',
        b"3\t\xff\xfe\n",
        b"3\t{}\n" * 10_000,
        b"x\n" * 100_000,
    ],
)
def test_hostile_lines_are_told(bundle: bytes, line: bytes) -> None:
    parts = parts_of(bundle)
    part(parts, "records/000000").content = line
    report = verified(whole(parts))
    assert report.wrong
    assert len(report.findings) <= MOST_LISTED


def test_as_many_faults_as_make_no_sense_end_the_verification(bundle: bytes) -> None:
    parts = parts_of(bundle)
    parts += [Part(f"records/{number:06}", b"x\n" * 1_000) for number in range(1, 1_000)]
    report = verified(whole(parts))
    assert report.wrong == 10 * MOST_LISTED
    assert report.decided is None


class Endless(io.RawIOBase):
    """A file of ten gigabytes that is made while it is read: a bundle's head, then members without an end."""

    def __init__(self, head: bytes, member: bytes) -> None:
        self._head, self._member, self._at = head, member, 0
        self._left = 10 * 2**30

    def seek(self, offset: int, whence: int = 0) -> int:
        self._at = 0
        return 0

    def read(self, size: int = -1) -> bytes:
        assert 0 <= size <= 4 * 2**20, "no reading asks for more than a member may have"
        source = self._head if self._at < len(self._head) else self._member
        at = self._at if source is self._head else (self._at - len(self._head)) % len(source)
        found = source[at : at + size]
        self._at += len(found)
        self._left -= len(found)
        assert self._left > 0, "nothing stops the reading"
        return found + self.read(size - len(found)) if len(found) < size else found


def test_a_huge_file_of_faults_is_given_up_in_bounded_memory(bundle: bytes) -> None:
    content = b"x\n" * 500_000
    member = header("records/000001", len(content)) + content + bytes(-len(content) % 512)
    head = bundle[: bundle.index(header("records/000000", 12066))]
    file: BinaryIO = Endless(head, member)  # type: ignore[assignment]
    tracemalloc.start()
    report = Verifier(Ed25519Checker(), CODE, RULEBOOKS).verify(file, TRUST)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert report.wrong == 10 * MOST_LISTED
    assert peak < 64 * 2**20

"""A witness over HTTP: what it cosigns, and everything that it does not."""

import asyncio
from base64 import b64decode, b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path

import httpx
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from structlog.testing import capture_logs
from tests.support.logs import ORIGIN, MemoryLog

from croupier.adapters.ed25519 import Ed25519Checker
from croupier.adapters.http.server.serving import free_address, serve
from croupier.adapters.system import SystemClock
from croupier.adapters.witness.app import WitnessApp
from croupier.adapters.witness.folder import NoteFolder
from croupier.adapters.witness.keyfile import CosigningKey
from croupier.service.transparency.notes import VerifierKey, parse_note
from croupier.service.transparency.submissions import write_submission
from croupier.service.transparency.witnessing import Witness

KEY = CosigningKey("witness.test/w1", Ed25519PrivateKey.generate())


@asynccontextmanager
async def witnessing(folder: Path, *logs: VerifierKey) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a witness of these logs that works in the folder."""
    host, port = free_address("127.0.0.1", 0)
    stopping, ready = asyncio.Event(), asyncio.Event()
    with NoteFolder(folder) as kept:
        app = WitnessApp(Witness(logs, KEY, kept, Ed25519Checker(), SystemClock()))
        served = asyncio.create_task(serve(app, host, port, stopping, ready.set))
        await ready.wait()
        async with httpx.AsyncClient(base_url=f"http://{host}:{port}", timeout=20, verify=False) as client:
            yield client
        stopping.set()
        await served


@pytest.fixture
def memory_log() -> MemoryLog:
    return MemoryLog()


@pytest.fixture
async def client(memory_log: MemoryLog, tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a witness of the log."""
    async with witnessing(tmp_path / "state", memory_log.key) as client:
        yield client


async def add(client: httpx.AsyncClient, body: bytes) -> httpx.Response:
    return await client.post("/add-checkpoint", content=body)


async def test_growth_is_cosigned_from_the_first_checkpoint_on(
    memory_log: MemoryLog, client: httpx.AsyncClient
) -> None:
    for old, new in ((0, 3), (3, 8), (8, 8), (8, 700)):
        answer = await add(client, await memory_log.submission(old, new))
        assert answer.status_code == 200
        note = parse_note(memory_log.note(new) + answer.content)
        assert [signature.name for signature in note.signatures] == [ORIGIN, KEY.key.name]


async def test_a_cosignature_is_ed25519_over_time_and_checkpoint(
    memory_log: MemoryLog, client: httpx.AsyncClient
) -> None:
    """Checked here with nothing of the product but the public key."""
    before = int(SystemClock().now().timestamp())
    answer = await add(client, await memory_log.submission(0, 5))
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    dash, name, encoded = answer.text.removesuffix("\n").split(" ")
    data = b64decode(encoded)
    public = KEY.key.public
    assert (dash, name) == ("—", "witness.test/w1")
    assert data[:4] == sha256(b"witness.test/w1\n\x04" + public).digest()[:4]
    seconds = int.from_bytes(data[4:12], "big")
    assert before <= seconds <= before + 60
    message = f"cosignature/v1\ntime {seconds}\n{memory_log.text(5)}".encode()
    Ed25519PublicKey.from_public_bytes(public).verify(data[12:], message)


async def test_another_size_than_the_last_is_told_the_last(
    memory_log: MemoryLog, client: httpx.AsyncClient
) -> None:
    for old, new, told in ((2, 3, "0\n"), (0, 4, None), (0, 6, "4\n"), (3, 6, "4\n"), (6, 6, "4\n")):
        answer = await add(client, await memory_log.submission(old, new))
        if told is None:
            assert answer.status_code == 200
            continue
        assert answer.status_code == 409
        assert answer.headers["content-type"] == "text/x.tlog.size"
        assert answer.text == told


async def test_a_rollback_is_refused(memory_log: MemoryLog, client: httpx.AsyncClient) -> None:
    await add(client, await memory_log.submission(0, 9))
    assert (await add(client, await memory_log.submission(0, 5))).text == "9\n"
    assert (await add(client, await memory_log.submission(5, 5))).text == "9\n"
    assert (await add(client, write_submission(9, [], memory_log.note(5)))).status_code == 400


async def test_a_fork_is_refused_at_any_size(memory_log: MemoryLog, client: httpx.AsyncClient) -> None:
    await add(client, await memory_log.submission(0, 6))
    fork = MemoryLog("other", memory_log.private)
    same = await add(client, await fork.submission(6, 6))
    assert (same.status_code, same.headers["content-type"]) == (409, "text/plain; charset=utf-8")
    longer = await add(client, await fork.submission(6, 10))
    assert longer.status_code == 422
    assert (await add(client, await memory_log.submission(6, 10))).status_code == 200


async def test_a_wrong_proof_is_refused(memory_log: MemoryLog, client: httpx.AsyncClient) -> None:
    await add(client, await memory_log.submission(0, 6))
    proof = await memory_log.proof(6, 10)
    wrong: tuple[list[bytes], ...] = (
        [],
        proof[:-1],
        [*proof, proof[0]],
        proof[::-1],
        [bytes(32), *proof[1:]],
        await memory_log.proof(5, 10),
    )
    for hashes in wrong:
        answer = await add(client, write_submission(6, hashes, memory_log.note(10)))
        assert answer.status_code == 422
    answer = await add(client, write_submission(6, proof, memory_log.note(10)))
    assert answer.status_code == 200


async def test_a_log_is_accused_of_two_roots_of_one_size_and_of_nothing_that_anybody_could_send(
    memory_log: MemoryLog, client: httpx.AsyncClient
) -> None:
    await add(client, await memory_log.submission(0, 6))
    junk = write_submission(6, [bytes(32)], memory_log.note(10))
    with capture_logs() as lines:
        assert (await add(client, junk)).status_code == 422
    (line,) = [line for line in lines if "submitted" in line]
    assert (line["event"], line["log_level"]) == ("a checkpoint was not proven", "warning")
    assert line["submitted"] == junk.decode()

    fork = await MemoryLog("other", memory_log.private).submission(6, 6)
    with capture_logs() as lines:
        assert (await add(client, fork)).status_code == 409
    (line,) = [line for line in lines if "submitted" in line]
    assert (line["event"], line["log_level"]) == ("a log shows another history", "error")
    assert line["submitted"] == fork.decode()


async def test_a_padded_submission_is_not_logged_whole(
    memory_log: MemoryLog, client: httpx.AsyncClient
) -> None:
    await add(client, await memory_log.submission(0, 6))
    padding = f"{MemoryLog().signature('anything').line}\n".encode() * 50
    with capture_logs() as lines:
        answer = await add(client, write_submission(6, [], memory_log.note(10) + padding))
    assert answer.status_code == 422
    assert [len(line["submitted"]) for line in lines if "submitted" in line] == [4096]


async def test_a_first_checkpoint_has_no_proof(memory_log: MemoryLog, client: httpx.AsyncClient) -> None:
    answer = await add(client, write_submission(0, [bytes(32)], memory_log.note(3)))
    assert answer.status_code == 422


async def test_a_log_that_nobody_knows_is_not_found(client: httpx.AsyncClient) -> None:
    stranger = MemoryLog(origin="croupier.test/other")
    assert (await add(client, await stranger.submission(0, 3))).status_code == 404


async def test_what_no_known_key_signed_is_forbidden(
    memory_log: MemoryLog, client: httpx.AsyncClient
) -> None:
    imposter = MemoryLog()
    assert (await add(client, await imposter.submission(0, 3))).status_code == 403
    signed_for_another_size = memory_log.note(3).partition(b"\n\n")[2]
    tampered = memory_log.text(4).encode() + b"\n" + signed_for_another_size
    assert (await add(client, write_submission(0, [], tampered))).status_code == 403
    # The imposter's signature under the known key's id.
    line = memory_log.signature("another text\n").line
    forged = f"{memory_log.text(3)}\n{line}\n".encode()
    assert (await add(client, write_submission(0, [], forged))).status_code == 403


async def test_signatures_by_unknown_keys_beside_the_logs_own_are_passed_over(
    memory_log: MemoryLog, client: httpx.AsyncClient
) -> None:
    imposter = MemoryLog()
    unknown = imposter.signature("anything\n").line
    note = memory_log.note(3) + f"{unknown}\n".encode()
    assert (await add(client, write_submission(0, [], note))).status_code == 200
    kept = await client.get(f"/checkpoint/{ORIGIN}")
    assert [one.key_id for one in parse_note(kept.content).signatures] == [
        memory_log.key.key_id,
        KEY.key.key_id,
    ]


def _malformed(log: MemoryLog) -> dict[str, bytes]:
    note, b64 = log.note(3), b64encode(bytes(32))
    return {
        "nothing": b"",
        "no blank line": b"old 0\n" + note.replace(b"\n\n", b"\n"),
        "no old size": b"\n" + note,
        "an old size with a zero before it": b"old 00\n\n" + note,
        "a negative old size": b"old -1\n\n" + note,
        "an old size with two spaces": b"old  0\n\n" + note,
        "an old size of other digits": "old ٣\n\n".encode() + note,
        "an old size past 2^63": b"old 9223372036854775808\n\n" + note,
        "an old size above the new one": b"old 4\n\n" + note,
        "carriage returns": b"old 0\r\n\r\n" + note,
        "a hash that is no base64": b"old 0\n!!!!\n\n" + note,
        "a hash too short": b"old 0\n" + b64encode(bytes(31)) + b"\n\n" + note,
        "too many hashes": b"old 0\n" + (b64 + b"\n") * 64 + b"\n" + note,
        "no note": b"old 0\n\n",
        "a note without signatures": b"old 0\n\n" + note.partition(b"\n\n")[0] + b"\n",
        "a note cut short": b"old 0\n\n" + note[:-1],
        "a checkpoint of one line": b"old 0\n\nabc\n\n" + note.partition(b"\n\n")[2],
        "a root too short": b"old 0\n\n" + note.replace(note.split(b"\n")[2], b64encode(bytes(31))),
        "a signature that is no base64": b"old 0\n\n" + note[:-8] + b"*******\n",
        "no text": bytes(range(256)),
    }


async def test_malformed_submissions_are_told_so(memory_log: MemoryLog, client: httpx.AsyncClient) -> None:
    for what, body in _malformed(memory_log).items():
        answer = await add(client, body)
        assert answer.status_code == 400, what
        assert answer.text.endswith("\n"), what
    assert (await add(client, await memory_log.submission(0, 3))).status_code == 200


async def test_a_body_without_end_is_cut_off(client: httpx.AsyncClient) -> None:
    reader, writer = await asyncio.open_connection(client.base_url.host, client.base_url.port)
    writer.write(b"POST /add-checkpoint HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
    for _ in range(17):  # one more than fits, and the end never comes
        writer.write(b"1000\r\n%b\r\n" % (b"A" * 4096))
    async with asyncio.timeout(10):
        assert (await reader.readline()).startswith(b"HTTP/1.1 413 ")
    writer.close()
    assert (await client.post("/add-checkpoint", content=b"A" * 65_537)).status_code == 413


async def test_other_paths_and_methods_have_nothing(client: httpx.AsyncClient) -> None:
    assert (await client.get("/add-checkpoint")).status_code == 405
    for path in ("/checkpoint/", "/checkpoint/croupier.test/other", "/checkpoint/../lock", "/lock", "/x"):
        assert (await client.get(path)).status_code == 404
    assert (await client.post("/")).status_code == 404


async def test_what_was_cosigned_last_can_be_read(memory_log: MemoryLog, client: httpx.AsyncClient) -> None:
    assert (await client.get("/")).text == f"{KEY.key.text}\n{ORIGIN}\n"
    assert (await client.get(f"/checkpoint/{ORIGIN}")).status_code == 404
    cosignature = await add(client, await memory_log.submission(0, 3))
    assert (await client.get(f"/checkpoint/{ORIGIN}")).content == memory_log.note(3) + cosignature.content


async def test_of_many_at_once_no_two_are_cosigned_from_the_same_place(
    memory_log: MemoryLog, client: httpx.AsyncClient
) -> None:
    await add(client, await memory_log.submission(0, 4))
    bodies = [await memory_log.submission(4, size) for size in range(5, 17)]
    answers = await asyncio.gather(*(add(client, body) for body in bodies))
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 11
    (size,) = (size for size, answer in zip(range(5, 17), answers, strict=True) if answer.is_success)
    assert {answer.text for answer in answers if not answer.is_success} == {f"{size}\n"}


async def test_a_log_may_change_its_key(memory_log: MemoryLog, tmp_path: Path) -> None:
    renewed = MemoryLog()
    async with witnessing(tmp_path / "state", memory_log.key, renewed.key) as client:
        assert (await add(client, await memory_log.submission(0, 3))).status_code == 200
        assert (await add(client, await renewed.submission(3, 7))).status_code == 200


async def test_logs_are_watched_apart(memory_log: MemoryLog, tmp_path: Path) -> None:
    other = MemoryLog(origin="croupier.test/other")
    async with witnessing(tmp_path / "state", memory_log.key, other.key) as client:
        assert (await add(client, await memory_log.submission(0, 3))).status_code == 200
        assert (await add(client, await other.submission(0, 5))).status_code == 200
        assert (await add(client, await memory_log.submission(3, 4))).status_code == 200


async def test_it_remembers_over_a_restart(memory_log: MemoryLog, tmp_path: Path) -> None:
    async with witnessing(tmp_path / "state", memory_log.key) as client:
        await add(client, await memory_log.submission(0, 6))
    async with witnessing(tmp_path / "state", memory_log.key) as client:
        assert (await add(client, await memory_log.submission(0, 6))).text == "6\n"
        fork = MemoryLog("other", memory_log.private)
        assert (await add(client, await fork.submission(6, 7))).status_code == 422


async def test_what_it_can_not_remember_it_does_not_cosign(
    memory_log: MemoryLog, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError("no space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("croupier.adapters.witness.folder.os.fsync", full)
        answer = await add(client, await memory_log.submission(0, 3))
        assert answer.status_code == 500
        assert "—" not in answer.text
    assert (await add(client, await memory_log.submission(0, 3))).status_code == 200


async def test_a_damaged_memory_cosigns_nothing(memory_log: MemoryLog, tmp_path: Path) -> None:
    async with witnessing(tmp_path / "state", memory_log.key) as client:
        await add(client, await memory_log.submission(0, 3))
        (kept,) = (tmp_path / "state").glob("*.note")
        for damaged in (b"", kept.read_bytes()[:40], b"\xff" * 200):
            kept.write_bytes(damaged)
            answer = await add(client, await memory_log.submission(3, 6))
            assert answer.status_code == 500
            assert "—" not in answer.text

"""The service asks its witnesses: what it takes from them, and what none of them can do to it."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from tests.adapters.test_witness import KEY, add, witnessing
from tests.support.logs import ORIGIN, MemoryLog

from croupier.adapters import witnesses as asking
from croupier.adapters.ed25519 import Ed25519Checker
from croupier.adapters.settings import Settings, SettingsError
from croupier.adapters.witnesses import HttpWitnesses, WitnessAt, configured_witnesses
from croupier.service.errors import NotFound
from croupier.service.transparency.notes import NoteSignature, parse_note

Answer = tuple[str, str, bytes]
Handler = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@asynccontextmanager
async def answering(handler: Handler) -> AsyncIterator[str]:
    """The URL of a server that does with its connections as the handler does."""
    server = await asyncio.start_server(handler, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with server:
        yield f"http://127.0.0.1:{port}"


def saying(status: str, media: str, body: bytes) -> Handler:
    """Answers everything alike."""

    async def handler(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
        await reader.readexactly(length)
        told = f"HTTP/1.1 {status}\r\nContent-Type: {media}\r\nContent-Length: {len(body)}\r\n"
        writer.write(f"{told}Connection: close\r\n\r\n".encode() + body)
        await writer.drain()
        writer.close()

    return handler


class Asking:
    """Asks witnesses at these URLs for cosignatures of a log, and notes what was troubling."""

    def __init__(self, log: MemoryLog, *urls: str) -> None:
        self.log = log
        self.troubles: list[Exception] = []
        self.proven: list[tuple[int, int]] = []
        self.witnesses = HttpWitnesses(
            [WitnessAt(KEY.key, url) for url in urls],
            self._prove,
            Ed25519Checker(),
            lambda what, error: self.troubles.append(error),
        )

    async def _prove(self, origin: str, old: int, new: int) -> Sequence[bytes]:
        assert origin == ORIGIN
        self.proven.append((old, new))
        return await self.log.proof(old, new)

    async def cosign(self, old: int, new: int) -> tuple[str, ...]:
        proof = await self.log.proof(old, new)
        return await self.witnesses.cosign(ORIGIN, old, proof, self.log.note(new))


@pytest.fixture
def memory_log() -> MemoryLog:
    return MemoryLog()


async def test_a_witness_cosigns_checkpoint_after_checkpoint(memory_log: MemoryLog, tmp_path: Path) -> None:
    async with witnessing(tmp_path, memory_log.key) as client:
        asked = Asking(memory_log, str(client.base_url))
        for old, new in ((0, 3), (3, 300), (300, 301)):
            (line,) = await asked.cosign(old, new)
            note = parse_note(memory_log.note(new) + f"{line}\n".encode())
            assert note.signatures[1].key_id == KEY.key.key_id
        assert (asked.troubles, asked.proven) == ([], [])
        await asked.witnesses.close()


async def test_a_witness_that_stands_elsewhere_is_given_the_proof_from_there(
    memory_log: MemoryLog, tmp_path: Path
) -> None:
    async with (
        witnessing(tmp_path / "a", memory_log.key) as ahead,
        witnessing(tmp_path / "b", memory_log.key) as behind,
    ):
        await add(ahead, await memory_log.submission(0, 7))
        asked = Asking(memory_log, str(ahead.base_url), str(behind.base_url))
        assert len(await asked.cosign(7, 9)) == 2
        assert asked.proven == [(0, 9)]
        assert len(await asked.cosign(9, 12)) == 2
        await add(behind, await memory_log.submission(12, 14))
        assert len(await asked.cosign(12, 20)) == 2
        assert asked.proven == [(0, 9), (14, 20)]
        assert asked.troubles == []


async def test_a_witness_that_is_down_is_asked_again_with_the_next_checkpoint(
    memory_log: MemoryLog, tmp_path: Path
) -> None:
    async with witnessing(tmp_path / "a", memory_log.key) as up:
        async with witnessing(tmp_path / "b", memory_log.key) as down:
            asked = Asking(memory_log, str(up.base_url), str(down.base_url))
            assert len(await asked.cosign(0, 3)) == 2
        assert len(await asked.cosign(3, 5)) == 1
        assert len(await asked.cosign(5, 6)) == 1
        assert len(asked.troubles) == 2


@asynccontextmanager
async def silent_witness() -> AsyncIterator[str]:
    """The URL of a witness that takes whatever it is sent, and never answers."""
    let = asyncio.Event()

    async def never(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await let.wait()
        writer.close()

    async with answering(never) as url:
        yield url
        let.set()


async def test_a_witness_that_never_answers_takes_nothing_from_the_others(
    memory_log: MemoryLog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asking, "PATIENCE", 3.0)
    async with silent_witness() as url, witnessing(tmp_path, memory_log.key) as up:
        asked = Asking(memory_log, url, str(up.base_url))
        assert len(await asked.cosign(0, 3)) == 1
        assert [type(error) for error in asked.troubles] == [TimeoutError]


async def test_a_witness_that_was_too_late_is_waited_for_less(
    memory_log: MemoryLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with silent_witness() as url:
        asked = Asking(memory_log, url)
        monkeypatch.setattr(asking, "PATIENCE", 0.1)
        assert await asked.cosign(0, 3) == ()
        # Waited for as long as the first time, the second would never end.
        monkeypatch.setattr(asking, "PATIENCE", None)
        monkeypatch.setattr(asking, "IMPATIENCE", 0.1)
        assert await asked.cosign(3, 5) == ()
        assert [type(error) for error in asked.troubles] == [TimeoutError, TimeoutError]


async def test_only_a_valid_cosignature_by_the_witnesss_own_key_is_taken(memory_log: MemoryLog) -> None:
    text = memory_log.text(3)
    by_the_log = memory_log.signature(text).line
    forged = NoteSignature(KEY.key.name, KEY.key.key_id, bytes(72)).line
    plain = NoteSignature(KEY.key.name, KEY.key.key_id, KEY.sign(text.encode())).line
    for answer in (by_the_log, forged, plain, "", "— ", "garbage", "\n" * 50, "\x00" * 9):
        async with answering(saying("200 OK", "text/plain", f"{answer}\n".encode())) as url:
            asked = Asking(memory_log, url)
            assert await asked.cosign(0, 3) == ()
            assert len(asked.troubles) == 1


@pytest.mark.parametrize(
    "answer",
    [
        ("500 Oops", "text/plain", b"no"),
        ("302 Found", "text/plain", b""),
        ("409 Conflict", "text/plain", b"fork"),
        ("409 Conflict", "text/x.tlog.size", b"-1\n"),
        ("409 Conflict", "text/x.tlog.size", b"2\n"),
        ("409 Conflict", "text/x.tlog.size", b"99\n"),
        ("409 Conflict", "text/x.tlog.size", b"9" * 40),
        ("409 Conflict", "text/x.tlog.size", b"\xff\xfe"),
        ("200 OK", "text/plain", b"A" * 200_000),
    ],
)
async def test_a_witness_that_answers_nonsense_is_left_aside(memory_log: MemoryLog, answer: Answer) -> None:
    async with answering(saying(*answer)) as url:
        asked = Asking(memory_log, url)
        assert await asked.cosign(0, 3) == ()
        assert len(asked.troubles) == 1
        assert str(asked.troubles[0])


async def test_a_proof_that_can_not_be_made_is_no_more_than_troubling(memory_log: MemoryLog) -> None:
    async with answering(saying("409 Conflict", "text/x.tlog.size", b"2\n")) as url:
        asked = Asking(memory_log, url)

        async def prove(origin: str, old: int, new: int) -> Sequence[bytes]:
            raise NotFound("gone")

        asked.witnesses = HttpWitnesses(
            [WitnessAt(KEY.key, url)],
            prove,
            Ed25519Checker(),
            lambda what, error: asked.troubles.append(error),
        )
        assert await asked.cosign(0, 3) == ()
        assert [str(error) for error in asked.troubles] == ["gone"]


async def test_a_fork_gets_no_cosignature(memory_log: MemoryLog, tmp_path: Path) -> None:
    async with witnessing(tmp_path, memory_log.key) as client:
        await Asking(memory_log, str(client.base_url)).cosign(0, 6)
        fork = Asking(MemoryLog("other", memory_log.private), str(client.base_url))
        assert await fork.cosign(6, 6) == ()
        assert await fork.cosign(6, 9) == ()
        assert "409" in str(fork.troubles[0])
        assert "422" in str(fork.troubles[1])


def test_witnesses_are_configured_by_key_and_url() -> None:
    assert configured_witnesses(Settings()) == ()
    text = f"{KEY.key.text}@https://a.example:1/w/ , {KEY.key.text}@http://user@b.example"
    found = configured_witnesses(Settings(witnesses=text))
    assert [witness.url for witness in found] == ["https://a.example:1/w", "http://user@b.example"]
    assert {witness.key for witness in found} == {KEY.key}


@pytest.mark.parametrize(
    "text",
    [
        "x",
        KEY.key.text,
        f"{KEY.key.text}@ftp://a.example",
        f"{KEY.key.text}@",
        f"{KEY.key.text.replace('w1', 'w2')}@https://a.example",
        f"{MemoryLog().key.text}@https://a.example",
    ],
    ids=["no-key", "no-url", "not-http", "no-host", "other-name", "key-of-a-log"],
)
def test_a_witness_that_is_configured_wrongly_is_refused_at_the_start(text: str) -> None:
    with pytest.raises(SettingsError, match="CROUPIER_WITNESSES"):
        configured_witnesses(Settings(witnesses=text))

"""Requests as bytes over a connection of their own, as no decent client would send them."""

import asyncio
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from croupier.adapters.http.problems.kinds import PROBLEMS
from croupier.adapters.http.problems.telling import Problem

PATIENCE = 10


class Answered(Struct):
    """An answer as it came: status, header fields by lower-case names, body, and whether that was all."""

    status: int
    fields: dict[str, str]
    body: bytes
    closed: bool = False

    @property
    def code(self) -> str:
        """The problem's code; empty where there is no body."""
        return str(msgspec.json.decode(self.body).get("code", "")) if self.body else ""

    @property
    def problem(self) -> Problem:
        """The problem that was answered."""
        return msgspec.json.decode(self.body, type=Problem)

    @property
    def said(self) -> tuple[int, str]:
        """Status and code."""
        return self.status, self.code


def head(method: str, target: str, bearer: str | None, *lines: str) -> bytes:
    """The head of a request; the lines are put in as they are."""
    first = [f"{method} {target} HTTP/1.1", "Host: x"]
    known = [f"Authorization: Bearer {bearer}"] if bearer is not None else []
    return "\r\n".join([*first, *known, *lines, "", ""]).encode("latin-1")


async def connect(url: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection to the service."""
    where = urlsplit(url)
    return await asyncio.open_connection(where.hostname, where.port)


async def answers(url: str, *parts: bytes, most: int = 1, bodies: bool = True) -> list[Answered]:
    """What is answered to the bytes: up to `most` answers, or all until the server closes."""
    reader, writer = await connect(url)
    found: list[Answered] = []
    try:
        for part in parts:
            writer.write(part)
            await writer.drain()
        async with asyncio.timeout(PATIENCE):
            while len(found) < most and (answer := await _answer(reader, bodies)):
                found.append(answer)
    except ConnectionError:
        pass  # cut off: what came before counts
    finally:
        writer.close()
    return found


async def answer(url: str, *parts: bytes) -> Answered:
    """The one answer to the bytes."""
    (found,) = await answers(url, *parts)
    return found


async def _answer(reader: asyncio.StreamReader, bodies: bool) -> Answered | None:
    try:
        lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    except asyncio.IncompleteReadError as ended:
        assert ended.partial == b"", "an answer broke off"
        return None
    pairs = (line.partition(":") for line in lines[1:] if line)
    fields = {name.lower(): value.strip() for name, _, value in pairs}
    length = int(fields.get("content-length", "0")) if bodies else 0
    body = await reader.readexactly(length)
    return Answered(int(lines[0][9:12]), fields, body, fields.get("connection") == "close")


def require_well_formed(answer: Answered) -> None:
    """The answer is a problem whose kind can be read up, and nothing in it was meant for programmers."""
    assert answer.fields["content-type"] == "application/problem+json"
    problem = answer.problem
    kind = PROBLEMS[problem.code]
    assert (problem.type, problem.title, problem.status) == (kind.type, kind.title, answer.status)
    assert problem.request_id == answer.fields["x-request-id"]
    assert answer.status < 500
    for word in (b"Traceback", b"File ", b".py", b"regex", b"Expected `", b"msgspec"):
        assert word not in answer.body

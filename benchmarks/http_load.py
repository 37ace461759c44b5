"""The load of the HTTP measurement, in a process of its own: each connection sends request after request."""

import asyncio
import sys
from time import perf_counter

import msgspec
import uvloop
from msgspec import Struct

from benchmarks.connections import connect, request, status


class Sent(Struct, frozen=True):
    """A POST: its path, its body as JSON, and who sends it."""

    path: str
    body: str = ""
    bearer: str = ""


class Load(Struct, frozen=True):
    """What to send where: each connection repeats its own requests in their order for so many seconds."""

    url: str
    connections: tuple[tuple[Sent, ...], ...]
    seconds: float


async def rate(load: Load) -> float:
    """Requests answered with 200 each second. Raises `AssertionError` at any other answer."""
    opened = [await connect(load.url) for _ in load.connections]
    begun = perf_counter()

    async def play(number: int) -> int:
        requests = [_request(sent) for sent in load.connections[number]]
        done = 0
        while perf_counter() - begun < load.seconds:
            for one in requests:
                answer = await opened[number].send(one)
                assert status(answer) == 200, answer
            done += len(requests)
        return done

    counts = await asyncio.gather(*(play(number) for number in range(len(opened))))
    elapsed = perf_counter() - begun
    for connection in opened:
        connection.close()
    return sum(counts) / elapsed


def _request(sent: Sent) -> bytes:
    headers = {"Authorization": f"Bearer {sent.bearer}"} if sent.bearer else {}
    return request(sent.path, sent.body.encode(), headers)


if __name__ == "__main__":
    print(uvloop.run(rate(msgspec.json.decode(sys.stdin.buffer.read(), type=Load))))

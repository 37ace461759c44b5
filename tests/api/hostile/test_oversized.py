"""Too much of everything: cut off at its bound, with a code wherever the application gets to see it."""

import asyncio
from pathlib import Path

import pytest
from tests.api.calling import Operator
from tests.api.hostile.ledger import require_nothing_lost, revision
from tests.api.hostile.raw import answer, answers, head

from croupier.adapters.http.requests.bodies import MOST_BYTES
from croupier.adapters.http.requests.heads import LONGEST, LONGEST_URI, MOST_FIELDS

PATHS = ["/v1/tables/{table}/baccarat/start-round", "/v1/players"]
JSON = "Content-Type: application/json"
MEGABYTE = 1024 * 1024


def _resident() -> int:
    """Bytes of memory that this process, which the service runs in, has in use."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096


@pytest.mark.parametrize("path", PATHS)
async def test_the_bounds_of_a_body_are_exact(operator: Operator, table: str, path: str) -> None:
    start = (path.format(table=table), operator.caller.bearer, JSON)
    longer = head("POST", *start, f"Content-Length: {MOST_BYTES + 1}")
    assert (await answer(operator.url, longer)).said == (413, "body-too-large")
    assert await revision(operator, table) == 1
    longest = head("POST", *start, f"Content-Length: {MOST_BYTES}") + b"{}" + b" " * (MOST_BYTES - 2)
    assert (await answer(operator.url, longest)).status in (200, 201)


@pytest.mark.parametrize("path", PATHS)
async def test_an_endless_body_is_cut_off(operator: Operator, table: str, path: str) -> None:
    chunk = b"10000\r\n" + b"x" * 65_536 + b"\r\n"
    for lines in (["Transfer-Encoding: chunked"], ["Content-Length: 2", "Transfer-Encoding: chunked"]):
        start = head("POST", path.format(table=table), operator.caller.bearer, *lines)
        assert (await answer(operator.url, start, chunk, chunk)).said == (413, "body-too-large")
    assert await revision(operator, table) == 1


@pytest.mark.parametrize("length", ["9" * 18, "9" * 5_000, "0" * 5_000 + "2"])
async def test_a_length_beyond_all_reason_is_no_length(operator: Operator, length: str) -> None:
    request = head("POST", "/v1/players", operator.caller.bearer, JSON, f"Content-Length: {length}")
    assert (await answer(operator.url, request + b"{}")).status in (201, 400, 413)


@pytest.mark.parametrize("path", [*PATHS, "/v1/games", "/problems", "/nothing"])
async def test_the_bounds_of_a_head_are_exact(operator: Operator, table: str, path: str) -> None:
    start = ("GET", path.format(table=table), operator.caller.bearer)
    too_many = [f"X-{number}: 1" for number in range(MOST_FIELDS - 1)]
    unseen = [f"X-{number}: \xe9" for number in range(MOST_FIELDS - 1)]
    mixed = [*too_many[: MOST_FIELDS // 2], *unseen[MOST_FIELDS // 2 :]]
    for lines in (too_many, unseen, mixed, [f"X-Junk: {'x' * (LONGEST + 1)}"]):
        assert (await answer(operator.url, head(*start, *lines))).said == (431, "headers-too-large")
    for lines in (too_many[1:], unseen[1:], [f"X-Junk: {'x' * LONGEST}"]):
        assert (await answer(operator.url, head(*start, *lines))).status != 431


@pytest.mark.parametrize("path", [*PATHS, "/v1/games", "/problems", "/nothing"])
async def test_the_bound_of_path_and_query_is_exact(operator: Operator, table: str, path: str) -> None:
    target = path.format(table=table)
    longest = f"{target}?{'x' * (LONGEST_URI - len(target))}"
    for more, refused in (("", False), ("x", True)):
        told = await answer(operator.url, head("GET", longest + more, operator.caller.bearer))
        assert (told.said == (414, "uri-too-long")) is refused


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (head("GET", "/v1/games", None, f"X-Junk: {'x' * 200_000}"), 431),
        (head("GET", "/v1/games", None, *(f"X-{number}: 1" for number in range(200))), 431),
        (head("GET", f"/{'x' * 70_000}", None), 414),
    ],
    ids=["a head above 64 KiB", "more than 100 fields", "a path above 64 KiB"],
)
async def test_what_the_server_itself_refuses_has_a_status_and_no_body(
    operator: Operator, request_: bytes, status: int
) -> None:
    told = await answers(operator.url, request_)
    # Whether the status is still heard depends on how much was left unread when it was sent.
    assert [(one.status, one.body, one.closed) for one in told] in ([(status, b"", True)], [])


async def test_memory_stays_bounded_under_oversized_requests(operator: Operator, table: str) -> None:
    path, bearer = f"/v1/tables/{table}/baccarat/start-round", operator.caller.bearer
    chunk = b"10000\r\n" + b"x" * 65_536 + b"\r\n"
    endless = (head("POST", path, bearer, "Transfer-Encoding: chunked"), *[chunk] * 16)
    wide = (head("POST", path, bearer, JSON, "Content-Length: 65000") + b'{"a":' * 13_000,)
    junk = (head("GET", path, bearer, *(f"X-{number}: {'x' * 8_000}" for number in range(60))),)
    await asyncio.gather(*(answers(operator.url, *one) for one in (endless, wide, junk)))
    before = _resident()
    for _ in range(4):
        await asyncio.gather(
            *(answers(operator.url, *one) for one in (endless, wide, junk) for _ in range(20))
        )
    assert _resident() - before < 64 * MEGABYTE
    await require_nothing_lost(operator, paid_in=0)

"""Requests that two readers may take for different ones (RFC 9112, 11.2): one reading, or none."""

import pytest
from tests.api.calling import Operator
from tests.api.hostile.ledger import revision
from tests.api.hostile.raw import answer, answers, head

START = "/v1/tables/{table}/baccarat/start-round"


def _smuggled(operator: Operator, table: str) -> bytes:
    """A whole request that starts a round, if anybody takes it for one."""
    return head("POST", START.format(table=table), operator.caller.bearer, "Content-Length: 0")


@pytest.mark.parametrize(
    "lines",
    [
        ("Content-Length: 2", "Content-Length: 3"),
        ("Content-Length: 2, 2",),
        ("Content-Length: +2",),
        ("Content-Length: -2",),
        ("Content-Length: 0x2",),
        ("Content-Length: 2 2",),
        ("Content-Length:",),
        ("Transfer-Encoding: identity", "Content-Length: 2"),
        ("Transfer-Encoding: chunked, identity",),
        ("Transfer-Encoding: xchunked",),
        ("Transfer-Encoding: chunked", "Transfer-Encoding: identity"),
        ("Transfer-Encoding : chunked",),
        (" Transfer-Encoding: chunked",),
        ("X: y\r\n Transfer-Encoding: chunked",),
        ("Transfer-Encoding: \x0bchunked",),
    ],
)
async def test_a_length_that_can_be_read_in_two_ways_is_refused(
    operator: Operator, table: str, lines: tuple[str, ...]
) -> None:
    request = head("POST", "/v1/players", operator.caller.bearer, *lines)
    told = await answers(operator.url, request + b"0\r\n\r\n" + _smuggled(operator, table), most=3)
    assert [one.status for one in told] == [400]
    assert told[0].closed
    assert await revision(operator, table) == 1


@pytest.mark.parametrize("coding", ["gzip, chunked", "chunked, chunked", "Chunked,gzip,chunked"])
async def test_chunks_that_are_coded_further_are_refused(operator: Operator, coding: str) -> None:
    request = head("POST", "/v1/players", operator.caller.bearer, f"Transfer-Encoding: {coding}")
    told = await answer(operator.url, request + b"2\r\n{}\r\n0\r\n\r\n")
    assert told.said == (400, "malformed-header")


@pytest.mark.parametrize("order", [1, -1])
async def test_of_length_and_chunks_only_the_chunks_count_and_the_connection_ends(
    operator: Operator, table: str, order: int
) -> None:
    smuggled = _smuggled(operator, table)
    lines = [f"Content-Length: {5 + len(smuggled)}", "Transfer-Encoding: chunked"][::order]
    request = head("POST", "/v1/players", operator.caller.bearer, *lines)
    told = await answers(operator.url, request + b"0\r\n\r\n" + smuggled, most=3)
    assert [one.said for one in told] == [(400, "malformed-json")]
    assert told[0].closed
    assert await revision(operator, table) == 1


@pytest.mark.parametrize("method", ["GET", "HEAD", "DELETE", "OPTIONS", "POST"])
async def test_a_body_that_nobody_reads_is_never_taken_for_a_request(
    operator: Operator, table: str, method: str
) -> None:
    smuggled = _smuggled(operator, table)
    for path in ("/v1/games", "/nothing", START.format(table=table) + "?x=1"):
        for bearer in (operator.caller.bearer, None):
            request = head(method, path, bearer, f"Content-Length: {len(smuggled)}")
            told = await answers(operator.url, request + smuggled, bodies=method != "HEAD")
            assert len(told) == 1
    assert await revision(operator, table) == 1


async def test_requests_in_one_packet_are_answered_in_their_order(operator: Operator, table: str) -> None:
    reads = [head("GET", f"/v1/tables/{table}?{query}", operator.caller.bearer) for query in ("", "x=1")]
    told = await answers(operator.url, b"".join([*reads, reads[0]]), most=3)
    assert [one.status for one in told] == [200, 400, 200]


@pytest.mark.parametrize(
    "chunk", [b"zz\r\n", b"-1\r\n", b"1;x\r\n{}", b"ffffffffffffffffff\r\n", b"1\n{\n0\n\n"]
)
async def test_chunks_that_are_none_end_the_connection(operator: Operator, table: str, chunk: bytes) -> None:
    start = head("POST", START.format(table=table), operator.caller.bearer, "Transfer-Encoding: chunked")
    told = await answers(operator.url, start + chunk + _smuggled(operator, table), most=3)
    assert len(told) <= 1
    assert await revision(operator, table) == 1

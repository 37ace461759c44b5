"""Documents that never change come compressed to who takes that."""

import gzip

import pytest
from tests.api.calling import Caller, Operator

from croupier.adapters.http.answers.compressed import accepts_gzip
from croupier.adapters.http.pages.reference import ASSETS

DOCUMENTS = [
    "/schema",
    "/schema/openapi.json",
    "/schema/events.schema.json",
    "/schema/commands.schema.json",
    "/asyncapi",
    *(f"/docs/{name}" for name in ASSETS),
]


async def _raw(caller: Caller, path: str, accepted: str) -> tuple[bytes, dict[str, str]]:
    """The answer's bytes as they came, and its header fields."""
    async with caller.http.stream("GET", path, headers={"Accept-Encoding": accepted}) as answer:
        assert answer.status_code == 200
        return b"".join([part async for part in answer.aiter_raw()]), dict(answer.headers)


@pytest.mark.parametrize("path", DOCUMENTS)
async def test_a_document_is_the_same_compressed_and_not(anybody: Caller, path: str) -> None:
    short, told = await _raw(anybody, path, "gzip, deflate, br")
    whole, as_it_is = await _raw(anybody, path, "identity")
    assert told["content-encoding"] == "gzip"
    assert "content-encoding" not in as_it_is
    assert gzip.decompress(short) == whole
    assert int(told["content-length"]) == len(short)
    assert told["vary"] == as_it_is["vary"] == "accept-encoding"
    assert told["content-type"] == as_it_is["content-type"]


async def test_the_openapi_document_is_a_tenth_of_itself(anybody: Caller) -> None:
    short, _ = await _raw(anybody, "/schema", "gzip")
    whole, _ = await _raw(anybody, "/schema", "identity")
    assert len(short) * 10 < len(whole)


async def test_what_answers_a_caller_is_never_compressed(operator: Operator) -> None:
    answer = await operator.caller.get("/v1/tables", headers={"Accept-Encoding": "gzip"})
    assert "content-encoding" not in answer.headers


@pytest.mark.parametrize(
    ("accepted", "taken"),
    [
        ("gzip", True),
        ("GZIP", True),
        ("x-gzip", True),
        ("br;q=1.0, gzip;q=0.8, *;q=0.1", True),
        ("deflate , gzip ; q=0.001", True),
        ("*", True),
        ("", False),
        ("identity", False),
        ("br", False),
        ("gzip;q=0", False),
        ("gzip;q=0.000", False),
        ("*;q=0", False),
        ("gzip;q=0, *", False),
        ("gzip;q=x", False),
        ("gzip;q=9", False),
        ("gzipped", False),
        (";;,,gzip;", False),
        ("," * 8_000, False),
    ],
)
def test_whether_gzip_is_taken_is_read_by_the_book(accepted: str, taken: bool) -> None:
    assert accepts_gzip(accepted) is taken

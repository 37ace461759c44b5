"""Bodies that are none: told off with a code at both kinds of routes, and nothing comes of it."""

import asyncio

import pytest
from tests.api.calling import Operator, code_of
from tests.api.hostile.ledger import require_nothing_lost, revision
from tests.api.hostile.raw import answer, head

PATHS = ["/v1/tables/{table}/baccarat/start-round", "/v1/players"]
JSON = "Content-Type: application/json"


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"{", 400, "malformed-json"),
        (b'{"a": 1}}', 422, "invalid-body"),
        (b"\xff\xfe", 400, "malformed-json"),
        (b"\xef\xbb\xbf{}", 400, "malformed-json"),
        (b"{}\x00", 400, "malformed-json"),
        (b'{"\xff": 1}', 400, "malformed-json"),
        (b'{"a": "\\ud800"}', 422, "invalid-body"),
        (b"NaN", 400, "malformed-json"),
        (b"Infinity", 400, "malformed-json"),
        (b"[" * 60_000, 422, "invalid-body"),
        (b'{"a":' * 10_000, 422, "invalid-body"),
        (b'{"type": "close-table"}', 422, "invalid-body"),
        (b'{"type": "start-round", "type": "start-round"}', 422, "invalid-body"),
        (b"0" * 65_536, 400, "malformed-json"),
        (b"9" * 65_536, 422, "invalid-body"),
    ],
)
async def test_a_body_that_is_none_of_ours_is_told_off(
    operator: Operator, table: str, path: str, body: bytes, status: int, code: str
) -> None:
    headers = {"Content-Type": "application/json"}
    told = await operator.caller.send("POST", path.format(table=table), content=body, headers=headers)
    assert code_of(told, status) == code
    assert await revision(operator, table) == 1


@pytest.mark.parametrize(
    "stake", [b"1.0", b"1e2", b"-0.0", b"1e400", b"9" * 40, b"9" * 9_000, b'"10"', b"true", b"null", b"[10]"]
)
async def test_a_stake_is_a_whole_number_and_written_as_one(
    operator: Operator, table: str, stake: bytes
) -> None:
    player = await operator.seated(table)
    await operator.start(table)
    headers = {"Content-Type": "application/json"}
    path = f"/v1/tables/{table}/baccarat/place-bet"
    told = await player.caller.send(
        "POST", path, content=b'{"on": "tie", "stake": %b}' % stake, headers=headers
    )
    assert code_of(told, 422) == "invalid-body"
    assert [error["pointer"] for error in told.json()["errors"]] == ["/stake"]


@pytest.mark.parametrize("stake", [-10, -(2**53), 0, 2**53, 2**62])
async def test_a_stake_that_nobody_can_place_is_refused_by_the_rules_or_the_bounds(
    operator: Operator, table: str, stake: int
) -> None:
    player = await operator.seated(table)
    await operator.start(table)
    told = await player.bet(table, stake=stake)
    assert told.status_code in (409, 422)
    assert told.json()["code"] in ("stake-below-minimum", "stake-above-maximum", "invalid-body")
    await require_nothing_lost(operator, paid_in=1_000)


async def test_a_stake_named_twice_is_not_taken_for_either(operator: Operator, table: str) -> None:
    player = await operator.seated(table)
    await operator.start(table)
    headers = {"Content-Type": "application/json"}
    body = b'{"on": "tie", "stake": 5, "stake": 500}'
    told = await player.caller.send(
        "POST", f"/v1/tables/{table}/baccarat/place-bet", content=body, headers=headers
    )
    assert code_of(told, 422) == "invalid-body"
    assert told.json()["errors"] == [{"pointer": "/stake", "detail": "is given twice"}]


async def test_a_person_nested_deeply_or_with_huge_numbers_is_kept_or_told_off(operator: Operator) -> None:
    player = await operator.player(money=0)
    path, headers = f"/v1/players/{player.id}/person", {"Content-Type": "application/json"}
    lists = {depth: b"[" * depth + b"]" * depth for depth in (200, 7_000)}
    for value, status in ((lists[7_000], 400), (b"9" * 15_000, 422), (b"9" * 400, 200), (lists[200], 200)):
        told = await operator.caller.send(
            "PUT", path, content=b'{"person": {"x": %b}}' % value, headers=headers
        )
        assert told.status_code == status


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    "media_type",
    [
        None,
        "text/plain",
        "application/xml",
        "application/json; charset=latin-1",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/json, text/plain",
    ],
)
async def test_a_body_that_is_not_said_to_be_json_is_not_read(
    operator: Operator, table: str, path: str, media_type: str | None
) -> None:
    headers = {"Content-Type": media_type} if media_type else {}
    told = await operator.caller.send("POST", path.format(table=table), content=b"{}", headers=headers)
    assert code_of(told, 415) == "unsupported-media-type"
    assert told.headers["accept"] == "application/json"
    assert await revision(operator, table) == 1


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "identity", "gzip, gzip", ""])
async def test_a_compressed_body_is_never_unpacked(
    operator: Operator, table: str, path: str, coding: str
) -> None:
    request = head(
        "POST",
        path.format(table=table),
        operator.caller.bearer,
        JSON,
        f"Content-Encoding: {coding}",
        "Content-Length: 2",
    )
    told = await answer(operator.url, request + b"{}")
    assert told.said == (415, "unsupported-media-type")
    assert told.fields["accept-encoding"] == "identity"
    assert await revision(operator, table) == 1


async def test_what_is_quoted_of_a_wrong_body_is_short(operator: Operator, table: str) -> None:
    path = f"/v1/tables/{table}/baccarat/start-round"
    for body in ({"x" * 50_000: 1}, {f"field{number}": 1 for number in range(3_000)}):
        told = await operator.caller.post(path, body)
        assert code_of(told, 422) == "invalid-body"
        assert len(told.content) < 3_000


@pytest.mark.parametrize("media_type", ["application/json", "Application/JSON; Charset=UTF-8"])
async def test_json_by_any_of_its_names_is_read(operator: Operator, table: str, media_type: str) -> None:
    headers = {"Content-Type": media_type}
    path = f"/v1/tables/{table}/baccarat/start-round"
    assert (await operator.caller.send("POST", path, content=b"{}", headers=headers)).is_success


@pytest.mark.parametrize("path", PATHS)
async def test_a_body_in_chunks_is_read_and_one_that_breaks_off_is_none(
    operator: Operator, table: str, path: str
) -> None:
    start = head("POST", path.format(table=table), operator.caller.bearer, "Transfer-Encoding: chunked", JSON)
    for chunks in (b"0\r\n\r\n", b"1\r\n{\r\n0\r\n\r\n"):
        assert (await answer(operator.url, start, chunks)).said == (400, "malformed-json")
    assert await revision(operator, table) == 1
    whole = await answer(operator.url, start, b"1\r\n{\r\n", b"1\r\n}\r\n0\r\n\r\n")
    assert whole.status in (200, 201)


async def test_a_storm_of_bad_requests_leaves_good_ones_served(operator: Operator, table: str) -> None:
    async def bad(number: int) -> int:
        headers = {"Content-Type": "application/json"}
        path = PATHS[number % 2].format(table=table)
        told = await operator.caller.send("POST", path, content=b"{" * number, headers=headers)
        return told.status_code

    storm = asyncio.gather(*(bad(number) for number in range(1, 60)))
    started = await operator.start(table)
    assert started["revision"] == 2
    assert set(await storm) <= {400, 422}

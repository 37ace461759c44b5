"""How streams end, and what they may take while they last."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from datetime import timedelta

import pytest
from msgspec.structs import replace
from tests.api.calling import Caller, Operator, code_of
from tests.api.conftest import Served, new_operator, serving
from tests.api.live import Event, Follower, following

from croupier.adapters.settings import Settings
from croupier.service import access
from croupier.service.live import Places

SHARE = 16_384


@pytest.fixture(scope="module")
async def cramped(settings: Settings) -> AsyncIterator[Served]:
    """A service with room for four streams, three of one operator, that shows signs of life often."""
    tight = replace(
        settings,
        live_heartbeat=0.1,
        live_streams=4,
        live_operator_share=75,
        live_stream_bytes=SHARE,
        open_by_player=2,
    )
    async with serving(tight) as served:
        yield served


@pytest.fixture
async def operator(cramped: Served) -> AsyncIterator[Operator]:
    """An operator of that service; all his clients are gone at the end."""
    operator = await new_operator(cramped)
    yield operator
    await operator.caller.http.aclose()
    await freed(places_of(operator))


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys and tokens are looked up again at once."""
    monkeypatch.setattr(access, "KEY_TRUSTED", timedelta())


def places_of(operator: Operator) -> Places:
    return operator.parts.services.streaming.places


async def freed(places: Places, taken: int = 0) -> None:
    """Wait until no more places are taken than that."""
    async with asyncio.timeout(15):
        while places.taken > taken:  # noqa: ASYNC110 - the server sets no event
            await asyncio.sleep(0.01)


async def end_of(stream: Follower) -> tuple[list[Event], str]:
    """What came before the end, and its reason."""
    *events, end = await stream.rest()
    assert (end.name, end.id) == ("end", stream.parser.last_id)
    return events, end.data["reason"]


async def played(operator: Operator, table: str, rounds: int) -> None:
    for _ in range(rounds):
        await operator.start(table)
        await operator.deal(table)


async def test_signs_of_life_are_sent_while_nothing_happens(operator: Operator) -> None:
    table = await operator.table()
    async with following(operator.caller.http, f"/v1/tables/{table}/stream") as stream:
        await stream.comments(3)
        await operator.start(table)
        assert [event.name for event in await stream.take(2)] == ["table", "entry"]


@pytest.mark.usefixtures("soon")
@pytest.mark.parametrize("path", ["/v1/stream", "/v1/tables/{table}/stream"])
async def test_the_streams_of_a_revoked_key_end(operator: Operator, path: str) -> None:
    path = path.format(table=await operator.table())
    auditor = await operator.holder("auditor")
    async with following(auditor.http, path) as stream:
        await stream.comments(1)
        assert auditor.bearer
        await operator.parts.services.keymaking.revoke_key(auditor.bearer.split("_")[2])
        _, reason = await end_of(stream)
    assert reason == "not-authorised"
    assert code_of(await auditor.get(path), 401) == "unauthenticated"


@pytest.mark.usefixtures("soon")
async def test_the_streams_of_an_expired_token_end(operator: Operator) -> None:
    table = await operator.table()
    player = await operator.player(ttl_seconds=60)
    services = operator.parts.services
    caller = await services.access.caller(str(operator.caller.bearer))
    token = services.access.mint(caller, player.id, timedelta(seconds=1), None).token
    async with following(Caller(operator.url, token).http, f"/v1/tables/{table}/stream") as stream:
        _, reason = await end_of(stream)
    assert reason == "not-authorised"


async def test_a_stream_that_has_had_its_share_ends_and_is_resumed(operator: Operator) -> None:
    table = await operator.table()
    await played(operator, table, 30)
    told: list[Event] = []
    last, ends = "-1", []
    while len(told) < 61:
        async with following(operator.caller.http, f"/v1/tables/{table}/stream", last) as stream:
            while len(told) < 61 and (event := await stream.next()).name != "end":
                told.append(event)
        if event.name == "end":
            last = str(told[-1].id)
            ends.append(event.data["reason"])
    assert [event.data["revision"] for event in told] == [*range(1, 62)]
    assert len(ends) >= 2
    assert set(ends) == {"resume"}


async def test_the_place_of_a_client_that_goes_away_is_free_again(operator: Operator) -> None:
    table = await operator.table()
    path = f"/v1/tables/{table}/stream"
    places = places_of(operator)
    async with following(operator.caller.http, path), following(operator.caller.http, "/v1/stream"):
        async with following(operator.caller.http, path) as third:
            await third.next()
            answer = await operator.caller.get(path)
            assert code_of(answer, 503) == "streams-full"
            assert answer.json()["detail"] == "the operator's streams have their share of the room here"
            assert answer.headers["retry-after"] == "1"
        await freed(places, 2)
        async with following(operator.caller.http, path) as third:
            await third.next()


async def test_an_operator_who_has_his_share_of_the_places_leaves_others_theirs(
    operator: Operator, cramped: Served
) -> None:
    path = f"/v1/tables/{await operator.table()}/stream"
    players = [await operator.player(money=0) for _ in range(4)]
    async with AsyncExitStack() as open:
        streams = [
            await open.enter_async_context(following(player.caller.http, path)) for player in players[:3]
        ]
        for stream in streams:
            await stream.next()
        answer = await players[3].caller.get(path)
        assert code_of(answer, 503) == "streams-full"
        assert answer.json()["detail"] == "the operator's streams have their share of the room here"
        other = await new_operator(cramped)
        theirs = await open.enter_async_context(following(other.caller.http, "/v1/stream"))
        assert (await theirs.next()).name == "head"


async def test_a_player_follows_so_many_tables_at_a_time(operator: Operator) -> None:
    path = f"/v1/tables/{await operator.table()}/stream"
    http = (await operator.player()).caller.http
    async with following(http, path) as one, following(http, path) as other:
        await one.next()
        await other.next()
        assert (await http.get(path)).status_code == 429
    await freed(places_of(operator))
    async with following(http, path) as again:
        await again.next()


async def test_a_refused_stream_takes_no_place(operator: Operator) -> None:
    table = await operator.table()
    for _ in range(4):
        answer = await operator.caller.get(f"/v1/tables/{table}/stream", after=99)
        assert code_of(answer, 409) == "position-ahead"
        await operator.caller.http.head(f"/v1/tables/{table}/stream")
    assert places_of(operator).taken == 0


async def test_all_streams_end_when_the_service_is_to_stop(settings: Settings) -> None:
    async with serving(settings) as served:
        operator = await new_operator(served)
        table = await operator.table()
        streams = [
            following(operator.caller.http, path) for path in ("/v1/stream", f"/v1/tables/{table}/stream")
        ]
        opened = [await stream.__aenter__() for stream in streams]
        for one in opened:
            await one.next()
        served.parts.follower.close()
        ends = [await end_of(one) for one in opened]
        async with following(operator.caller.http, "/v1/stream") as late:
            ends.append(await end_of(late))
        for stream in streams:
            await stream.__aexit__(None, None, None)
    assert [reason for _, reason in ends] == ["stopping"] * 3

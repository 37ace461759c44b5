"""What a stream sends to a client who takes nothing."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from typing import Any, cast

import pytest
from granian.rsgi import ProtocolClosed  # type: ignore[attr-defined]

from croupier.adapters.http.live.sending import Live, send_live
from croupier.domain.decider import Actor
from croupier.service.callers import Caller
from croupier.service.errors import SealBroken, StoreUnavailable, StreamsFull
from croupier.service.holding import Holding
from croupier.service.live import LiveMessage, Places, Room
from croupier.service.quotas import Rates

ROOM = Room(streams=2, stream_bytes=10_000, all_bytes=15_000, share=100)
CALLER = Caller("house", Actor("operator", "house"))


class SilentClient:
    """An exchange whose server keeps all that it is given; the client is gone when the test says so."""

    def __init__(self) -> None:
        self.kept = bytearray()
        self.gone = asyncio.Event()

    def response_stream(self, status: int, headers: Any) -> "SilentClient":
        return self

    async def client_disconnect(self) -> None:
        await self.gone.wait()

    async def send_bytes(self, data: bytes) -> None:
        if self.gone.is_set():
            raise ProtocolClosed
        self.kept += data


class Endless:
    """A stream that has always more to say, or that fails."""

    def __init__(
        self, places: Places, error: Exception | None = None, operator: str = CALLER.operator
    ) -> None:
        self.place = places.take(Holding(Rates()).hold(CALLER), operator)
        self.ended = False
        self._error = error

    def end(self) -> None:
        self.ended = True

    async def messages(self) -> AsyncGenerator[Sequence[LiveMessage], None]:
        position = 0
        while not self.ended:
            await asyncio.sleep(0)
            if self._error:
                raise self._error
            yield [LiveMessage("entry", b'"%b"' % (b"x" * 900), position + at) for at in range(3)]
            position += 3


class Welcomed:
    async def lasts(self) -> bool:
        return True


def live(stream: Endless) -> Live:
    return Live(cast(Any, stream), cast(Any, Welcomed()), "request")


async def sent(client: SilentClient, stream: Endless) -> None:
    async with asyncio.timeout(10):
        await send_live(cast(Any, client), 200, [], live(stream))


async def test_a_client_who_takes_nothing_holds_no_more_than_a_streams_share() -> None:
    places, client = Places(ROOM), SilentClient()
    await sent(client, Endless(places))
    assert 9_000 < places.under_way <= ROOM.stream_bytes
    assert places.under_way <= len(client.kept) <= places.under_way + 100
    assert client.kept.endswith(b'event: end\ndata: {"reason":"resume"}\n\n')


async def test_clients_who_take_nothing_hold_no_more_than_all_streams_may() -> None:
    places, clients = Places(ROOM), (SilentClient(), SilentClient())
    for client in clients:
        await sent(client, Endless(places))
    assert 14_000 < places.under_way <= ROOM.all_bytes
    with pytest.raises(StreamsFull):
        Endless(places)
    for client in clients:
        client.gone.set()
    await asyncio.sleep(0.01)
    assert (places.under_way, places.taken) == (0, 0)


async def test_the_clients_of_one_operator_who_take_nothing_leave_others_their_share() -> None:
    places, clients = Places(Room(10, 10_000, 30_000, share=50)), [SilentClient() for _ in range(4)]
    for client in clients[:2]:
        await sent(client, Endless(places))
    assert 14_000 < places.under_way <= 15_000
    await sent(clients[2], Endless(places))
    assert len(clients[2].kept) < 2_000, "a first message may always be sent"
    with pytest.raises(StreamsFull, match="share"):
        places.take(Holding(Rates()).hold(CALLER), CALLER.operator)
    await sent(clients[3], Endless(places, operator="other"))
    assert len(clients[3].kept) > 9_000
    for client in clients:
        client.gone.set()
    await asyncio.sleep(0.01)
    assert (places.under_way, places.taken) == (0, 0)
    assert not places.taken_by
    assert not places.under_way_to


async def test_a_stream_ends_when_its_client_goes_away() -> None:
    places, client = Places(Room(stream_bytes=1 << 40, all_bytes=1 << 41)), SilentClient()
    stream = Endless(places)
    sending = asyncio.create_task(sent(client, stream))
    while len(client.kept) < 50_000:  # noqa: ASYNC110 - a client sets no event
        await asyncio.sleep(0)
    client.gone.set()
    await sending
    await asyncio.sleep(0.01)
    assert stream.ended
    assert (places.under_way, places.taken) == (0, 0)


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (StoreUnavailable("away"), "store-unavailable"),
        (SealBroken("broken"), "resume"),
        (KeyError("x"), "resume"),
    ],
)
async def test_a_stream_that_fails_tells_its_client_to_come_back(error: Exception, reason: str) -> None:
    client = SilentClient()
    await sent(client, Endless(Places(), error))
    assert client.kept.endswith(b'event: end\ndata: {"reason":"%b"}\n\n' % reason.encode())


async def test_a_client_who_is_gone_before_the_answer_begins_leaves_his_place() -> None:
    class Gone(SilentClient):
        def response_stream(self, status: int, headers: Any) -> "SilentClient":
            raise ProtocolClosed

    places = Places(ROOM)
    await sent(Gone(), Endless(places))
    assert places.taken == 0

"""The house and its guests, through nothing but the generated client."""

from collections.abc import Iterable
from datetime import datetime
from typing import TypeVar

from croupier_client import AuthenticatedClient
from croupier_client.api.play import take_seat
from croupier_client.api.players import mint_token, open_player
from croupier_client.api.tables import read_table, read_table_events
from croupier_client.api.wallets import deposit
from croupier_client.models import (
    BaccaratTableHistory,
    BaccaratTableReading,
    BlackjackTableHistory,
    BlackjackTableReading,
    Deposit,
    FanTanTableHistory,
    FanTanTableReading,
    Problem,
    RoundEnded,
    SkinballTableHistory,
    SkinballTableReading,
    SlipperySamTableHistory,
    SlipperySamTableReading,
    TakeSeat,
)

TABLES = (
    BaccaratTableReading,
    BlackjackTableReading,
    FanTanTableReading,
    SkinballTableReading,
    SlipperySamTableReading,
)
HISTORIES = (
    BaccaratTableHistory,
    BlackjackTableHistory,
    FanTanTableHistory,
    SkinballTableHistory,
    SlipperySamTableHistory,
)

T = TypeVar("T")


def done(answer: T | Problem | None) -> T:
    """The answer of a request that has to be done."""
    assert not isinstance(answer, Problem), answer
    assert answer is not None
    return answer


def refused(answer: object) -> str:
    """The code by which a request was refused."""
    assert isinstance(answer, Problem), answer
    return answer.code


def the(kind: type[T], events: Iterable[object]) -> T:
    """The one event of that kind."""
    (found,) = (event for event in events if isinstance(event, kind))
    return found


class House:
    """An operator."""

    def __init__(self, url: str, key: str) -> None:
        self.url = url
        self.client = self._client(key)

    def _client(self, bearer: str) -> AuthenticatedClient:
        # Without TLS: making its context would take longer than the round.
        return AuthenticatedClient(self.url, bearer, verify_ssl=False)

    async def seat(self, table: str, seat: int, chips: int) -> AuthenticatedClient:
        """A new player, who has sat down with all that he has: his client."""
        player = done(await open_player.asyncio(client=self.client)).player
        paid = await deposit.asyncio(player, client=self.client, body=Deposit(chips))
        assert done(paid).balance == chips
        token = done(await mint_token.asyncio(player, client=self.client)).token
        client = self._client(token)
        done(await take_seat.asyncio(table, client=client, body=TakeSeat(seat, chips)))
        return client

    async def happened(self, table: str, since: datetime) -> int:
        """How many commands the table took from that moment on."""
        page = await read_table_events.asyncio(table, client=self.client, since=since)
        assert isinstance(page, HISTORIES), page
        return len(page.entries)

    async def stacks(self, table: str) -> dict[int, int]:
        """What the seats of a table have after its one round, by which its last entry has to have ended."""
        happened = await read_table_events.asyncio(table, client=self.client, event="round-ended")
        assert isinstance(happened, HISTORIES)
        assert the(RoundEnded, happened.entries[-1].events).round_ == 1
        position = happened.entries[-1].position
        reading = await read_table.asyncio(table, client=self.client, at_least=position)
        assert isinstance(reading, TABLES)
        return {seat.seat: seat.stack for seat in reading.view.seats}

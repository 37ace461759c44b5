"""Disputes over a casino in memory, by the service's own use cases."""

import asyncio
from typing import Any

from msgspec import UNSET
from tests.support.disputes import DEADLINES, VERA
from tests.support.fakes import CountedEntropy, MemoryHistory, MemoryStore, SteppedClock
from tests.support.playing import HOUSE, LOG, Casino, player

from croupier.domain.decider import Actor
from croupier.domain.disputes.commands import TakeDispute, Transfer, UpholdDispute
from croupier.domain.disputes.state import Dispute
from croupier.domain.table.commands import VoidRound
from croupier.service.callers import Caller
from croupier.service.disputes import DisputeRequest, Disputes
from croupier.service.disputes.evidence import EvidenceRoom
from croupier.service.disputes.reading import dispute_answer
from croupier.service.errors import NotFound
from croupier.service.handling import Order, Receipt
from croupier.service.ports import Append, Appended, Clock, Conflict, History, Repeated, Secrets
from croupier.service.ports.transparency import TreeHead

TABLE = "baccarat-k3vq7m2abcde"


class Unpublished:
    """Nothing of any log has been published, until a test says what."""

    def __init__(self) -> None:
        self.published: TreeHead | None = None

    async def head(self, log: str) -> TreeHead:
        if self.published is None:
            raise NotFound("no checkpoint yet")
        return self.published


class BusyStore(MemoryStore):
    """A store that lets others go first before it appends, so that what was decided meanwhile conflicts."""

    async def append(self, append: Append) -> Appended | Conflict | Repeated:
        await asyncio.sleep(0)
        return await super().append(append)


class Court:
    """A casino with its disputes; several over one store are several processes."""

    def __init__(
        self, store: MemoryStore | None = None, clock: Clock | None = None, secrets: Secrets | None = None
    ) -> None:
        self.store = store or MemoryStore()
        self.clock = clock or SteppedClock()
        self.casino = Casino(self.store, secrets, clock=self.clock)
        self.heads = Unpublished()
        history: History = MemoryHistory(self.store)
        self.room = EvidenceRoom(self.store, self.casino.streams, self.heads)
        self.disputes = Disputes(
            self.room,
            self.casino.streams,
            history,
            self.clock,
            _entropy(self.store),
            DEADLINES,
        )

    async def open(
        self, name: str, round_id: str, by: Actor | None = None, claim: str = "I was not paid.", **more: Any
    ) -> str:
        """A dispute of the player's, opened by himself unless told otherwise: its id."""
        asked = DisputeRequest(round_id, claim, UNSET, **more)
        order = await self.disputes.opening(Caller(LOG, by or player(name)), name, asked, None)
        await self.casino.handling.handle(order, dispute_answer(self.clock.now))
        return order.stream

    async def give(self, dispute: str, command: Any, actor: Actor) -> Receipt:
        """Give a command to a dispute."""
        order = Order(LOG, dispute, command, actor)
        return await self.casino.handling.handle(order, dispute_answer(self.clock.now))

    async def uphold(self, dispute: str, *corrections: Transfer, by: Actor = VERA) -> Receipt:
        """The auditor takes the dispute if nobody has, and upholds it with the corrections."""
        if (await self.state(dispute)).status == "open":
            await self.give(dispute, TakeDispute(), by)
        return await self.give(dispute, UpholdDispute("So it was.", corrections), by)

    async def state(self, dispute: str) -> Dispute:
        """The dispute as it stands."""
        return (await self.casino.streams.catch_up(LOG, dispute)).state  # type: ignore[no-any-return]

    async def balance(self, name: str) -> int:
        """What the player's wallet holds."""
        loaded = await self.casino.streams.catch_up(LOG, f"wallet-{name}")
        return int(loaded.state.balance)

    async def house(self, table: str = TABLE) -> int:
        """What the table's house account holds."""
        return int((await self.casino.streams.catch_up(LOG, table)).state.house)

    async def void(self, table: str = TABLE) -> None:
        """The operator voids the round."""
        await self.casino.give(table, VoidRound("the lights went out"), HOUSE)


async def played(
    store: MemoryStore | None = None, clock: Clock | None = None, secrets: Secrets | None = None
) -> Court:
    """Ann in seat 1 and bob in seat 5 have played a coup; each has 990,000 in his wallet."""
    court = Court(store, clock, secrets)
    casino = court.casino
    for name in ("ann", "bob", "eve"):
        await casino.wallet(name)
    await casino.open(TABLE)
    await casino.sit(TABLE, 1, "ann")
    await casino.sit(TABLE, 5, "bob")
    await casino.coup(TABLE, {1: 10, 5: 20})
    return court


def _entropy(store: MemoryStore) -> CountedEntropy:
    """Other ids for each process."""
    entropy = CountedEntropy()
    for _ in range(1000 * sum(map(len, store.entries.values()))):
        entropy.entry_id()
    return entropy

"""The use cases of disputes: orders for their commands, reading one, listing them."""

from datetime import datetime
from typing import Any, Final

from msgspec import Struct

from croupier.domain.disputes import DISPUTE
from croupier.domain.disputes.commands import Deadlines, OpenDispute
from croupier.domain.disputes.state import Dispute, Status
from croupier.domain.ids import table_of_round
from croupier.service.callers import Caller
from croupier.service.disputes.evidence import EvidenceRoom
from croupier.service.disputes.ids import is_dispute, new_dispute
from croupier.service.disputes.opening import DisputeRequest
from croupier.service.disputes.reading import DisputeReading, ListedDispute, dispute_view, listed_dispute
from croupier.service.errors import NotFound
from croupier.service.handling import Key, Order
from croupier.service.history import HistoryQuery, history_page
from croupier.service.ports import Beginning, Clock, Entropy, History
from croupier.service.streams import Loaded, Streams

_MOST_LOOKED_AT: Final = 100
"""Disputes that are looked at for one page of the list."""


class DisputesQuery(Struct, frozen=True):
    """Which disputes to list, by their ids in byte order: at most `limit`, those behind `after`.

    Opened from the moment `since` on and before `until`, as records write their times.
    """

    limit: int
    after: str = ""
    status: Status | None = None
    player: str | None = None
    round: str | None = None
    since: str | None = None
    until: str | None = None


class DisputesPage(Struct, frozen=True):
    """Disputes, and behind which the next page goes on, None at the end.

    A page may be short, even empty, and not the last.
    """

    disputes: tuple[ListedDispute, ...]
    after: str | None


class Disputes:
    """What an entrance like HTTP needs of disputes, beside `Handling`."""

    def __init__(
        self,
        room: EvidenceRoom,
        streams: Streams,
        history: History,
        clock: Clock,
        entropy: Entropy,
        deadlines: Deadlines,
    ) -> None:
        """`deadlines` are those that disputes opened from now on get."""
        self._room = room
        self._streams = streams
        self._history = history
        self._clock = clock
        self._entropy = entropy
        self._deadlines = deadlines

    def now(self) -> datetime:
        """The present moment, by which a dispute is overdue or not."""
        return self._clock.now()

    async def opening(
        self, caller: Caller, player: str, asked: DisputeRequest, key: Key | None, request_id: str = ""
    ) -> Order:
        """The order to open a dispute for the player, with the evidence that the log has.

        Raises `Rejected`, `Forbidden`, `RoundTooLong`, `StoreUnavailable`.
        """
        table = table_of_round(asked.round)
        caller.require_table(table)
        evidence = await self._room.of_round(caller.log, asked.round)
        command = OpenDispute(
            asked.round, player, asked.claim, evidence, self._deadlines, asked.seat, asked.bet
        )
        dispute = new_dispute(self._entropy)
        return Order(caller.log, dispute, command, caller.actor, key=key, opens=True, request_id=request_id)

    async def require(self, caller: Caller, dispute: str) -> Loaded:
        """The dispute, if the caller may see it; if his token is for one table, there.

        A player may see his own, and one whose ruling has moved chips of his.
        Raises `NotFound`, `Forbidden`, `StoreUnavailable`.
        """
        if not is_dispute(dispute):
            raise NotFound("there is no such dispute")
        loaded = await self._streams.catch_up(caller.log, dispute)
        if loaded.revision == 0 or not _may_see(caller, loaded.state):
            raise NotFound("there is no such dispute")
        caller.require_table(loaded.state.table)
        return loaded

    async def read(self, caller: Caller, dispute: str, query: HistoryQuery) -> DisputeReading:
        """The dispute with what happened in it. Raises like `require`."""
        loaded = await self.require(caller, dispute)
        page = await history_page(self._history, caller.log, dispute, query)
        view = dispute_view(loaded, self.now())
        return DisputeReading(dispute, loaded.revision, view, page)

    async def page(self, caller: Caller, query: DisputesQuery) -> DisputesPage:
        """Disputes that the caller may see. Raises `StoreUnavailable`."""
        begun = await self._history.beginnings(caller.log, DISPUTE.category, query.after, _MOST_LOOKED_AT + 1)
        found: list[ListedDispute] = []
        last = ""
        for one in begun[:_MOST_LOOKED_AT]:
            last = one.stream
            if _opened_within(query, one):
                loaded = await self._streams.catch_up(caller.log, last)
                if _may_list(caller, loaded.state) and _asked_for(query, loaded.state):
                    found.append(listed_dispute(loaded, self.now(), one.at))
            if len(found) == query.limit:
                break
        return DisputesPage(tuple(found), last if begun and last != begun[-1].stream else None)


def _may_see(caller: Caller, dispute: Dispute) -> bool:
    """A player sees his own, and those in which chips were taken from him or given to him by the ruling."""
    moved = dispute.ruling.moved if dispute.ruling else ()
    concerned = {dispute.player, *(one.party for one in moved)}
    return caller.actor.role != "player" or caller.actor.id in concerned


def _may_list(caller: Caller, dispute: Dispute) -> bool:
    return _may_see(caller, dispute) and caller.table in (None, dispute.table)


def _opened_within(query: DisputesQuery, dispute: Beginning) -> bool:
    early = query.since is not None and dispute.at < query.since
    late = query.until is not None and dispute.at >= query.until
    return not (early or late)


def _asked_for(query: DisputesQuery, dispute: Dispute) -> bool:
    wanted: tuple[tuple[Any, Any], ...] = (
        (query.status, dispute.status),
        (query.player, dispute.player),
        (query.round, dispute.round),
    )
    return all(want in (None, has) for want, has in wanted)

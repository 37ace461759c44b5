"""Handling a command: load, decide, append, answer."""

from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any, Final

from msgspec import Struct

from croupier.domain.decider import Actor, Rejected, tag_of
from croupier.service.attempts import Refusals, Tried, fields_of
from croupier.service.deciding import Deciding, Prepared
from croupier.service.errors import (
    Contended,
    KeyInFlight,
    KeyReused,
    NotFound,
    RevisionMismatch,
)
from croupier.service.ports import Append, Appended, Appender, Bell, Conflict, Idempotency, Repeated
from croupier.service.stored_answers import open_answer, seal_answer
from croupier.service.streams import Loaded, Streams
from croupier.service.transfers import transfers

_TRIES: Final = 10


class Key(Struct, frozen=True):
    """An idempotency key as its caller sent it: `scope` is caller and route, `fingerprint` the request."""

    scope: str
    key: str
    fingerprint: bytes


class Order(Struct, frozen=True):
    """A command to a stream of a log, with all that its caller attached to it.

    `opens` says whether the command begins the stream; `revisions` are those the caller insists on, one of
    which it has to have, None where any will do; `request_id` is by which the request is found again if the
    command is refused.
    """

    log: str
    stream: str
    command: Any
    actor: Actor
    revisions: tuple[int, ...] | None = None
    key: Key | None = None
    opens: bool = False
    request_id: str = ""


class Receipt(Struct, frozen=True):
    """A command was accepted, durably: where it stands in the log, and its answer.

    `repeated` marks the answer to an earlier request with the same idempotency key; it names its own
    revision in the answer, and none here.
    """

    answer: bytes
    position: int
    revision: int | None
    repeated: bool = False


Answer = Callable[[Prepared], bytes]
"""Writes the answer to a decided command; the position is known only after the append and added then."""

Load = Callable[[str, str], Awaitable[Loaded]]


class Handling:
    """The use case of every command.

    Commands of one stream are handled one at a time in this process; other processes are met by the
    append's conflict: reload, decide again, append again.
    """

    def __init__(
        self,
        streams: Streams,
        deciding: Deciding,
        appender: Appender,
        bell: Bell,
        refusals: Refusals | None = None,
    ) -> None:
        """Wire the use case to streams, deciding, appender and bell; `refusals` notes what is refused."""
        self._refusals = refusals
        self._bell = bell
        self._streams = streams
        self._deciding = deciding
        self._appender = appender
        self._in_flight: set[tuple[str, str, str]] = set()

    async def handle(self, order: Order, answer: Answer) -> Receipt:
        """Accept the command, or raise `Rejected` or one of `croupier.service.errors`."""
        try:
            if order.key is None:
                return await self._handle(order, answer)
            return await self._handle_once(order, order.key, answer)
        except (Rejected, RevisionMismatch, KeyReused) as refusal:
            self._note(order, refusal)
            raise

    def _note(self, order: Order, refusal: Exception) -> None:
        if self._refusals is None:
            return
        known = self._streams.known(order.log, order.stream)
        command, fields = tag_of(order.command), fields_of(order.command)
        self._refusals.note(
            Tried(order.log, order.stream, order.actor, command, fields, known, order.request_id), refusal
        )

    async def _handle_once(self, order: Order, key: Key, answer: Answer) -> Receipt:
        mark = (order.log, key.scope, key.key)
        if mark in self._in_flight:
            raise KeyInFlight("a request with this idempotency key is being handled")
        self._in_flight.add(mark)
        try:
            return await self._handle(order, answer)
        except (Rejected, NotFound, RevisionMismatch):
            repeated = await self._appender.repeated(order.log, key.scope, key.key)
            if repeated is None:
                raise
            return self._repeated(order.log, key, repeated)
        finally:
            self._in_flight.discard(mark)

    async def _handle(self, order: Order, answer: Answer) -> Receipt:
        async with self._streams.lock(order.log, order.stream):
            try:
                receipt = await self._attempt(order, answer, self._streams.load)
            except (Rejected, RevisionMismatch):
                receipt = None  # a refusal counts only on the stream as it is stored
            tries = 0
            while receipt is None:
                if tries == _TRIES:
                    raise Contended("the stream kept changing while the command was decided")
                tries += 1
                receipt = await self._attempt(order, answer, self._streams.catch_up)
            return receipt

    async def _attempt(self, order: Order, answer: Answer, load: Load) -> Receipt | None:
        """Decide on the stream as `load` finds it, and append; None on a conflict."""
        loaded = await load(order.log, order.stream)
        if loaded.revision == 0 and not order.opens:
            raise NotFound("there is no such thing")
        if order.revisions is not None and loaded.revision not in order.revisions:
            raise RevisionMismatch(f"the revision is {loaded.revision}, and none that was asked for")
        prepared = self._deciding.prepare(order.stream, loaded, order.command, order.actor)
        moves = transfers(prepared.decision.state, prepared.decision.events)
        if not moves:
            return await self._append(order, (prepared,), answer)
        async with AsyncExitStack() as held:
            for stream in moves:
                await held.enter_async_context(self._streams.lock(order.log, stream))
            others = [
                self._deciding.prepare(stream, await load(order.log, stream), move, order.actor)
                for stream, move in moves.items()
            ]
            return await self._append(order, (prepared, *others), answer)

    async def _append(self, order: Order, prepared: tuple[Prepared, ...], answer: Answer) -> Receipt | None:
        first = prepared[0]
        written = answer(first)
        key = order.key
        stored = self._stored(order.log, key, written) if key else None
        outcome = await self._appender.append(Append(order.log, tuple(p.entry for p in prepared), stored))
        match outcome:
            case Appended(position):
                for one in prepared:
                    self._streams.keep(order.log, one.entry.stream, one.after)
                self._bell.ring(order.log, position + len(prepared) - 1)
                return Receipt(with_position(written, position), position, first.entry.revision)
            case Conflict():
                return None
            case Repeated():
                assert key
                return self._repeated(order.log, key, outcome)

    def _stored(self, log: str, key: Key, answer: bytes) -> Idempotency:
        sealed = seal_answer(self._deciding.secrets, log, key.scope, key.key, answer)
        return Idempotency(key.scope, key.key, key.fingerprint, sealed)

    def _repeated(self, log: str, key: Key, stored: Repeated) -> Receipt:
        if stored.fingerprint != key.fingerprint:
            raise KeyReused("this idempotency key was used with another request")
        answer = open_answer(self._deciding.secrets, log, key.scope, key.key, stored.answer)
        return Receipt(with_position(answer, stored.position), stored.position, None, repeated=True)


def with_position(answer: bytes, position: int) -> bytes:
    """The answer, a JSON object with at least one field, with the log's position added to it."""
    return b'%b,"position":%d}' % (answer[:-1], position)

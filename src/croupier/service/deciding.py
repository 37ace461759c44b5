"""Deciding a command on a loaded stream, and writing what came of it as an entry."""

from datetime import datetime
from typing import Any

from msgspec import Struct

from croupier.domain.decider import Actor, Decision, Given, run
from croupier.domain.shuffle import Seed
from croupier.service.errors import RecordTooLarge
from croupier.service.ports import Clock, Entropy, NewEntry, Secrets
from croupier.service.records import (
    MOST_BYTES,
    Record,
    decider_of,
    digest,
    encode_record,
    moment,
    timestamp,
)
from croupier.service.sealing import seal
from croupier.service.streams import Loaded


class Prepared(Struct, frozen=True):
    """A decided command, ready to be appended: its entry, its decision and the stream after it."""

    entry: NewEntry
    decision: Decision[Any, Any]
    after: Loaded


class Deciding:
    """Decides commands with this installation's clock, entropy, secrets and code."""

    def __init__(self, clock: Clock, entropy: Entropy, secrets: Secrets, code: str) -> None:
        """`code` is version and content hash of the rule code, as records name it."""
        self._clock = clock
        self._entropy = entropy
        self.secrets = secrets
        self._code = code

    def prepare(self, stream: str, loaded: Loaded, command: Any, actor: Actor) -> Prepared:
        """Decide the command on the stream. Raises `Rejected`, `RecordTooLarge`."""
        decider = decider_of(stream)
        at, written = self._now(loaded)
        given = Given(actor, at, Seed(self._entropy.seed()))
        command = decider.veiled(command, loaded.state, actor)
        decision = run(decider, command, loaded.state, given)
        revision = loaded.revision + 1
        record = encode_record(
            Record(
                stream,
                revision,
                loaded.prev,
                self._entropy.entry_id(),
                written,
                actor,
                self._code,
                decider.rules,
                command,
                decision.events,
            )
        )
        if len(record) > MOST_BYTES:
            raise RecordTooLarge(f"the record of this command would have {len(record)} bytes")
        sealed = seal(self.secrets, stream, revision, decision.entrusted)
        after = Loaded(decision.state, revision, digest(record), written)
        return Prepared(NewEntry(stream, revision, record, sealed), decision, after)

    def _now(self, loaded: Loaded) -> tuple[datetime, str]:
        """The time, never before the stream's previous entry, and as the record writes it."""
        now = self._clock.now()
        written = timestamp(now)
        if written < loaded.at:
            return moment(loaded.at), loaded.at
        return now, written

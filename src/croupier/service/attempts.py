"""Noting refused commands: "he tried to bet after the cut".

Noted are refusals by rules, of another revision, of a used idempotency key, and of a role or token that may
not; never who could not say who he is, for that would be anybody's noise and name nobody. What the clock
tries is the service's own doing and no attempt.
"""

from collections import defaultdict
from datetime import datetime
from typing import Any, Final

from msgspec import Raw, Struct, to_builtins
from msgspec.json import Encoder

from croupier.domain.decider import Actor, Command, Rejected
from croupier.service.errors import CroupierError, Forbidden, KeyReused, RevisionMismatch
from croupier.service.ports import Attempt, Attempts, Clock, Entropy

NOTED: Final = (Rejected, RevisionMismatch, KeyReused, Forbidden)

MOST_FIELDS: Final = 2048
"""Bytes of a command's fields as JSON; those of a longer one are left out."""

MOST_A_SECOND: Final = 50
"""Attempts of one actor that are noted within a second: he can't drown those of others."""

_NOTHING: Final = Raw(b"{}")
_encode: Final = Encoder().encode


class Tried(Struct, frozen=True):
    """What was tried: by whom, in which stream of which log, at which revision of it as far as known."""

    log: str
    stream: str
    actor: Actor
    command: str
    fields: Raw = _NOTHING
    revision: int = 0
    request_id: str = ""


class Refusals:
    """Makes attempts of refusals and has them kept."""

    def __init__(self, attempts: Attempts, clock: Clock, entropy: Entropy) -> None:
        """Keep them by `attempts`."""
        self._attempts = attempts
        self._clock = clock
        self._entropy = entropy
        self._second = 0
        self._noted: dict[tuple[str, Actor], int] = defaultdict(int)

    def note(self, tried: Tried, refusal: Exception) -> None:
        """Note it if it is one of those that are noted. Does not wait."""
        if tried.actor.role == "clock" or not isinstance(refusal, NOTED):
            return
        at = self._clock.now()
        if not self._room(tried, at):
            return
        code, rule = _reason(refusal)
        self._attempts.record(
            Attempt(
                self._entropy.entry_id(),
                tried.log,
                tried.stream,
                at,
                tried.actor,
                tried.command,
                tried.fields,
                code,
                rule,
                tried.revision,
                tried.request_id,
            )
        )

    def _room(self, tried: Tried, at: datetime) -> bool:
        second = int(at.timestamp())
        if second != self._second:
            self._second = second
            self._noted.clear()
        self._noted[tried.log, tried.actor] += 1
        return self._noted[tried.log, tried.actor] <= MOST_A_SECOND


def _reason(refusal: Exception) -> tuple[str, int | None]:
    if isinstance(refusal, Rejected):
        return refusal.code, refusal.rule
    assert isinstance(refusal, CroupierError)
    return refusal.code, None


def tag_of_type(kind: Any) -> str | None:
    """The tag of that type of command, None for what is no tagged Struct."""
    config = getattr(kind, "__struct_config__", None)
    return str(config.tag) if config and config.tag else None


def fields_of(command: Command) -> Raw:
    """The command's fields but its tag as JSON, without those that are not told; none of a long command."""
    told: dict[str, Any] = to_builtins(command)
    left_out = {"type", *command.untold}
    fields = _encode({name: value for name, value in told.items() if name not in left_out})
    return Raw(fields) if len(fields) <= MOST_FIELDS else _NOTHING

"""The state of a dispute."""

from collections.abc import Generator, Mapping
from datetime import datetime
from typing import Final, Literal

from msgspec import Struct

from croupier.domain.decider import Actor
from croupier.domain.disputes.commands import Asked
from croupier.domain.disputes.events import Awaited, DisputeEvent, Moved, Speaker
from croupier.domain.disputes.evidence import Evidence
from croupier.domain.ids import table_of_round

Status = Literal["unopened", "open", "taken", "upheld", "rejected", "withdrawn"]
"""An open dispute waits for an auditor, a taken one for his ruling; the last three are its end."""

NOBODY: Final = Actor("operator", "")


class Question(Struct, frozen=True):
    """A question of the auditor, by its number from 1."""

    question: int
    of: Asked
    answered: bool = False


class Ruling(Struct, frozen=True):
    """How an auditor ruled: why, and what it moved for each party in sum."""

    auditor: str
    reason: str
    moved: tuple[Moved, ...] = ()


class Dispute(Struct, frozen=True):
    """A dispute. `id` is its stream; what was said after the claim is in its events alone.

    `seat` and `bet` say what in the round it is about, where its opener said so. `opened_by` may withdraw it,
    `auditor` has taken it. `due` is until when it has to be taken or ruled on, `marked` whether the clock has
    noted that this has passed. `said` counts what each side has said.
    """

    id: str
    status: Status = "unopened"
    round: str = ""
    player: str = ""
    opened_by: Actor = NOBODY
    claim: str = ""
    seat: int | None = None
    bet: str | None = None
    evidence: Evidence | None = None
    auditor: str | None = None
    rule_within: int = 0
    due: datetime | None = None
    marked: bool = False
    questions: tuple[Question, ...] = ()
    said: Mapping[Speaker, int] = {}
    ruling: Ruling | None = None

    @property
    def table(self) -> str:
        """The stream of the round's table."""
        return table_of_round(self.round)

    @property
    def awaits(self) -> Awaited:
        """What a dispute that is not over waits for."""
        return "take" if self.status == "open" else "ruling"

    def is_overdue(self, now: datetime) -> bool:
        """Whether what it waits for has not come in time."""
        return self.due is not None and now >= self.due


Steps = Generator[DisputeEvent, Dispute, Dispute]

"""A dispute on a round: a player's claim, the service's evidence, an auditor's ruling and its correction."""

from typing import Any, Final

from croupier.domain.decider import Decider, by_tag
from croupier.domain.disputes.commands import DisputeCommand
from croupier.domain.disputes.decide import decide
from croupier.domain.disputes.events import DisputeEvent
from croupier.domain.disputes.evolve import evolve
from croupier.domain.disputes.state import Dispute

DISPUTE: Final[Decider[Any, Dispute, Any]] = Decider(
    category="dispute",
    rules=None,
    commands=DisputeCommand,
    events=DisputeEvent,
    initial=Dispute,
    decide=decide,
    evolve=evolve,
    command_types=by_tag(DisputeCommand.__args__),
)

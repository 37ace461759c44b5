"""Who may do what in a dispute."""

from typing import Final

from croupier.domain.decider import Actor, Rejected
from croupier.domain.disputes.events import Speaker
from croupier.domain.disputes.state import Dispute

MOST_SAID: Final = 100
"""How often each side may speak: nobody can bury a dispute under words."""


def speaker(dispute: Dispute, actor: Actor) -> Speaker:
    """As whom the actor speaks in the dispute.

    Raises `Rejected`: `not-a-party` for anybody but its player, his operator and auditors, `said-enough`.
    """
    match actor.role:
        case "operator" | "auditor":
            said = dispute.said.get(actor.role, 0)
            side: Speaker = actor.role
        case "player" if actor.id == dispute.player:
            said, side = dispute.said.get("player", 0), "player"
        case _:
            raise Rejected("not-a-party", "only the player, his operator and auditors speak in a dispute")
    if said >= MOST_SAID:
        raise Rejected("said-enough", f"each side speaks {MOST_SAID} times at the most")
    return side


def require_auditor(actor: Actor) -> None:
    """Raises `Rejected` (`not-the-judge`)."""
    if actor.role != "auditor":
        raise Rejected("not-the-judge", "only an auditor does this")


def require_judge(dispute: Dispute, actor: Actor) -> None:
    """Raises `Rejected` (`not-the-judge`) for anybody but the auditor who took the dispute."""
    require_auditor(actor)
    if actor.id != dispute.auditor:
        raise Rejected("not-the-judge", f"{dispute.auditor} took this dispute and rules on it")


def require_opener(dispute: Dispute, actor: Actor) -> None:
    """Raises `Rejected` (`not-the-opener`). What was opened for a player he may withdraw himself."""
    if not actor.is_same(dispute.opened_by):
        raise Rejected("not-the-opener", "who opened the dispute may withdraw it, nobody else")

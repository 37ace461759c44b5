"""Opening a dispute."""

from datetime import timedelta

from msgspec import UNSET

from croupier.domain.decider import Given, Rejected
from croupier.domain.disputes.commands import OpenDispute
from croupier.domain.disputes.events import DisputeOpened, EvidenceAttached
from croupier.domain.disputes.state import Dispute, Steps


def open_dispute(command: OpenDispute, dispute: Dispute, given: Given) -> Steps:
    """A player disputes a round in which he had a seat, or his operator does it for him.

    Raises `Rejected`: `not-a-party`, `not-in-round`, `unknown-target` for a seat that nobody had.
    """
    actor = given.actor
    if actor.role != "operator" and (actor.role, actor.id) != ("player", command.player):
        raise Rejected("not-a-party", "a dispute is opened by the player, or by his operator for him")
    if not command.evidence.seats_of(command.player):
        raise Rejected("not-in-round", "the player had no seat in this round")
    seats = [one.seat for one in command.evidence.players]
    if command.seat is not UNSET and command.seat not in seats:
        raise Rejected("unknown-target", f"nobody had seat {command.seat} in this round")
    yield DisputeOpened(
        round=command.round,
        player=command.player,
        by=actor,
        claim=command.claim,
        take_by=given.at + timedelta(seconds=command.deadlines.take),
        rule_within=command.deadlines.rule,
        seat=command.seat,
        bet=command.bet,
    )
    return (yield EvidenceAttached(command.evidence))

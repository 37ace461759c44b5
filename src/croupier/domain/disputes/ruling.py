"""What the corrections of a ruling come to."""

from collections import Counter
from collections.abc import Iterable

from croupier.domain.decider import Given, Rejected
from croupier.domain.disputes.commands import Transfer, UpholdDispute
from croupier.domain.disputes.events import DisputeUpheld, Moved
from croupier.domain.disputes.evidence import HOUSE
from croupier.domain.disputes.state import Dispute, Steps


def uphold(command: UpholdDispute, dispute: Dispute, given: Given) -> Steps:
    """The judge's ruling, with what its corrections move in sum.

    Raises `Rejected`: `unknown-party` for who was not in the round, `unknown-target` for chips from somebody
    to himself.
    """
    assert dispute.evidence
    known = {HOUSE, *(one.player for one in dispute.evidence.players)}
    for correction in command.corrections:
        _check(correction, known)
    moved = netted(command.corrections)
    return (yield DisputeUpheld(given.actor.id, command.reason, command.corrections, moved))


def netted(corrections: Iterable[Transfer]) -> tuple[Moved, ...]:
    """The sum for each party by its name, without zeros; together they are zero, as each correction is."""
    sums: Counter[str] = Counter()
    for correction in corrections:
        sums[correction.payer] -= correction.amount
        sums[correction.payee] += correction.amount
    return tuple(Moved(party, amount) for party, amount in sorted(sums.items()) if amount)


def _check(correction: Transfer, known: set[str]) -> None:
    for party in (correction.payer, correction.payee):
        if party not in known:
            raise Rejected("unknown-party", f"{party!r} is neither the house nor a player of the round")
    if correction.payer == correction.payee:
        raise Rejected("unknown-target", f"chips of {correction.payer!r} to himself correct nothing")

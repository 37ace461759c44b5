"""Correcting a table's house account by the ruling on a dispute."""

from collections.abc import Generator

from msgspec.structs import replace

from croupier.domain.amounts import FULL
from croupier.domain.decider import Given, Rejected
from croupier.domain.table.commands import CorrectHouse
from croupier.domain.table.events import HouseCorrected
from croupier.domain.table.state import T

Steps = Generator[HouseCorrected, T, T]


def correct_house(command: CorrectHouse, table: T, given: Given) -> Steps[T]:
    """The other end of what a ruling moves to or from the house, also in a round and at a closed table.

    The house account may fall below zero, as by the game (conventions: conservation). Raises `Rejected`:
    `not-the-judge` for anybody but an auditor, `house-account-full` beyond what JSON clients count exactly.
    """
    if given.actor.role != "auditor":
        raise Rejected("not-the-judge", "only the ruling on a dispute corrects the house account")
    if table.status == "unopened":
        raise Rejected("wrong-phase", "the table has not been opened")
    house = table.house + command.amount
    if abs(house) > FULL:
        raise Rejected("house-account-full", f"a house account holds at most {FULL}")
    return (yield HouseCorrected(command.dispute, command.amount, house))


def evolve_corrected(table: T, event: HouseCorrected) -> T:
    """The table with that house account. A round that is voided later does not undo the correction."""
    before = table.before and replace(table.before, house=table.before.house + event.amount)
    return replace(table, house=event.house, before=before)

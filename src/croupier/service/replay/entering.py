"""Entering a judged entry into its stream: what that changes, for the rest of the log to see."""

from typing import Any

from croupier.domain.table.events import HouseCorrected
from croupier.domain.wallet import WALLET
from croupier.domain.wallet.events import Deposited, Withdrawn
from croupier.service.ports import Entry
from croupier.service.records import AnyRecord
from croupier.service.replay.commitments import broken_commitments
from croupier.service.replay.judged import ORDINARY, Judged, Remarks, told
from croupier.service.replay.rounds import GoingRounds
from croupier.service.replay.tails import Tail
from croupier.service.transfers import transfers


class Entering:
    """Moves the tails of streams on, and follows the rounds of tables."""

    def __init__(self) -> None:
        """Before any entry."""
        self._rounds = GoingRounds()

    def enter(self, tail: Tail, entry: Entry, record: AnyRecord, state: Any) -> Judged:
        """The entry led to that state: what it changes, and what is wrong with the decks that it leaves."""
        before, chips = tail.state, tail.count(state)
        change = chips - tail.chips
        tail.state, tail.chips = state, chips
        if tail.game:
            return self._table(tail, entry, record, before, change)
        if tail.kind == WALLET.category:
            return _wallet(record, change)
        moves = tuple(transfers(state, record.events).items())
        return Judged(entered="dispute", command=told(record), actor=record.actor, moves=moves)

    def _table(self, tail: Tail, entry: Entry, record: AnyRecord, before: Any, change: int) -> Judged:
        state, events = tail.state, record.events
        assert tail.game
        over = self._rounds.enter(entry, before, state)
        wrong = broken_commitments(tail.game, before, state, events)
        moves, command = transfers(state, events), told(record)
        named = state.decks.fixed is not before.decks.fixed
        if not (wrong or change or moves or over or command or named):
            return ORDINARY
        return Judged(
            tuple(wrong),
            change=change,
            corrected=sum(event.amount for event in events if type(event) is HouseCorrected),
            command=command,
            actor=record.actor,
            moves=tuple(moves.items()),
            over=over,
            remarks=Remarks(named_cards=True) if named else None,
        )


def _wallet(record: AnyRecord, change: int) -> Judged:
    events = record.events
    return Judged(
        entered="wallet",
        change=change,
        deposited=sum(event.amount for event in events if type(event) is Deposited),
        withdrawn=sum(event.amount for event in events if type(event) is Withdrawn),
        command=told(record),
        actor=record.actor,
    )

"""The entries of a round as a report tells them."""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import to_builtins

from croupier.domain.explaining import Line, told
from croupier.domain.table.bank import explaining as of_bank
from croupier.domain.table.explaining import SENTENCES
from croupier.domain.telling import belied
from croupier.service.ports import Entry
from croupier.service.records import AnyRecord, decode_record
from croupier.service.rounds.course import Happened, Step
from croupier.service.rounds.decks import where
from croupier.service.rounds.report import EntryReport, EventReport, LineReport
from croupier.service.transparency.hashing import leaf_hash


class Telling:
    """Tells of entries of a log whose last checkpoint has that size."""

    def __init__(self, log: str, size: int | None, words: Mapping[int, str]) -> None:
        """`words` are the rules of the game."""
        self._log = log
        self._size = size
        self._words = words

    def step(self, step: Step) -> EntryReport:
        """An entry of a round."""
        return self._entry(step.entry, step.record, tuple(self._event(one) for one in step.happened))

    def related(self, entry: Entry, deck: str | None) -> EntryReport:
        """An entry outside of the round, with the events of the round's deck, or of its bank."""
        record = decode_record(entry.stream, entry.record)
        return self._entry(entry, record, tuple(map(_plain, _belonging(record.events, deck))))

    def _entry(self, entry: Entry, record: AnyRecord, events: tuple[EventReport, ...]) -> EntryReport:
        fields = to_builtins(record.command)
        return EntryReport(
            where=where(entry, record),
            actor=record.actor,
            command=fields.pop("type"),
            fields=fields,
            code=record.code,
            events=events,
            leaf=leaf_hash(entry.record).hex(),
            proof=self._proof(entry.position),
        )

    def _proof(self, position: int) -> str | None:
        covered = self._size is not None and position < self._size
        return f"/v1/log/{self._log}/proof/{position}" if covered else None

    def _event(self, one: Happened) -> EventReport:
        said = one.said
        return EventReport(
            event=one.event,
            sentence=said.sentence,
            rule=said.rule,
            rule_words=self._words.get(said.rule) if said.rule else None,
            arithmetic=tuple(map(_line, said.lines)),
            differs=belied(one.event, said.lines),
        )


def _belonging(events: Iterable[Any], deck: str | None) -> list[Any]:
    """The events of the deck; where there are none, the game's own."""
    of_deck = [event for event in events if getattr(event, "deck", None) == deck]
    return of_deck or [event for event in events if type(event) not in SENTENCES]


def _plain(event: Any) -> EventReport:
    """An event whose table is not at hand: its sentence, without arithmetic."""
    said = told({**SENTENCES, **of_bank.SENTENCES}, event)
    return EventReport(event, said.sentence, said.rule, None, (), ())


def _line(line: Line) -> LineReport:
    return LineReport(line.of, line.sum, line.result, line.exact, line.text)

"""The use case of who reads a round's report."""

from typing import Final

from msgspec.structs import replace

from croupier.service.callers import Caller
from croupier.service.errors import NotFound, RoundTooLong
from croupier.service.ports import Entry
from croupier.service.ports.transparency import TreeHead
from croupier.service.records import AnyRecord, decode_record
from croupier.service.rounds.assembling import round_report
from croupier.service.rounds.course import Course, course_of
from croupier.service.rounds.entries import Telling
from croupier.service.rounds.finding import RoundEntries, Rounds
from croupier.service.rounds.ids import parse_round_id
from croupier.service.rounds.logged import PublishedTiles, as_logged
from croupier.service.rounds.past import Past
from croupier.service.rounds.report import EntryReport, LogReport, RoundReport
from croupier.service.transparency.reading import Transparency

MOST_PROOFS: Final = 500
"""So many entries carry their proofs within one report; what is longer is exported."""


class Reporting:
    """Reports rounds, from the log alone."""

    def __init__(self, rounds: Rounds, past: Past, transparency: Transparency) -> None:
        """Find rounds by `rounds`, the tables before them by `past`, and proofs by `transparency`."""
        self._rounds = rounds
        self._past = past
        self._transparency = transparency

    async def report(self, caller: Caller, text: str, proofs: bool = False) -> RoundReport:
        """The report on the round of that id, as the caller may see it; with `proofs` they are in it.

        Raises `NotFound` (also for a player who did not sit in it), `Forbidden` for another table than the
        token's, `RoundTooLong`, `SealBroken`, `StoreUnavailable`.
        """
        own = caller.actor.id if caller.actor.role == "player" else None
        return await self._report(caller, text, own, proofs, replay=False)

    async def replay(self, caller: Caller, player: str, text: str, proofs: bool = False) -> RoundReport:
        """The recall of a past round for a player who sat in it. Raises as `report` does."""
        caller.require_player(player)
        report = await self._report(caller, text, player, proofs, replay=True)
        if report.status == "in-progress":
            raise NotFound("the round is not over")
        return report

    async def ended_by(self, log: str, table: str, number: int) -> tuple[Entry, AnyRecord]:
        """The entry by which the round is over, and its record: for a voided one, that it was called off.

        Raises `NotFound`, `StoreUnavailable`.
        """
        entry = await self._rounds.end(log, table, number)
        return entry, decode_record(table, entry.record)

    async def _report(
        self, caller: Caller, text: str, player: str | None, proofs: bool, replay: bool
    ) -> RoundReport:
        course = await self._course(caller, text, player)
        head = await self._head(caller.log)
        log = self._log(caller.log, head)
        telling = Telling(caller.log, log.checkpoint_size, course.game.rule_words)
        logged = await as_logged(course.found, PublishedTiles(self._transparency, caller.log), head)
        report = round_report(course, telling, log, logged, replay, caller.actor.role)
        return await self._with_proofs(report, course.found, caller.log) if proofs else report

    async def _course(self, caller: Caller, text: str, player: str | None) -> Course:
        parsed = parse_round_id(text)
        if parsed is None:
            raise NotFound("there is no such round")
        caller.require_table(parsed[0])
        found = await self._rounds.entries(caller.log, *parsed)
        before = await self._past.at(caller.log, found.table, found.entries[0].revision - 1)
        if player is not None and before.state.seat_of(player) is None:
            raise NotFound("there is no such round")
        return course_of(found, before.state)

    async def _head(self, log: str) -> TreeHead | None:
        """What is published of the log, None when nothing is yet."""
        try:
            return await self._transparency.head(log)
        except NotFound:
            return None

    def _log(self, log: str, head: TreeHead | None) -> LogReport:
        size = head.size if head else None
        return LogReport(log, self._transparency.origin(log), size, f"/v1/log/{log}/checkpoint")

    async def _with_proofs(self, report: RoundReport, found: RoundEntries, log: str) -> RoundReport:
        if len(found.all) > MOST_PROOFS:
            raise RoundTooLong(f"no more than {MOST_PROOFS} proofs go into one report")
        records = {entry.position: entry.record for entry in found.all}
        return replace(
            report,
            entries=tuple([await self._proven(one, records, log) for one in report.entries]),
            related=tuple([await self._proven(one, records, log) for one in report.related]),
        )

    async def _proven(self, one: EntryReport, records: dict[int, bytes], log: str) -> EntryReport:
        position = one.where.position
        proof = (await self._transparency.inclusion(log, position)).decode() if one.proof else None
        return replace(one, record=records[position].decode(), proof_file=proof)

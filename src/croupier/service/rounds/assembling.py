"""Putting a round's report together from its course."""

from datetime import timedelta
from typing import Final

from msgspec import UNSET

from croupier.domain.decider import Role
from croupier.domain.ids import round_id
from croupier.domain.table.events import RoundVoided
from croupier.service.records import moment, timestamp
from croupier.service.roles import WHO_MAY
from croupier.service.rounds.course import Course
from croupier.service.rounds.decks import cards, deck_report, holds
from croupier.service.rounds.entries import Telling
from croupier.service.rounds.funds import adds_up, banker_in, funds, seats, status_of, table_after
from croupier.service.rounds.report import (
    CardReport,
    Checks,
    DeckReport,
    EntryReport,
    Funds,
    LogReport,
    RoundReport,
    SeatReport,
    SeeAlso,
)

_AFTERWARDS: Final = timedelta(minutes=1)
"""Who is late tries it when the round is over already."""


def round_report(
    course: Course, telling: Telling, log: LogReport, logged: bool | None, replay: bool, reader: Role
) -> RoundReport:
    """The report on the round for that reader; `logged` is whether its entries are those of the log."""
    found, start = course.found, course.before
    name = round_id(found.table, found.number)
    status, deck = status_of(course), deck_report(course)
    money = funds(course.game, start), funds(course.game, table_after(course))
    players, dealt = seats(course, status), cards(course)
    entries = tuple(telling.step(step) for step in course.steps)
    outside = (*found.before, *found.after)
    return RoundReport(
        round=name,
        table=found.table,
        game=course.game.name,
        title=course.game.title,
        number=found.number,
        status=status,
        replay=replay,
        test=start.decks.fixed is not None,
        void_reason=_void_reason(course),
        rules_version=str(course.steps[0].record.rules),
        code=tuple(dict.fromkeys(step.record.code for step in course.steps)),
        rules=start.rules,
        limits=start.limits,
        times=start.times,
        started_at=course.steps[0].record.at,
        ended_at=course.steps[-1].record.at if found.ended else None,
        banker=banker_in(course),
        seats=players,
        before=money[0],
        after=money[1],
        deck=deck,
        cards=dealt,
        entries=entries,
        related=tuple(telling.related(entry, deck.deck if deck else None) for entry in outside),
        checks=Checks(
            arithmetic=_adds_up(entries, players),
            chips=_conserved(money),
            commitment=holds(deck, course),
            cards=_as_recomputed(dealt, deck),
            log=logged,
        ),
        log=log,
        see_also=_see_also(course, name, log, reader),
    )


def _see_also(course: Course, name: str, log: LogReport, reader: Role) -> SeeAlso:
    found, start, end = course.found, course.steps[0].record.at, course.steps[-1].record.at
    until = f"&until={timestamp(moment(end) + _AFTERWARDS)}" if found.ended else ""
    bundle = f"/v1/log/{log.log}/bundle?round={name}"
    attempts = f"/v1/tables/{found.table}/attempts?since={start}{until}"
    return SeeAlso(
        disputes=f"/v1/disputes?round={name}",
        bundle=bundle if reader in WHO_MAY["export-log"] else UNSET,
        attempts=attempts if reader in WHO_MAY["read-attempts"] else UNSET,
    )


def _void_reason(course: Course) -> str | None:
    reasons = (one.event.reason for one in course.happened if isinstance(one.event, RoundVoided))
    return next(reasons, None)


def _adds_up(entries: tuple[EntryReport, ...], players: tuple[SeatReport, ...]) -> bool:
    return not any(event.differs for entry in entries for event in entry.events) and all(
        map(adds_up, players)
    )


def _conserved(money: tuple[Funds, Funds]) -> bool:
    before, after = money
    return before.total == after.total


def _as_recomputed(dealt: tuple[CardReport, ...], deck: DeckReport | None) -> bool | None:
    if deck is None or deck.seed is None:
        return None
    return all(card.agrees for card in dealt if card.agrees is not None)

"""Chips before and after a round, and what each seat made of it."""

from collections.abc import Iterable

from msgspec.structs import asdict

from croupier.domain.explaining import Tally
from croupier.domain.games.game import Game
from croupier.domain.table.events import RoundEnded, RoundVoided
from croupier.domain.table.state import AnyTable
from croupier.service.rounds.course import Course, Happened
from croupier.service.rounds.report import Funds, SeatReport, Status


def table_after(course: Course) -> AnyTable:
    """The table right after the event that ends the round, before anybody leaves; else as it stands."""
    for one in course.happened:
        if isinstance(one.event, RoundEnded | RoundVoided):
            return one.after
    return course.happened[-1].after


def status_of(course: Course) -> Status:
    """Whether the round goes on, is over, or was called off."""
    if any(isinstance(one.event, RoundVoided) for one in course.happened):
        return "voided"
    return "ended" if course.found.ended else "in-progress"


def funds(game: Game, table: AnyTable) -> Funds:
    """Where the table's chips lie."""
    standing = game.standing(table)
    stacks = sum(seat.stack for seat in table.seats.values())
    total = stacks + standing.bank + standing.in_play + table.house
    return Funds(stacks, standing.bank, standing.in_play, table.house, total)


def banker_in(course: Course) -> int | None:
    """The seat that banks the round: the first banker may be drawn in its first command."""
    for one in course.happened:
        if one.after.in_round:
            return one.after.banker
    return course.before.banker


def seats(course: Course, status: Status) -> tuple[SeatReport, ...]:
    """Everybody who sat at the table in the round."""
    start, end, banker = course.before, table_after(course), banker_in(course)
    tallies = {} if status == "voided" else tallied(course.happened)
    found = []
    for number, seat in start.seats.items():
        before, after, tally = owned(start, number), owned(end, number), tallies.get(number, Tally(number))
        found.append(
            SeatReport(
                player=seat.player,
                banker=number == banker,
                before=before,
                after=after,
                result=None if status == "in-progress" else after - before,
                **asdict(tally),
            )
        )
    return tuple(found)


def tallied(happened: Iterable[Happened]) -> dict[int, Tally]:
    """The accounts of the events added up, seat by seat."""
    sums: dict[int, Tally] = {}
    for one in happened:
        for tally in one.said.tallies:
            sums[tally.seat] = sums.get(tally.seat, Tally(tally.seat)) + tally
    return sums


def adds_up(report: SeatReport) -> bool:
    """Whether the seat's result is what its bets, charges and prices came to."""
    came_to = report.won - report.lost - report.charged + report.banked - report.paid
    return report.result in (None, came_to)


def owned(table: AnyTable, seat: int) -> int:
    """The seat's chips: its stack, and the bank where it banks."""
    return table.seats[seat].stack + (table.bank if table.banker == seat else 0)

"""The rounds of a table that were called off, a page at a time."""

from msgspec import Struct

from croupier.domain.decider import Actor
from croupier.domain.ids import round_id
from croupier.domain.table.state import VoidedRound
from croupier.service.rounds.reporting import Reporting
from croupier.service.streams import Streams, existing


class VoidedRoundListed(Struct, frozen=True):
    """A round that was called off: its id, its number at the table, why, by whom and when.

    `position` is that of the entry by which it was.
    """

    round: str
    number: int
    reason: str
    actor: Actor
    at: str
    position: int


class VoidedPage(Struct, frozen=True):
    """A page of such rounds in the order of their numbers; `voided` counts all that the table has.

    `after` is the number behind which the next page goes on, None at the end.
    """

    voided: int
    rounds: tuple[VoidedRoundListed, ...]
    after: int | None


async def voided_page(
    streams: Streams, reporting: Reporting, log: str, table: str, after: int, most: int
) -> VoidedPage:
    """The table's voided rounds with a number above `after`, so many at most.

    Raises `NotFound`, `StoreUnavailable`, `SealBroken`.
    """
    voided = existing(await streams.catch_up(log, table), "table").state.voided
    behind = [one for one in voided if one.round > after]
    page = behind[:most]
    listed = tuple([await _listed(reporting, log, table, one) for one in page])
    return VoidedPage(len(voided), listed, page[-1].round if len(behind) > most else None)


async def _listed(reporting: Reporting, log: str, table: str, voided: VoidedRound) -> VoidedRoundListed:
    entry, record = await reporting.ended_by(log, table, voided.round)
    name = round_id(table, voided.round)
    return VoidedRoundListed(name, voided.round, voided.reason, record.actor, record.at, entry.position)

"""What can be said of the times in a log, which is no fault by itself."""

from collections.abc import Iterator
from datetime import datetime

from croupier.adapters.cli.printing import counted
from croupier.service.records import timestamp
from croupier.service.replay.times import TOLERANCE, Times


def about_times(times: Times, now: datetime) -> Iterator[str]:
    """Lines on entries that were dated back, or that are of a time which is still to come."""
    if times.dated_back:
        back = counted(times.dated_back, "entry is", "entries are")
        yield (
            f"{back} dated more than a minute before the own id or an entry before, the first at position"
            f" {times.first}: a clock was set back, or times were changed (no fault by itself)"
        )
    if is_ahead(times, now):
        assert times.latest
        latest = timestamp(times.latest)
        yield f"the latest entry is of {latest}, which is still to come by this machine's clock"


def is_ahead(times: Times, now: datetime) -> bool:
    """Whether an entry is of a time that is still to come."""
    return times.latest is not None and times.latest - now > TOLERANCE

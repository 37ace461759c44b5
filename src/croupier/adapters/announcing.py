"""Log lines by which it can be told later what software ran when, and by what clock."""

import asyncio
from typing import Final

import structlog
from msgspec.structs import asdict

from croupier.service.software.clocks import ClockReading
from croupier.service.software.reading import Software

HOUR: Final = 3600.0

log: Final = structlog.get_logger("croupier")


async def announce(software: Software, every: float = HOUR) -> None:
    """Log the software as it starts, and the clock now and every so many seconds, until cancelled."""
    try:
        started = await software.started()
    except OSError as error:  # the service can play without, but not without anybody knowing
        log.error("software", error=str(error))
    else:
        log.info("software", version=started.version, hash=started.hash, rule_code=started.rule_code)
    while True:
        _tell(await software.clock())
        await asyncio.sleep(every)


def _tell(clock: ClockReading) -> None:
    say = log.info if clock.well else log.warning
    said = asdict(clock)
    del said["at"]  # the line has its own time
    say("clock", **said)

"""Being told to stop."""

import asyncio
import signal
from typing import Final

import structlog

log: Final = structlog.get_logger("croupier")


def stopping_on_signals() -> asyncio.Event:
    """An event that is set when the program is to stop, by SIGTERM or SIGINT."""
    stopping = asyncio.Event()

    def stop(number: signal.Signals) -> None:
        log.info("stopping", signal=number.name)
        stopping.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop, number)
    return stopping

"""`croupier serve`: the service."""

import asyncio
from collections.abc import Coroutine
from functools import partial

import structlog
import uvloop

from croupier.adapters import loglines
from croupier.adapters.announcing import announce
from croupier.adapters.background import end
from croupier.adapters.bootstrap import Installation, installation
from croupier.adapters.cli.frame import telling
from croupier.adapters.cli.printing import in_words
from croupier.adapters.cli.signals import stopping_on_signals
from croupier.adapters.garbage import settle
from croupier.adapters.http import create_app
from croupier.adapters.http.cors import origins_of
from croupier.adapters.http.server.serving import authority, free_address
from croupier.adapters.http.server.serving import serve as serve_http
from croupier.adapters.settings import Settings, from_environment
from croupier.service.errors import OperatorExists

log = structlog.get_logger("croupier")


def _why(error: Exception) -> str:
    """What the error says; a database's own error has several lines."""
    return in_words(error) if isinstance(error, OSError) else str(error)


@telling("croupier can't start: ", code=1, words=_why)
def serve() -> int:
    """Run the service until it is told to stop by SIGTERM or SIGINT.

    It is set up by the environment: DATABASE_URL and REDIS_URL name servers of your own, CROUPIER_VAR
    the folder of data and keys, CROUPIER_HOST and CROUPIER_PORT where it listens; docs/operating.md
    tells of all others.
    """
    settings = from_environment()
    loglines.configure(settings)
    uvloop.run(_serve(settings))
    return 0


async def _serve(settings: Settings) -> None:
    stopping = stopping_on_signals()
    host, port = free_address(settings.host, settings.port)
    async with installation(settings) as parts, asyncio.TaskGroup() as background:
        await _welcome(parts, settings.operator)
        await parts.projector.disown_foreign()
        tasks = [background.create_task(work) for work in _background(parts)]
        ready = partial(_ready, f"http://{authority(host, port)}")
        app = create_app(parts.services, origins_of(settings.cors_origins))
        await serve_http(app, host, port, stopping, ready, parts.follower.close)
        await end(tasks)
        await parts.publisher.close()


def _ready(url: str) -> None:
    settle()
    print(f"Croupier is ready on {url}", flush=True)


def _background(parts: Installation) -> tuple[Coroutine[None, None, None], ...]:
    """What goes on beside the requests until it is cancelled."""
    return (
        parts.bell.run(),
        parts.projector.run(),
        parts.timekeeper.run(),
        parts.follower.run(),
        parts.attempts.run(),
        parts.key_uses.run(),
        parts.retaining.run(),
        parts.publisher.run(),
        parts.deliverer.run(),
        announce(parts.services.software),
    )


async def _welcome(parts: Installation, operator: str) -> None:
    """At the first start make the operator; his key is printed this once."""
    try:
        key = await parts.services.keymaking.create_operator(operator)
    except OperatorExists:
        return
    print(f"The operator {operator!r} is made. His key, which is shown this once:\n\n    {key}\n", flush=True)

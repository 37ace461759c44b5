"""Serving the application by granian, in the process and on the event loop of the caller."""

import asyncio
import contextlib
import socket
from collections.abc import Callable
from typing import Final

import structlog
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.server.embed import Server
from litestar.types import ASGIApp

from croupier.adapters.http.server.rsgi import RsgiApp
from croupier.adapters.http.server.silence import give_up_on_silence

GRACE: Final = 12.0
"""Seconds for requests under way to end in, once the service is to stop; a body has less to arrive in."""

IDLE_MS: Final = 30_000
"""Milliseconds for a head to arrive in; a connection on which nothing is asked for as long is closed."""

_MOST_OF_A_HEAD: Final = 64 * 1024
_BACKLOG: Final = 1024
_CONNECTIONS: Final = 10_000
_PAUSE: Final = 0.02

log: Final = structlog.get_logger("croupier.http")


class AddressInUse(OSError):
    """Another program listens at the address."""


def authority(host: str, port: int) -> str:
    """Where a URL finds the server: IPv6 addresses are in brackets (RFC 3986, 3.2.2)."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def free_address(host: str, port: int) -> tuple[str, int]:
    """The address to serve at; a free port for port 0. Raises `AddressInUse`, `OSError`.

    Granian shares its port with whoever asks for it the same way, so that a second service started by
    mistake would get half of the first one's requests: hence the look before.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as taken:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            taken.bind((host, port))
        except OSError as error:
            raise AddressInUse(
                error.errno, f"{authority(host, port)} can't be listened at: {error.strerror}"
            ) from error
        return host, taken.getsockname()[1]


async def _announce(host: str, port: int, ready: Callable[[], None]) -> None:
    """Call `ready` when connections are taken; granian does not tell."""
    while True:
        try:
            _, writer = await asyncio.open_connection(host, port)
        except OSError:
            await asyncio.sleep(_PAUSE)
        else:
            writer.close()
            give_up_on_silence(port)
            ready()
            return


async def serve(
    app: RsgiApp | ASGIApp,
    host: str,
    port: int,
    stopping: asyncio.Event,
    ready: Callable[[], None],
    ending: Callable[[], None] = lambda: None,
) -> None:
    """Serve until `stopping` is set; then take no new connections and let requests under way end.

    `ready` is called once connections are taken, `ending` when requests that wait for something shall end.
    Who opened what the application stands on closes it afterwards. `port` is not 0: see `free_address`.
    """
    server = Server(
        app,
        host,
        port,
        interface=Interfaces.RSGI if hasattr(app, "__rsgi__") else Interfaces.ASGI,
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=IDLE_MS, max_buffer_size=_MOST_OF_A_HEAD),
        websockets=False,
        backlog=_BACKLOG,
        backpressure=_CONNECTIONS,
        log_enabled=False,
    )
    serving = asyncio.create_task(server.serve())
    stopped = asyncio.create_task(stopping.wait())
    announcing = asyncio.create_task(_announce(host, port, ready))
    await asyncio.wait((serving, stopped), return_when=asyncio.FIRST_COMPLETED)
    stopped.cancel()
    announcing.cancel()
    ending()
    server.stop()  # type: ignore[no-untyped-call]
    _, late = await asyncio.wait((serving,), timeout=GRACE)
    if late:
        log.warning("connections were cut off", after_seconds=GRACE)
        serving.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await serving
    else:
        serving.result()

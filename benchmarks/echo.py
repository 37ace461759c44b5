"""What HTTP is measured against: a bare Litestar application that answers a small JSON body."""

import asyncio
import signal
import sys

import uvloop
from litestar import Litestar, post
from msgspec import Struct

from croupier.adapters.http.server.serving import free_address, serve


class Said(Struct, frozen=True):
    """A body of the size of a command."""

    on: str
    stake: int


@post("/echo", status_code=200)
async def echo(data: Said) -> Said:
    """The body, decoded and encoded again."""
    return data


app = Litestar([echo], openapi_config=None, logging_config=None)


async def main(port: int) -> None:
    """Serve it as the service is served, until SIGTERM."""
    stopping = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stopping.set)
    host, port = free_address("127.0.0.1", port)
    await serve(app, host, port, stopping, lambda: print(f"ready on http://{host}:{port}", flush=True))


if __name__ == "__main__":
    uvloop.run(main(int(sys.argv[1])))

"""`croupier witness`: cosigns the checkpoints of logs that only grow; for a regulator to run."""

from pathlib import Path
from typing import Annotated

import structlog
import uvloop
from cyclopts import Parameter
from cyclopts.validators import Number

from croupier.adapters import loglines
from croupier.adapters.cli.frame import telling
from croupier.adapters.cli.signals import stopping_on_signals
from croupier.adapters.ed25519 import Ed25519Checker
from croupier.adapters.http.server.serving import authority, free_address, serve
from croupier.adapters.settings import from_environment
from croupier.adapters.system import SystemClock
from croupier.adapters.witness.app import WitnessApp
from croupier.adapters.witness.folder import NoteFolder
from croupier.adapters.witness.keyfile import witness_key
from croupier.service.transparency.malformed import Malformed
from croupier.service.transparency.notes import ED25519, VerifierKey
from croupier.service.transparency.witnessing import Witness
from croupier.service.verifying.signatures import read_keys

log = structlog.get_logger("croupier.witness")


@telling("the witness can't start: ", code=1)
def witness(
    *,
    state: Path,
    key: Path,
    logs: Annotated[list[str], Parameter(name="--log", negative="")],
    name: str = "witness.local",
    host: str = "127.0.0.1",
    port: Annotated[int, Parameter(validator=Number(gte=0, lte=65535))] = 8100,
) -> int:
    """Cosign the checkpoints of logs, as long as each only grows (C2SP tlog-witness).

    Runs until it is told to stop by SIGTERM or SIGINT. It needs no database.

    Parameters
    ----------
    state
        The folder of what was cosigned. Whoever sets it back makes the witness forget: keep it safe.
    key
        The file of the witness's private key; made at the first start, which prints the public half.
    logs
        The verifier key of a log to watch, as `GET /v1/log/<log>/key` tells it: all its lines at once, or
        once for each key.
    name
        The witness's name in its signatures, when its key is made: a domain, say.
    host
        Where it listens.
    port
        Where it listens; a free port for 0.
    """
    loglines.configure(from_environment())
    uvloop.run(_witness(state, key, name, _keys(logs), host, port))
    return 0


def _keys(texts: list[str]) -> list[VerifierKey]:
    keys = [key for text in texts for key in read_keys(text.encode())]
    for key in keys:
        if key.algorithm != ED25519:
            raise Malformed(f"{key.text} is not the key of a log")
    return keys


async def _witness(state: Path, key: Path, name: str, logs: list[VerifierKey], host: str, port: int) -> None:
    stopping = stopping_on_signals()
    host, port = free_address(host, port)
    folder = NoteFolder(state)
    cosigner = witness_key(key, name, folder.is_used)
    print(f"The witness's verifier key: {cosigner.key.text}", flush=True)
    with folder:
        watching = Witness(logs, cosigner, folder, Ed25519Checker(), SystemClock())
        log.info("watching", logs=watching.origins)
        url = f"http://{authority(host, port)}"
        await serve(WitnessApp(watching), host, port, stopping, lambda: _ready(url))


def _ready(url: str) -> None:
    print(f"The witness is ready on {url}", flush=True)

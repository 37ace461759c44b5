"""A witness over HTTP (C2SP tlog-witness): `add-checkpoint`, and what it cosigned last to read.

POST /add-checkpoint          a cosignature, or why not: see `STATUSES`
GET  /                        the witness's verifier key, and a line for each log: its origin
GET  /checkpoint/<origin>     the note that it cosigned last of the log
"""

import asyncio
from collections.abc import Mapping
from typing import Final

import structlog

from croupier.adapters.http.problems.faults import Fault, MethodNotAllowed, NoSuchRoute
from croupier.adapters.http.problems.telling import KINDS
from croupier.adapters.http.requests.bodies import read_bytes
from croupier.adapters.http.requests.heads import headers_of, require_bounded
from croupier.adapters.http.server.rsgi import Exchange, Scope
from croupier.service.transparency.malformed import Malformed
from croupier.service.transparency.witnessing import (
    Forked,
    NotProven,
    NotSigned,
    OtherSize,
    Refused,
    UnknownLog,
    Witness,
)

log: Final = structlog.get_logger("croupier.witness")

STATUSES: Final[Mapping[type[Exception], int]] = {
    Malformed: 400,
    NotSigned: 403,
    UnknownLog: 404,
    OtherSize: 409,
    Forked: 409,
    NotProven: 422,
}
"""How the protocol tells each refusal."""

SIZE: Final = "text/x.tlog.size"
"""The type of the answer that only says the size that was cosigned last."""

_MOST_TOLD: Final = 4096
"""Characters of an unproven submission that are logged: all of an honest one, and no more of a padded one."""

_TEXT: Final = "text/plain; charset=utf-8"
_CHECKPOINT: Final = "/checkpoint/"


class WitnessApp:
    """An `RsgiApp`."""

    def __init__(self, witness: Witness) -> None:
        """Serve this witness."""
        self._witness = witness

    async def __rsgi__(self, scope: Scope, exchange: Exchange) -> None:
        """Answer one request."""
        status, media, body = await self._answered(scope, exchange)
        fields = [
            ("content-type", media),
            ("cache-control", "no-store"),
            ("x-content-type-options", "nosniff"),
        ]
        exchange.response_bytes(status, fields, body.encode())

    async def _answered(self, scope: Scope, exchange: Exchange) -> tuple[int, str, str]:
        try:
            return 200, _TEXT, await self._answer(scope, exchange)
        except OtherSize as refusal:
            return STATUSES[OtherSize], SIZE, f"{refusal.size}\n"
        except (Malformed, Refused) as refusal:
            return STATUSES[type(refusal)], _TEXT, f"{refusal}\n"
        except Fault as fault:
            return KINDS[fault.code].status, _TEXT, f"{fault}\n"
        except Exception:
            log.exception("request failed", path=scope.path)
            return 500, _TEXT, "something went wrong here\n"

    async def _answer(self, scope: Scope, exchange: Exchange) -> str:
        match scope.method, scope.path:
            case "POST", "/add-checkpoint":
                return await self._add(scope, exchange)
            case _, "/add-checkpoint":
                raise MethodNotAllowed("POST")
            case "GET", "/":
                return "".join(f"{line}\n" for line in (self._witness.key.text, *self._witness.origins))
            case "GET", path if path.startswith(_CHECKPOINT):
                return self._witness.cosigned(path.removeprefix(_CHECKPOINT)).decode()
        raise NoSuchRoute("there is nothing at this path")

    async def _add(self, scope: Scope, exchange: Exchange) -> str:
        fields = scope.headers.items()
        require_bounded(scope, fields)
        headers = headers_of(fields, scope.headers)
        body = await read_bytes(headers, exchange)
        # In a thread, since it waits for the disk; whole in one, so that no cancellation comes in between.
        try:
            cosignature = await asyncio.to_thread(self._witness.add_checkpoint, body)
        except Forked as refusal:
            # Two roots of one size, both signed by the log itself: the body is evidence against it.
            log.error("a log shows another history", reason=str(refusal), submitted=body.decode())
            raise
        except NotProven as refusal:
            # Evidence of nothing: anybody can put a wrong proof to a genuine checkpoint.
            told = body.decode()[:_MOST_TOLD]
            log.warning("a checkpoint was not proven", reason=str(refusal), submitted=told)
            raise
        return f"{cosignature.line}\n"

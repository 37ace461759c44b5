"""Routes by which the service's keepers see whether it works. Anybody may ask."""

from litestar import Response, get
from msgspec import Struct

from croupier.adapters.http.answers.replies import encode, reply
from croupier.adapters.http.arrivals import AnyRequest, services_of
from croupier.adapters.http.operations import Operation, described
from croupier.service.health import Readiness


class Liveness(Struct, frozen=True):
    """The process answers."""

    status: str = "alive"


@get("/health/live", opt=described(Operation("readLiveness", "Health", None, Liveness)))
async def live(request: AnyRequest) -> Response[bytes]:
    """Whether the process answers at all.

    A process that doesn't is to be started anew.
    """
    return reply(encode(Liveness()))


@get("/health/ready", opt=described(Operation("readReadiness", "Health", None, Readiness, also=(503,))))
async def ready(request: AnyRequest) -> Response[bytes]:
    """Whether the process can do its work.

    200 for `ready` and for `degraded`: commands are accepted, though reads come from the log and are
    slower. 503 for `unavailable`: the log can't be reached, so send no requests here for now.
    """
    readiness = await services_of(request).health.readiness()
    return reply(encode(readiness), 503 if readiness.status == "unavailable" else 200)

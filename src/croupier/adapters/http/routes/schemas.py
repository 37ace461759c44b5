"""Routes of the JSON Schemas of what the log's records hold. Anybody may read them."""

from functools import cache
from typing import Any, Final

from litestar import Response, get

from croupier.adapters.http.answers.compressed import document
from croupier.adapters.http.arrivals import AnyRequest
from croupier.adapters.http.openapi.log_schemas import Kind, written_schema
from croupier.adapters.http.operations import Operation, described

_SCHEMA: Final = dict[str, Any]


@cache
def _written(kind: Kind) -> bytes:
    return written_schema(kind)


@get("/schema/events.schema.json", opt=described(Operation("readEventsSchema", "Documents", None, _SCHEMA)))
async def read_events_schema(request: AnyRequest) -> Response[bytes]:
    """Read the JSON Schema of all events.

    Draft 2020-12: under `$defs` one for every event of every game, of wallets and of disputes, and one for
    those of each. A released event never changes its fields; what is new has a new `type`.
    """
    return document(request, _written("events"))


@get(
    "/schema/commands.schema.json", opt=described(Operation("readCommandsSchema", "Documents", None, _SCHEMA))
)
async def read_commands_schema(request: AnyRequest) -> Response[bytes]:
    """Read the JSON Schema of all commands.

    Draft 2020-12: the commands as the log's records have them, each with its `type`; the body of a command's
    own route is the same without it.
    """
    return document(request, _written("commands"))

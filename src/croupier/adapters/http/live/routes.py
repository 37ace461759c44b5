"""Routes of live streams."""

from typing import Annotated, Final

from litestar import Response, get
from litestar.params import FromPath, QueryParameter

from croupier.adapters.http.answers.replies import reply
from croupier.adapters.http.arrivals import AnyRequest, Arrival, reader
from croupier.adapters.http.commands import require_table
from croupier.adapters.http.live.events import MEDIA_TYPE, POSITION_PATTERN, resumes_behind
from croupier.adapters.http.live.sending import Live
from croupier.adapters.http.live.welcome import Welcome
from croupier.adapters.http.operations import Operation, described
from croupier.adapters.http.requests.heads import credential
from croupier.adapters.http.server.carried import carried
from croupier.service.live import LiveStream

Behind = Annotated[
    str | None,
    QueryParameter(
        pattern=POSITION_PATTERN,
        description="A position of the log to go on behind, as the text that `Last-Event-ID` would be, for"
        " who can't send that; -1: from the first entry.",
    ),
]

_HEADERS: Final = {"connection": "close", "x-accel-buffering": "no"}
"""A stream's connection is for it alone; nginx is told not to hold events back."""


@get(
    "/v1/tables/{table:str}/stream",
    opt=described(
        Operation(
            "followTable",
            "Live",
            "follow-table",
            str,
            refusals=("not-found", "position-ahead", "streams-full"),
            media=MEDIA_TYPE,
        )
    ),
)
async def follow_table(request: AnyRequest, table: FromPath[str], after: Behind = None) -> Response[bytes]:
    """Follow a table.

    Server-sent events: each accepted command with its events as it happens, and the table as the caller may
    see it after it. The `id` of an event is its position in the log; sent as `Last-Event-ID` it resumes
    without a gap or a repeat. Without it the stream begins with the table as it is. The AsyncAPI document
    describes the events.
    """
    arrived = await reader(request)
    require_table(arrived.caller, table)
    streaming = arrived.services.streaming
    stream = await streaming.table(arrived.caller, table, resumes_behind(arrived.headers, after))
    return _streamed(request, arrived, stream)


@get(
    "/v1/stream",
    opt=described(
        Operation(
            "followLog",
            "Live",
            "follow-log",
            str,
            refusals=("position-ahead", "streams-full"),
            media=MEDIA_TYPE,
        )
    ),
)
async def follow_log(request: AnyRequest, after: Behind = None) -> Response[bytes]:
    """Follow all that happens in an operator's log.

    Server-sent events as of a table, but for all tables, wallets and disputes, and without their views.
    Without `Last-Event-ID` the stream begins with the position where the log stands.
    """
    arrived = await reader(request)
    stream = await arrived.services.streaming.log(arrived.caller, resumes_behind(arrived.headers, after))
    return _streamed(request, arrived, stream)


def _streamed(request: AnyRequest, arrived: Arrival[None], stream: LiveStream) -> Response[bytes]:
    """The head of the answer; what follows it is sent by `send_live`."""
    services = arrived.services
    welcome = Welcome(services.access, services.clock, credential(arrived.headers))
    answer = reply(b"", headers=_HEADERS, media=MEDIA_TYPE)
    carried(request).instead = Live(stream, welcome, arrived.request_id)
    return answer

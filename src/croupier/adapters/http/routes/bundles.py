"""The route by which a part of a log, or all of it, is taken away."""

import re
from typing import Annotated, Final

from litestar import Response, get
from litestar.params import FromPath, QueryParameter

from croupier.adapters.http.answers.media import BYTES
from croupier.adapters.http.answers.replies import reply
from croupier.adapters.http.arrivals import AnyRequest, reader
from croupier.adapters.http.operations import Operation, described
from croupier.adapters.http.problems.faults import wrong_parameter
from croupier.adapters.http.server.carried import carried
from croupier.adapters.http.server.flowing import Flow
from croupier.service.bundles import BadSelection, selection_of
from croupier.service.errors import NotFound

_UNFIT: Final = re.compile(r"[^A-Za-z0-9._-]")

OfTable = Annotated[str | None, QueryParameter(description="A table's id: its stream and its transfers.")]
OfRound = Annotated[
    str | None,
    QueryParameter(description="A round's id: its table's stream through that round."),
]
OfPlayer = Annotated[
    str | None,
    QueryParameter(description="A player's id: his wallet, and the tables he bought in at."),
]
Since = Annotated[
    str | None,
    QueryParameter(
        name="from",
        description="The first position of the log, or a day or time in ISO 8601.",
    ),
]
Until = Annotated[str | None, QueryParameter(name="to", description="The last one, likewise; included.")]


@get(
    "/v1/log/{log:str}/bundle",
    opt=described(
        Operation(
            "exportBundle",
            "Log",
            "export-log",
            bytes,
            refusals=("not-found",),
            media=BYTES,
            headers=("Content-Disposition",),
        )
    ),
)
async def export_bundle(
    request: AnyRequest,
    log: FromPath[str],
    table: OfTable = None,
    round: OfRound = None,
    player: OfPlayer = None,
    since: Since = None,
    until: Until = None,
) -> Response[bytes]:
    """Take a part of the log away, with all that proves it.

    A tar archive of records, hash tiles and the last checkpoint, which `croupier verify` checks without any
    server; docs/auditing.md tells its format. It is sent as it is made: one without a member `end` was cut
    off. One of `table`, `round`, `player`, or `from` and `to` says what part; without them it is all of it.
    """
    arrived = await reader(request)
    if arrived.caller.log != log:
        raise NotFound("there is no such log")
    try:
        wanted = selection_of(table=table, round=round, player=player, since=since, until=until)
    except BadSelection as wrong:
        raise wrong_parameter(wrong.parameter, f"{wrong}") from None
    hold = arrived.services.holding.hold(arrived.caller)
    try:
        bundle = await arrived.services.bundles.bundle(log, wanted)
    except BaseException:
        hold.release()
        raise
    carried(request).instead = Flow(bundle.chunks, arrived.request_id, hold)
    # Tar archives have no registered type of their own: the name says what it is.
    name = _UNFIT.sub("_", bundle.name)
    return reply(b"", headers={"content-disposition": f'attachment; filename="{name}"'}, media=BYTES)

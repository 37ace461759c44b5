"""The route of time travel: a table as it once stood."""

import re
from typing import Annotated, Final

from litestar import Response, get
from litestar.params import FromPath, QueryParameter

from croupier.adapters.http.answers.replies import encode, reply
from croupier.adapters.http.arrivals import AnyRequest, reader
from croupier.adapters.http.operations import Operation, described
from croupier.service.errors import NotFound
from croupier.service.rounds.travelling import VIEWER_PATTERN, Moment

REVISION_PATTERN: Final = "^[1-9][0-9]{0,8}$"

_revision: Final = re.compile(REVISION_PATTERN[1:-1], re.ASCII).fullmatch

Viewer = Annotated[
    str,
    QueryParameter(
        pattern=VIEWER_PATTERN,
        description="Whose view: of anybody (`public`), the `house`, a seat (`seat:3`), or `all` of them.",
    ),
]


@get(
    "/v1/tables/{table:str}/at/{revision:str}",
    opt=described(
        Operation("readTableAt", "Rounds", "travel-in-time", Moment, refusals=("not-found", "seal-broken"))
    ),
)
async def read_table_at(
    request: AnyRequest, table: FromPath[str], revision: FromPath[str], viewer: Viewer = "public"
) -> Response[bytes]:
    """Read a table as it stood at a revision.

    As everybody, the house or a seat saw it then, with what led there and the revisions before and after it
    to step to. Of a deck that is not revealed yet no seat's own cards are shown.
    """
    arrived = await reader(request)
    if not _revision(revision):
        raise NotFound("the table has had no such revision")
    travelling = arrived.services.travelling
    return reply(encode(await travelling.moment(arrived.caller, table, int(revision), viewer)))

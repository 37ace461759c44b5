"""The route of the AsyncAPI document. Anybody may read it."""

from typing import Any

from litestar import Response, get

from croupier.adapters.http.answers.compressed import document
from croupier.adapters.http.arrivals import AnyRequest
from croupier.adapters.http.asyncapi.document import written
from croupier.adapters.http.operations import Operation, described


@get("/asyncapi", opt=described(Operation("readMessages", "Documents", None, dict[str, Any])))
async def read_messages(request: AnyRequest) -> Response[bytes]:
    """Read the document of the messages.

    AsyncAPI 3.0 as JSON: live streams and webhooks.
    """
    return document(request, written())

"""Routes of the reference for people: the OpenAPI document as a page, with all that it needs beside it.

Nothing comes from anywhere else: the page works where there is no way out to the internet.
"""

from typing import Final

from litestar import Response, get
from litestar.params import FromPath

from croupier.adapters.http.answers.compressed import document
from croupier.adapters.http.answers.media import HTML
from croupier.adapters.http.answers.replies import reply
from croupier.adapters.http.arrivals import AnyRequest
from croupier.adapters.http.operations import Operation, described
from croupier.adapters.http.pages.reference import ASSETS, PAGE, POLICY, content_of
from croupier.adapters.http.problems.faults import nothing_at

_HEADERS: Final = {"content-security-policy": POLICY, "referrer-policy": "no-referrer"}
_KEPT: Final = {"cache-control": "public, max-age=3600"}


@get("/docs", opt=described(Operation("readReference", "Documents", None, str, media=HTML)))
async def read_reference() -> Response[bytes]:
    """Read the reference of this interface as a page.

    Every operation with its fields, examples and problems, made from the OpenAPI document, and a form by
    which it can be tried out. Scripts and style come from this service; nothing comes from elsewhere.
    """
    return reply(PAGE, headers=_HEADERS, media=HTML)


@get(
    "/docs/{asset:str}",
    opt=described(
        Operation(
            "readReferenceAsset",
            "Documents",
            None,
            bytes,
            refusals=("no-such-route",),
            media=tuple(sorted({asset.media for asset in ASSETS.values()}, reverse=True)),
        )
    ),
)
async def read_reference_asset(request: AnyRequest, asset: FromPath[str]) -> Response[bytes]:
    """Read a script or a style of the reference.

    They are those of the installed package, and may be kept for an hour.
    """
    if asset not in ASSETS:
        raise nothing_at(request.scope["path"], "the reference has no such part")
    return document(request, content_of(asset), _KEPT, media=ASSETS[asset].media)

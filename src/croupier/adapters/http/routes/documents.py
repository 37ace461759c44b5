"""Routes of the documents that describe the interface. Anybody may read them."""

from functools import cache
from typing import Any

from litestar import Litestar, Response, get
from litestar.params import FromPath
from msgspec import Struct

from croupier.adapters.http.answers.compressed import compressed, document
from croupier.adapters.http.answers.replies import encode, page, reply
from croupier.adapters.http.arrivals import AnyRequest
from croupier.adapters.http.openapi.document import written
from croupier.adapters.http.operations import Operation, described
from croupier.adapters.http.pages.documents import problem_page, problems_page
from croupier.adapters.http.problems.faults import nothing_at
from croupier.adapters.http.problems.kinds import PROBLEMS, ProblemKind
from croupier.adapters.http.requests.negotiation import prefers_html


class ProblemKinds(Struct, frozen=True):
    """All kinds of problems: those of the interface, the refusals that games share, and each game's own."""

    problems: tuple[ProblemKind, ...]


@cache
def the_document(app: Litestar) -> bytes:
    """The OpenAPI document; making and compressing it takes a while: both are done once, at the start."""
    body = written(app)
    compressed(body)
    return body


@get(
    ["/schema", "/schema/openapi.json"],
    opt=described(Operation("readSchema", "Documents", None, dict[str, Any])),
)
async def read_schema(request: AnyRequest) -> Response[bytes]:
    """Read this document.

    OpenAPI 3.1 as JSON.
    """
    return document(request, the_document(request.app))


@get("/problems", opt=described(Operation("listProblems", "Documents", None, ProblemKinds, page=True)))
async def list_problems(request: AnyRequest) -> Response[bytes]:
    """List the kinds of problems.

    Each with its code and status, as answers name them, with what it means, what to do about it and whether
    the same request may be sent again. A page for people by `Accept: text/html`.
    """
    if prefers_html(request):
        return page(problems_page(tuple(PROBLEMS.values())))
    return reply(encode(ProblemKinds(tuple(PROBLEMS.values()))))


@get(
    "/problems/{code:str}",
    opt=described(
        Operation("readProblem", "Documents", None, ProblemKind, refusals=("no-such-route",), page=True)
    ),
)
async def read_problem(request: AnyRequest, code: FromPath[str]) -> Response[bytes]:
    """Read what a kind of problem is.

    This is where the `type` of a problem leads. A page for people by `Accept: text/html`.
    """
    if code not in PROBLEMS:
        raise nothing_at(request.scope["path"], "no problem has this code; /problems lists them all")
    if prefers_html(request):
        return page(problem_page(PROBLEMS[code]))
    return reply(encode(PROBLEMS[code]))

"""Routes of the documents that describe the interface. Anybody may read them."""

from functools import cache
from typing import Any, Final

from litestar import Litestar, Response, get
from litestar.params import FromPath
from msgspec import Struct

from croupier.adapters.http.arrivals import AnyRequest
from croupier.adapters.http.faults import NoSuchRoute
from croupier.adapters.http.openapi.document import written
from croupier.adapters.http.operations import Operation, described
from croupier.adapters.http.problems import KINDS, REJECTED, ProblemKind, problem_type, sentence
from croupier.adapters.http.refusals import REFUSALS
from croupier.adapters.http.replies import encode, reply


class ProblemKinds(Struct, frozen=True):
    """All kinds of problems that games share; a game may add refusals of its own."""

    problems: tuple[ProblemKind, ...]


PROBLEMS: Final = {
    **{code: ProblemKind(problem_type(code), code, kind.title, kind.status) for code, kind in KINDS.items()},
    **{
        code: ProblemKind(problem_type(code), code, sentence(code), REJECTED, True, meaning)
        for code, meaning in REFUSALS.items()
    },
}


@cache
def the_document(app: Litestar) -> bytes:
    """The OpenAPI document; making it takes a while, so that it is made once, at the start."""
    return written(app)


@get(
    ["/schema", "/schema/openapi.json"],
    opt=described(Operation("readSchema", "Documents", None, dict[str, Any])),
)
async def read_schema(request: AnyRequest) -> Response[bytes]:
    """Read this document.

    OpenAPI 3.1 as JSON.
    """
    return reply(the_document(request.app))


@get("/problems", opt=described(Operation("listProblems", "Documents", None, ProblemKinds)))
async def list_problems(request: AnyRequest) -> Response[bytes]:
    """List the kinds of problems.

    Each with its code and status, as answers name them.
    """
    return reply(encode(ProblemKinds(tuple(PROBLEMS.values()))))


@get(
    "/problems/{code:str}",
    opt=described(Operation("readProblem", "Documents", None, ProblemKind, refusals=("no-such-route",))),
)
async def read_problem(request: AnyRequest, code: FromPath[str]) -> Response[bytes]:
    """Read what a kind of problem is.

    This is where the `type` of a problem leads.
    """
    if code not in PROBLEMS:
        raise NoSuchRoute("there is no problem of this code among those that games share")
    return reply(encode(PROBLEMS[code]))

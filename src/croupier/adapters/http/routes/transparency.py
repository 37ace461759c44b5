"""Routes of the log as anyone can check it: checkpoint, tiles and entries (C2SP tlog-tiles), and proofs.

Checkpoint and keys are for everybody, so that witnesses and players can hold the operator to them; what is in
the log is for those who may read it.
"""

from typing import Annotated, Final

from litestar import Response, get
from litestar.params import FromPath, QueryParameter
from msgspec import Struct, field

from croupier.adapters.http.answers.media import BYTES, TEXT
from croupier.adapters.http.answers.replies import encode, reply
from croupier.adapters.http.arrivals import AnyRequest, reader, services_of
from croupier.adapters.http.operations import Operation, described
from croupier.adapters.http.problems.faults import wrong_parameter
from croupier.adapters.http.requests.parameters import MOST_EXACT
from croupier.adapters.http.server.carried import carried
from croupier.service.environments import operator_of
from croupier.service.errors import NotFound
from croupier.service.ids import is_log
from croupier.service.ports.transparency import TreeHead
from croupier.service.transparency.base64text import encode64
from croupier.service.transparency.decimals import parse_decimal
from croupier.service.transparency.malformed import Malformed
from croupier.service.transparency.reading import Transparency
from croupier.service.transparency.tiles import parse_tile_path

_NEW: Final = {"cache-control": "no-cache"}
_FOR_GOOD: Final = {"cache-control": "private, max-age=31536000, immutable", "vary": "authorization"}

_OPEN: Final = ("not-found", "store-unavailable")
_GUARDED: Final = ("not-found",)
_NO_LOG: Final = "there is no such log"

FromSize = Annotated[
    int, QueryParameter(ge=0, le=MOST_EXACT, name="from", description="The size of the earlier tree.")
]
ToSize = Annotated[
    int | None,
    QueryParameter(
        ge=0,
        le=MOST_EXACT,
        name="to",
        description="The size of the later tree; the last published, if left out.",
    ),
]


class TreeAt(Struct, frozen=True):
    """A tree by its size and its root, a SHA-256 in base64."""

    size: int
    root: str


class Consistency(Struct, frozen=True):
    """That the tree `from` is the beginning of the tree `to` (RFC 6962, 2.1.2).

    The proof's hashes are in base64; there are none when the earlier tree is empty or both are the same.
    """

    earlier: TreeAt = field(name="from")
    later: TreeAt = field(name="to")
    hashes: tuple[str, ...]


@get(
    "/v1/log/{log:str}/checkpoint",
    opt=described(Operation("readCheckpoint", "Log", None, str, refusals=_OPEN, media=TEXT)),
)
async def read_checkpoint(request: AnyRequest, log: FromPath[str]) -> Response[bytes]:
    """Read the log's last checkpoint.

    A signed note of C2SP tlog-checkpoint: origin, size and root of the log's tree, the log's signatures and
    those of its witnesses. About once a second there is a new one, if anything has happened.
    """
    transparency = _public(request, log)
    try:
        note = await transparency.checkpoint(log)
    except NotFound:
        if await _is_an_operators(request, log):
            raise
        raise NotFound(_NO_LOG) from None
    return reply(note, headers=_NEW, media=TEXT)


@get(
    "/v1/log/{log:str}/key",
    opt=described(Operation("readLogKeys", "Log", None, str, refusals=_OPEN, media=TEXT)),
)
async def read_keys(request: AnyRequest, log: FromPath[str]) -> Response[bytes]:
    """Read the keys that the log's checkpoints are verified with.

    Verifier keys of C2SP signed-note, one a line. Whoever wants to trust nobody compares them with what the
    operator has published elsewhere.
    """
    transparency = _public(request, log)
    # Keys can be made for any name; they are told of operators' logs, and of what has signed something.
    if not await _is_an_operators(request, log):
        try:
            await transparency.head(log)
        except NotFound:
            raise NotFound(_NO_LOG) from None
    lines = "".join(f"{key.text}\n" for key in transparency.verifier_keys(log))
    return reply(lines.encode(), headers=_NEW, media=TEXT)


@get(
    "/v1/log/{log:str}/tile/{path:path}",
    opt=described(Operation("readTile", "Log", "read-log", bytes, refusals=_GUARDED, media=BYTES)),
)
async def read_tile(request: AnyRequest, log: FromPath[str], path: FromPath[str]) -> Response[bytes]:
    """Read a tile of the log's tree, or a bundle of its entries.

    `<level>/<index>[.p/<width>]` or `entries/<index>[.p/<width>]`, as C2SP tlog-tiles has them: 256 hashes or
    entries, or the fewer that a tree of a published size has at its end. They never change.
    """
    transparency = await _readable(request, log)
    # Litestar's own path has lost double slashes and those at its end.
    _, _, exact = carried(request).scope.path.partition(f"/v1/log/{log}/")
    tile = parse_tile_path(exact)
    if tile is None:
        raise NotFound(f"no tile is named {path[:200]}")
    return reply(await transparency.tile(log, tile), headers=_FOR_GOOD, media=BYTES)


@get(
    "/v1/log/{log:str}/proof/{position:str}",
    opt=described(Operation("readInclusionProof", "Log", "read-log", str, refusals=_GUARDED, media=TEXT)),
)
async def read_proof(request: AnyRequest, log: FromPath[str], position: FromPath[str]) -> Response[bytes]:
    """Read the proof that an entry is in the log.

    A `.tlog-proof` of C2SP: the entry's position, the hashes beside its way up the tree, and the last
    checkpoint. With the entry's record and the log's key it needs nothing else to be checked.
    """
    transparency = await _readable(request, log)
    try:
        index = parse_decimal(position, "position")
    except Malformed:
        raise NotFound("there is no such position") from None
    return reply(await transparency.inclusion(log, index), media=TEXT)


@get(
    "/v1/log/{log:str}/consistency",
    opt=described(Operation("readConsistencyProof", "Log", "read-log", Consistency, refusals=_GUARDED)),
)
async def read_consistency(
    request: AnyRequest, log: FromPath[str], from_: FromSize = 0, to: ToSize = None
) -> Response[bytes]:
    """Read the proof that the log only grew.

    Between two sizes that it had, up to that of the last checkpoint.
    """
    transparency = await _readable(request, log)
    later = await transparency.head(log, to)
    if from_ > later.size:
        raise wrong_parameter("from", "the earlier tree is the larger one")
    earlier = await transparency.head(log, from_)
    hashes = await transparency.consistency(log, earlier.size, later.size)
    return reply(encode(Consistency(_tree_at(earlier), _tree_at(later), tuple(map(encode64, hashes)))))


def _public(request: AnyRequest, log: str) -> Transparency:
    """The logs, for anybody. Raises `NotFound` for what can't be a log's name."""
    if not is_log(log):
        raise NotFound(_NO_LOG)
    return services_of(request).transparency


async def _is_an_operators(request: AnyRequest, log: str) -> bool:
    """Whether it is the log of an operator, live or for tests. Raises `StoreUnavailable`."""
    return await services_of(request).keymaking.is_registered(operator_of(log))


async def _readable(request: AnyRequest, log: str) -> Transparency:
    """The logs, once it is known that the caller may read this one. Raises what `reader` does, `NotFound`."""
    arrived = await reader(request)
    if arrived.caller.log != log:
        raise NotFound(_NO_LOG)
    return arrived.services.transparency


def _tree_at(head: TreeHead) -> TreeAt:
    return TreeAt(head.size, encode64(head.root))

"""Routes of what a player has played: his rounds, and the recall of one of them."""

from typing import Annotated, Final

from litestar import Response, get
from litestar.params import FromPath, QueryParameter
from msgspec import Struct

from croupier.adapters.http.answers.media import HTML
from croupier.adapters.http.answers.paging import cursor_at, paged, place_at
from croupier.adapters.http.answers.replies import encode, reply
from croupier.adapters.http.arrivals import AnyRequest, reader
from croupier.adapters.http.operations import Operation, described
from croupier.adapters.http.requests.parameters import (
    AtLeast,
    AtTable,
    Cursor,
    OfGame,
    Since,
    Until,
    moment_of,
)
from croupier.adapters.http.requests.waiting import require
from croupier.adapters.http.routes.rounds import REFUSALS, Proofs, page_of
from croupier.service.rounds.played import PlayedRound
from croupier.service.rounds.plays import PlaysQuery, PlayTotals
from croupier.service.rounds.report import RoundReport

Rounds = Annotated[int, QueryParameter(ge=1, le=100, description="The most rounds to answer.")]


class PlayedRounds(Struct, frozen=True):
    """A page of a player's rounds, the last first; `totals` are the sums of those on this page.

    `next` goes on behind it, null at the end. A page may be short, or empty, and yet not the last.
    """

    player: str
    rounds: tuple[PlayedRound, ...]
    totals: PlayTotals
    next: str | None


_LIST: Final = Operation(
    "listPlayerRounds", "Rounds", "read-play", PlayedRounds, refusals=("not-found", "not-yet", "seal-broken")
)


@get("/v1/players/{player:str}/rounds", opt=described(_LIST))
async def list_rounds(
    request: AnyRequest,
    player: FromPath[str],
    game: OfGame = None,
    table: AtTable = None,
    since: Since = None,
    until: Until = None,
    cursor: Cursor = None,
    limit: Rounds = 20,
    at_least: AtLeast = -1,
) -> Response[bytes]:
    """List the rounds that a player sat in.

    Those that are over, the last first, at all tables: what he wagered, won, lost and was charged, and his
    result. `since` and `until` are about when they ended. A player reads his own, with a token for one table
    those at that table.
    """
    arrived = await reader(request)
    place = place_at(request, arrived, cursor)
    before = None if place is None else int(place)
    times = moment_of("since", since), moment_of("until", until)
    await require(request, arrived, at_least)
    query = PlaysQuery(limit, before, game, table, *times)
    page = await arrived.services.plays.page(arrived.caller, player, query)
    next = cursor_at(request, arrived, page.before)
    return paged(request, PlayedRounds(page.player, page.rounds, page.totals, next), next)


@get(
    "/v1/players/{player:str}/rounds/{round:str}/replay",
    opt=described(Operation("replayRound", "Rounds", "read-play", RoundReport, refusals=REFUSALS)),
)
async def replay_round(
    request: AnyRequest, player: FromPath[str], round: FromPath[str], proofs: Proofs = False
) -> Response[bytes]:
    """Recall a round for a player who sat in it.

    The round's report, marked as a replay.
    """
    arrived = await reader(request)
    report = await arrived.services.reporting.replay(arrived.caller, player, round, proofs)
    return reply(encode(report))


@get(
    "/v1/players/{player:str}/rounds/{round:str}/replay/page",
    opt=described(Operation("replayRoundPage", "Rounds", "read-play", str, refusals=REFUSALS, media=HTML)),
)
async def replay_round_page(
    request: AnyRequest, player: FromPath[str], round: FromPath[str], proofs: Proofs = False
) -> Response[bytes]:
    """Recall a round as a page.

    It is plainly marked REPLAY.
    """
    arrived = await reader(request)
    report = await arrived.services.reporting.replay(arrived.caller, player, round, proofs)
    return page_of(arrived, report, proofs)

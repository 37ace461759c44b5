"""Routes of rounds: the report on one, as JSON and as a page."""

from typing import Annotated, Final

from litestar import Response, get
from litestar.params import FromPath, QueryParameter

from croupier.adapters.http.answers.media import HTML
from croupier.adapters.http.answers.replies import encode, page, reply
from croupier.adapters.http.arrivals import AnyRequest, Arrival, reader
from croupier.adapters.http.operations import Operation, described
from croupier.adapters.http.pages.rounds import round_page
from croupier.service.rounds.report import RoundReport

REFUSALS: Final = ("not-found", "round-too-long", "seal-broken")

Proofs = Annotated[
    bool,
    QueryParameter(description="Whether every entry comes with its record and its proof of inclusion."),
]


@get(
    "/v1/rounds/{round:str}",
    opt=described(Operation("readRound", "Rounds", "read-round", RoundReport, refusals=REFUSALS)),
)
async def read_round(request: AnyRequest, round: FromPath[str], proofs: Proofs = False) -> Response[bytes]:
    """Read a round's report.

    Players and funds before and after, every card with its place in the deck, every bet and settlement with
    its rule and the arithmetic written out, who gave each command and when, commitment, contributions, seed
    and recomputed deck, and where each entry is in the log. A player reads the rounds that he sat in.
    """
    arrived = await reader(request)
    return reply(encode(await arrived.services.reporting.report(arrived.caller, round, proofs)))


@get(
    "/v1/rounds/{round:str}/page",
    opt=described(Operation("readRoundPage", "Rounds", "read-round", str, refusals=REFUSALS, media=HTML)),
)
async def read_round_page(
    request: AnyRequest, round: FromPath[str], proofs: Proofs = False
) -> Response[bytes]:
    """Read a round's report as a page.

    HTML without scripts and without anything from elsewhere, fit to be printed or kept.
    """
    arrived = await reader(request)
    report = await arrived.services.reporting.report(arrived.caller, round, proofs)
    return page_of(arrived, report, proofs)


def page_of(arrived: Arrival[None], report: RoundReport, proofs: bool) -> Response[bytes]:
    """The report as a page for who asked."""
    return page(round_page(report, arrived.caller.actor, arrived.services.clock.now(), proofs))

"""Routes of what is said and done in a dispute once it is opened."""

from typing import Any

from litestar import Response, post
from litestar.params import FromPath

from croupier.adapters.http.answers.replies import accepted
from croupier.adapters.http.arrivals import AnyRequest, arrival
from croupier.adapters.http.openapi.shapes import DISPUTE_ANSWER
from croupier.adapters.http.operations import Operation, described
from croupier.adapters.http.requests.etags import if_match
from croupier.domain.disputes.commands import (
    AnswerQuestion,
    AskParty,
    Comment,
    RejectDispute,
    TakeDispute,
    UpholdDispute,
    WithdrawDispute,
)
from croupier.service.disputes.reading import dispute_answer
from croupier.service.handling import Order
from croupier.service.roles import Use


def _operation(name: str, use: Use, body: Any, *refusals: str) -> dict[str, Operation]:
    codes = ("not-found", "dispute-closed", *refusals)
    return described(
        Operation(name, "Disputes", use, DISPUTE_ANSWER, body=body, refusals=codes, keyed=True, matched=True)
    )


@post(
    "/v1/disputes/{dispute:str}/take",
    status_code=200,
    opt=_operation("takeDispute", "judge-dispute", TakeDispute, "already-taken"),
)
async def take(request: AnyRequest, dispute: FromPath[str]) -> Response[bytes]:
    """Take a dispute, to rule on it.

    Of several auditors who try, one has it. Once his ruling is overdue another may take it over.
    """
    return await _give(request, dispute)


@post(
    "/v1/disputes/{dispute:str}/comment",
    status_code=200,
    opt=_operation("commentOnDispute", "comment-dispute", Comment, "said-enough"),
)
async def comment(request: AnyRequest, dispute: FromPath[str]) -> Response[bytes]:
    """Say something in a dispute.

    Its player, the operator and auditors may, until it is over.
    """
    return await _give(request, dispute)


@post(
    "/v1/disputes/{dispute:str}/ask",
    status_code=200,
    opt=_operation("askInDispute", "judge-dispute", AskParty, "not-taken", "not-the-judge", "said-enough"),
)
async def ask(request: AnyRequest, dispute: FromPath[str]) -> Response[bytes]:
    """Ask the player or the operator.

    The auditor who took the dispute asks; questions are numbered.
    """
    return await _give(request, dispute)


@post(
    "/v1/disputes/{dispute:str}/answer",
    status_code=200,
    opt=_operation(
        "answerInDispute",
        "answer-dispute",
        AnswerQuestion,
        "not-taken",
        "unknown-question",
        "not-asked",
        "already-answered",
        "said-enough",
    ),
)
async def answer(request: AnyRequest, dispute: FromPath[str]) -> Response[bytes]:
    """Answer an auditor's question.

    Who was asked answers, once.
    """
    return await _give(request, dispute)


@post(
    "/v1/disputes/{dispute:str}/uphold",
    status_code=200,
    opt=_operation(
        "upholdDispute",
        "judge-dispute",
        UpholdDispute,
        "not-taken",
        "not-the-judge",
        "unknown-party",
        "unknown-target",
        "insufficient-funds",
        "wallet-full",
        "house-account-full",
    ),
)
async def uphold(request: AnyRequest, dispute: FromPath[str]) -> Response[bytes]:
    """Rule for the player.

    The corrections move chips between the wallets of the round's players and the house account of its table.
    Ruling and corrections are made together or not at all. Nothing can be added to a dispute after that.
    """
    return await _give(request, dispute)


@post(
    "/v1/disputes/{dispute:str}/reject",
    status_code=200,
    opt=_operation("rejectDispute", "judge-dispute", RejectDispute, "not-taken", "not-the-judge"),
)
async def reject(request: AnyRequest, dispute: FromPath[str]) -> Response[bytes]:
    """Rule that all was right.

    Nothing can be added to a dispute after that.
    """
    return await _give(request, dispute)


@post(
    "/v1/disputes/{dispute:str}/withdraw",
    status_code=200,
    opt=_operation("withdrawDispute", "open-dispute", WithdrawDispute, "not-the-opener"),
)
async def withdraw(request: AnyRequest, dispute: FromPath[str]) -> Response[bytes]:
    """Give a dispute up.

    Who opened it may, until it is over.
    """
    return await _give(request, dispute)


async def _give(request: AnyRequest, dispute: str) -> Response[bytes]:
    arrived = await arrival(request)
    services, caller = arrived.services, arrived.caller
    await services.disputes.require(caller, dispute)
    order = Order(
        caller.log,
        dispute,
        arrived.body,
        caller.actor,
        if_match(arrived.headers),
        arrived.key,
        request_id=arrived.request_id,
    )
    return accepted(await services.handling.handle(order, dispute_answer(services.disputes.now)))

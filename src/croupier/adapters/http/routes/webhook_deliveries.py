"""Routes of webhooks' deliveries: what became of them, a test, and sending one again."""

from typing import Annotated, Literal

from litestar import Response, get, post
from litestar.params import FromPath, QueryParameter

from croupier.adapters.http.answers.once import once
from croupier.adapters.http.answers.paging import cursor_at, paged, place_at
from croupier.adapters.http.arrivals import AnyRequest, arrival, reader
from croupier.adapters.http.operations import Operation, described
from croupier.adapters.http.requests.parameters import Cursor
from croupier.adapters.http.routes.webhook_bodies import (
    DeliveriesListed,
    MessageAsked,
    Redelivery,
    WebhookTest,
)
from croupier.adapters.http.routes.webhooks import NOT_FOUND, USE
from croupier.service.webhooks.ids import MESSAGE_PATTERN

Most = Annotated[int, QueryParameter(ge=1, le=200, description="The most deliveries to answer.")]
WithOutcome = Annotated[
    Literal["accepted", "failed", "given-up"] | None,
    QueryParameter(description="Only deliveries with this outcome."),
]
OfMessage = Annotated[
    str | None,
    QueryParameter(pattern=MESSAGE_PATTERN, description="Only deliveries of this message, by its id."),
]


@get(
    "/v1/webhooks/{webhook:str}/deliveries",
    opt=described(Operation("listDeliveries", "Webhooks", USE, DeliveriesListed, refusals=("not-found",))),
)
async def list_deliveries(
    request: AnyRequest,
    webhook: FromPath[str],
    outcome: WithOutcome = None,
    message: OfMessage = None,
    cursor: Cursor = None,
    limit: Most = 50,
) -> Response[bytes]:
    """List what became of a webhook's messages.

    Every sending, the latest first, for as long as the installation keeps them. Times are those of sending.
    """
    arrived = await reader(request)
    before = place_at(request, arrived, cursor)
    page = await arrived.services.webhooks.deliveries(
        arrived.caller.log, webhook, before, limit, outcome, message
    )
    next = cursor_at(request, arrived, page.before)
    return paged(request, DeliveriesListed(page.deliveries, next), next)


@post(
    "/v1/webhooks/{webhook:str}/test",
    status_code=202,
    opt=described(
        Operation(
            "testWebhook", "Webhooks", USE, MessageAsked, body=WebhookTest, refusals=NOT_FOUND, keyed=True
        )
    ),
)
async def test_webhook(request: AnyRequest, webhook: FromPath[str]) -> Response[bytes]:
    """Send a test message to a webhook.

    A `webhook.ping`, signed like all others, also to one that is disabled. It is sent within seconds and not
    tried again; the list of deliveries says what became of it.
    """
    arrived = await arrival(request)
    webhooks, log = arrived.services.webhooks, arrived.caller.log

    async def asked() -> MessageAsked:
        return MessageAsked((await webhooks.ping(log, webhook)).message)

    return await once(arrived, asked, 202)


@post(
    "/v1/webhooks/{webhook:str}/deliveries/{delivery:str}/redeliver",
    status_code=202,
    opt=described(
        Operation("redeliver", "Webhooks", USE, MessageAsked, body=Redelivery, refusals=NOT_FOUND, keyed=True)
    ),
)
async def redeliver(request: AnyRequest, webhook: FromPath[str], delivery: FromPath[str]) -> Response[bytes]:
    """Send one message again.

    Whatever became of it, under the same id, once and beside the order of all others. It is sent within
    seconds; the list of deliveries says what became of it.
    """
    arrived = await arrival(request)
    webhooks, log = arrived.services.webhooks, arrived.caller.log

    async def asked() -> MessageAsked:
        return MessageAsked((await webhooks.redeliver(log, webhook, delivery)).message)

    return await once(arrived, asked, 202)

"""Routes of webhooks: an operator registers endpoints, changes, lists and removes them."""

from datetime import timedelta
from typing import Annotated, Final

from litestar import Response, delete, get, patch, post
from litestar.params import FromPath, QueryParameter
from msgspec import Struct
from msgspec.json import Decoder

from croupier.adapters.http.answers.once import once
from croupier.adapters.http.answers.paging import cursor_at, paged, place_at
from croupier.adapters.http.answers.replies import encode, reply
from croupier.adapters.http.arrivals import AnyRequest, Arrival, arrival, reader
from croupier.adapters.http.operations import Operation, described
from croupier.adapters.http.requests.parameters import Cursor
from croupier.adapters.http.routes.webhook_bodies import (
    SecretRotation,
    WebhookChangeRequest,
    WebhookReplay,
    WebhookRequest,
    WebhooksListed,
)
from croupier.service.webhooks.readings import WebhookReading, WebhookSecret

Most = Annotated[int, QueryParameter(ge=1, le=200, description="The most webhooks to answer.")]


USE: Final = "manage-webhooks"
NOT_FOUND: Final = ("not-found", "seal-broken")
CHANGING: Final = (*NOT_FOUND, "contended")


class _Webhook(Struct, frozen=True):
    webhook: str


class _Registered(Struct, frozen=True):
    webhook: _Webhook


_registered: Final = Decoder(_Registered).decode


@post(
    "/v1/webhooks",
    opt=described(
        Operation(
            "registerWebhook",
            "Webhooks",
            USE,
            WebhookSecret,
            body=WebhookRequest,
            refusals=("webhook-url-refused", "webhook-urls-busy", "too-many-webhooks"),
            keyed=True,
            opens=True,
        )
    ),
)
async def register_webhook(request: AnyRequest) -> Response[bytes]:
    """Register a webhook.

    From now on the endpoint gets what happens in the log and is among its `events`. The `secret` that its
    messages are signed with is told in this answer alone: keep it where secrets are kept. A log has at most
    20 webhooks.
    """
    arrived: Arrival[WebhookRequest] = await arrival(request)
    webhooks, log, asked = arrived.services.webhooks, arrived.caller.log, arrived.body
    url = await webhooks.judged(log, asked.url)
    return await once(arrived, lambda: webhooks.register(log, asked.new(url)), place=_place)


@get(
    "/v1/webhooks",
    opt=described(Operation("listWebhooks", "Webhooks", USE, WebhooksListed, refusals=("seal-broken",))),
)
async def list_webhooks(request: AnyRequest, cursor: Cursor = None, limit: Most = 50) -> Response[bytes]:
    """List the webhooks.

    All endpoints of the operator's log, in the order of their ids, without their secrets.
    """
    arrived = await reader(request)
    after = place_at(request, arrived, cursor) or ""
    page = await arrived.services.webhooks.page(arrived.caller.log, after, limit)
    next = cursor_at(request, arrived, page.after)
    return paged(request, WebhooksListed(page.webhooks, next), next)


@get(
    "/v1/webhooks/{webhook:str}",
    opt=described(Operation("readWebhook", "Webhooks", USE, WebhookReading, refusals=NOT_FOUND)),
)
async def read_webhook(request: AnyRequest, webhook: FromPath[str]) -> Response[bytes]:
    """Read a webhook.

    How it is set, how far it has got, and whether it fails, rests or was disabled.
    """
    arrived = await reader(request)
    return reply(encode(await arrived.services.webhooks.read(arrived.caller.log, webhook)))


@patch(
    "/v1/webhooks/{webhook:str}",
    opt=described(
        Operation(
            "changeWebhook",
            "Webhooks",
            USE,
            WebhookReading,
            body=WebhookChangeRequest,
            refusals=(*CHANGING, "webhook-url-refused", "webhook-urls-busy"),
        )
    ),
)
async def change_webhook(request: AnyRequest, webhook: FromPath[str]) -> Response[bytes]:
    """Change a webhook.

    What is left out stays. Disabled, it gets nothing and keeps its place; enabled again it goes on there, so
    that nothing is lost in between.
    """
    arrived: Arrival[WebhookChangeRequest] = await arrival(request)
    change = arrived.body.change()
    return reply(encode(await arrived.services.webhooks.change(arrived.caller.log, webhook, change)))


@delete(
    "/v1/webhooks/{webhook:str}",
    status_code=200,
    opt=described(Operation("removeWebhook", "Webhooks", USE, WebhookReading, refusals=NOT_FOUND)),
)
async def remove_webhook(request: AnyRequest, webhook: FromPath[str]) -> Response[bytes]:
    """Remove a webhook.

    It is answered as it stood last. What is on its way to it may still arrive, nothing after that.
    """
    arrived = await reader(request)
    return reply(encode(await arrived.services.webhooks.remove(arrived.caller.log, webhook)))


@post(
    "/v1/webhooks/{webhook:str}/rotate-secret",
    opt=described(
        Operation(
            "rotateSecret",
            "Webhooks",
            USE,
            WebhookSecret,
            body=SecretRotation,
            refusals=NOT_FOUND,
            keyed=True,
        )
    ),
)
async def rotate_secret(request: AnyRequest, webhook: FromPath[str]) -> Response[bytes]:
    """Replace a webhook's secret.

    The new one is told in this answer alone. For `overlap_seconds` messages are signed with the old one too,
    so that the receiver can change over in its own time; with 0 the old one signs nothing any more.
    """
    arrived: Arrival[SecretRotation] = await arrival(request)
    webhooks, log = arrived.services.webhooks, arrived.caller.log
    overlap = timedelta(seconds=arrived.body.overlap_seconds)
    return await once(arrived, lambda: webhooks.rotate(log, webhook, overlap))


@post(
    "/v1/webhooks/{webhook:str}/replay",
    status_code=200,
    opt=described(
        Operation(
            "replayWebhook",
            "Webhooks",
            USE,
            WebhookReading,
            body=WebhookReplay,
            refusals=(*NOT_FOUND, "replay-ahead", "replay-under-way"),
            keyed=True,
        )
    ),
)
async def replay_webhook(request: AnyRequest, webhook: FromPath[str]) -> Response[bytes]:
    """Send everything again from a position on.

    In the order of the log and with the same ids, so that a receiver which drops repeats gets what it lacks.
    Not from a position that the webhook has not come to: nothing can be skipped. A webhook has one replay
    under way at a time.
    """
    arrived: Arrival[WebhookReplay] = await arrival(request)
    webhooks, log, first = arrived.services.webhooks, arrived.caller.log, arrived.body.first
    return await once(arrived, lambda: webhooks.replay(log, webhook, first), 200)


def _place(answer: bytes) -> str:
    return f"/v1/webhooks/{_registered(answer).webhook.webhook}"

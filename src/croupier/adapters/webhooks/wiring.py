"""The parts of webhooks, wired together."""

from contextlib import AsyncExitStack

import structlog

from croupier.adapters.postgres.fetching import Fetcher
from croupier.adapters.postgres.webhook_deliveries import PostgresDeliveries
from croupier.adapters.postgres.webhook_outboxes import PostgresOutboxes
from croupier.adapters.postgres.webhooks import PostgresWebhooks
from croupier.adapters.settings import Settings
from croupier.adapters.webhooks.names import JUDGING, SENDING, SystemNames
from croupier.adapters.webhooks.resolving import Resolver
from croupier.adapters.webhooks.sender import HttpSender
from croupier.service.ports import Alarm, History, Trouble
from croupier.service.ports.webhooks import StoredWebhook
from croupier.service.webhooks.batches import Batches
from croupier.service.webhooks.courier import Courier, Terms, World
from croupier.service.webhooks.deliverer import PACE, Deliverer, Pace
from croupier.service.webhooks.webhooks import Webhooks

log = structlog.get_logger("croupier")


def delivering(
    settings: Settings,
    fetcher: Fetcher,
    world: World,
    history: History,
    alarm: Alarm,
    trouble: Trouble,
    stack: AsyncExitStack,
    pace: Pace = PACE,
) -> tuple[Webhooks, Deliverer]:
    """What requests manage endpoints by, and what sends to them; it is closed with the stack."""
    judging, sending = SystemNames(JUDGING), SystemNames(SENDING)
    stack.callback(judging.close)
    stack.callback(sending.close)
    private = settings.webhooks_private
    sender = HttpSender(Resolver(sending, private=private), world.clock)
    stack.push_async_callback(sender.close)
    outboxes = PostgresOutboxes(fetcher)
    terms = Terms(settings.webhooks_disable_days)
    courier = Courier(world, Batches(world.log, history), outboxes, sender, _disabled, terms)
    webhooks = Webhooks(
        PostgresWebhooks(fetcher),
        PostgresDeliveries(fetcher),
        world.log,
        Resolver(judging, private=private),
        world.secrets,
        world.clock,
        world.entropy,
    )
    return webhooks, Deliverer(outboxes, courier, alarm, world.clock, trouble, pace)


def _disabled(webhook: StoredWebhook) -> None:
    log.warning("webhook-disabled", log=webhook.log, webhook=webhook.id, because=webhook.disabled_because)

"""Words for the fields of webhooks and of what is sent to them."""

from typing import Final

WORDS: Final = {
    "webhooks": "The endpoints of this page.",
    "webhook": "The endpoint's id.",
    "WebhookSecret.webhook": "The endpoint as it stands.",
    "secret": "The secret that its messages are signed with from now on; told this once.",
    "disabled_because": "Who disabled it: its `operator`, its answer 410 (`gone`), or its `failing` for too"
    " long; null while it is enabled.",
    "disabled_at": "When it was disabled, UTC; null while it is enabled.",
    "waiting": "How many streams wait to be tried again.",
    "failing_since": "Since when it has accepted nothing, UTC; null while it accepts.",
    "resting_until": "Until when it is left alone, UTC; null while it is not.",
    "old_secrets_until": "Until when older secrets sign as well, UTC; null where none does.",
    "WebhookReading.url": "Where messages are sent to.",
    "WebhookReading.events": "The types of messages that it wants.",
    "WebhookReading.description": "What its operator says that it is for.",
    "WebhookReading.status": "Whether it is sent anything.",
    "WebhookReading.position": "All that it wants up to this position of the log was accepted or given up,"
    " but in the streams that wait.",
    "deliveries": "The sendings of this page, the last first.",
    "delivery": "The sending's id.",
    "message": "The message's id, its `webhook-id`: alike for all sendings of it.",
    "stream": "The stream of the log, null where there is none.",
    "attempt": "The how many-th attempt it was.",
    "failure": "Why it failed, null where it did not.",
    "duration": "How long it took, in milliseconds.",
    "next_at": "When it is tried again, UTC; null where it is not.",
    "DeliveryReading.type": "The message's type.",
    "DeliveryReading.position": "The position of the log's entry, null for a ping.",
    "DeliveryReading.at": "When it was sent, UTC.",
    "DeliveryReading.outcome": "`accepted` by a status 2xx; `failed`; `given-up` after the last attempt.",
    "DeliveryReading.status": "The status of the endpoint's answer, null where there was none.",
}

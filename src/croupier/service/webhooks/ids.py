"""The ids of endpoints and messages."""

import re
from typing import Final

from croupier.service.ids import random_id
from croupier.service.ports import Entropy

WEBHOOK_PATTERN: Final = "^webhook-[a-z2-7]{16}$"

MESSAGE_PATTERN: Final = "^[a-z0-9_]{1,80}$"

_DELIVERY: Final = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"

_webhook = re.compile(WEBHOOK_PATTERN[1:-1], re.ASCII).fullmatch
_delivery = re.compile(_DELIVERY, re.ASCII).fullmatch


def new_webhook(entropy: Entropy) -> str:
    """A new endpoint's id."""
    return f"webhook-{random_id(entropy)}"


def is_webhook(text: str) -> bool:
    """Whether the text can be an endpoint's id."""
    return _webhook(text) is not None


def is_delivery(text: str) -> bool:
    """Whether the text can be a delivery's id."""
    return _delivery(text) is not None


def message_id(webhook: str, position: int) -> str:
    """The id of the message that tells an endpoint the log's entry at that position.

    It is the same however often it is sent, so that a receiver can drop repeats. There is no full stop in
    it: the signed text is parted by them.
    """
    return f"msg_{webhook.removeprefix('webhook-')}_{position}"


def ping_id(webhook: str, entry_id: str) -> str:
    """The id of a ping, made of a fresh UUID."""
    return f"ping_{webhook.removeprefix('webhook-')}_{entry_id.replace('-', '')}"

"""What webhooks say: Standard Webhooks' `type`, `timestamp` and `data`. A type has one schema for good.

There is one message for each entry of the log that an endpoint wants. Its type is the category of the
entry's stream (`baccarat.entry`, `fan_tan.entry`, `wallet.entry`, `dispute.entry`), for that says which
events there can be; what happened is said by the tags of the events themselves.
"""

from datetime import datetime
from typing import Final

from msgspec import Struct
from msgspec.json import Encoder

from croupier.service.messages import EntryMessage, entry_message
from croupier.service.ports import Entry
from croupier.service.records import category, timestamp

PING: Final = "webhook.ping"

_encode: Final = Encoder().encode


class EntryWebhook(Struct, frozen=True):
    """An entry of the log, as a live stream tells it; `timestamp` is when it happened, as `data.at`."""

    type: str
    timestamp: str
    data: EntryMessage


class Ping(Struct, frozen=True):
    """What a test sends: to which endpoint of which log."""

    webhook: str
    log: str


class PingWebhook(Struct, frozen=True):
    """A test message, which an operator asked for. `timestamp` is when."""

    type: str
    timestamp: str
    data: Ping


def type_of(stream: str) -> str:
    """The type of the messages that tell the stream's entries."""
    # Standard Webhooks wants letters, digits and underscores between full stops.
    return f"{category(stream).replace('-', '_')}.entry"


def entry_body(log: str, entry: Entry) -> bytes:
    """The message that tells the entry of that log: always the same bytes."""
    message = entry_message(log, entry)
    return _encode(EntryWebhook(type_of(entry.stream), message.at, message))


def ping_body(webhook: str, log: str, at: datetime) -> bytes:
    """A test message."""
    return _encode(PingWebhook(PING, timestamp(at), Ping(webhook, log)))

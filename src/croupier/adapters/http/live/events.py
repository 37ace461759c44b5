"""Messages as server-sent events (WHATWG HTML, 9.2.6), and where a client resumes."""

import re
from typing import Final

from croupier.adapters.http.problems.faults import MalformedHeader, wrong_parameter
from croupier.adapters.http.requests.heads import Headers
from croupier.service.live import LiveMessage

MEDIA_TYPE: Final = "text/event-stream"
LAST_EVENT_ID: Final = "last-event-id"

HEARTBEAT: Final = b":\n\n"
"""A comment, which clients pass over; proxies see that the connection lives."""

POSITION_PATTERN: Final = "^(-1|0|[1-9][0-9]{0,15})$"
POSITION_WORDS: Final = "a whole number from -1"

_POSITION: Final = re.compile(r"-1|0|[1-9][0-9]{0,15}", re.ASCII)


def event_of(message: LiveMessage) -> bytes:
    """The message as an event; its JSON has no line ends."""
    if message.written is None:
        message.written = _written(message)
    return message.written


def _written(message: LiveMessage) -> bytes:
    name, data = message.name.encode(), message.data
    if message.position is None:
        return b"event: %b\ndata: %b\n\n" % (name, data)
    return b"id: %d\nevent: %b\ndata: %b\n\n" % (message.position, name, data)


def retry_after(milliseconds: int) -> bytes:
    """How long a client shall wait before it connects again."""
    return b"retry: %d\n\n" % milliseconds


def resumes_behind(headers: Headers, after: str | None) -> int | None:
    """The position to go on behind: that of `Last-Event-ID`, else of the query; None without either.

    A browser that connects again repeats the query as it was, so that the header is the later of the two.
    Raises `MalformedHeader`, `InvalidParameter`.
    """
    last = headers.get(LAST_EVENT_ID)
    if last:
        if not _POSITION.fullmatch(last):
            raise MalformedHeader("Last-Event-ID is no position: it is the id of an event of this stream")
        return int(last)
    if after is None:
        return None
    if not _POSITION.fullmatch(after):
        raise wrong_parameter("after", f"has to be {POSITION_WORDS}")
    return int(after)

"""The parts of the AsyncAPI document that are written by hand."""

from typing import Final

DESCRIPTION: Final = """\
What Croupier tells by itself: live streams of tables and logs as server-sent events (WHATWG HTML, 9.2), and
webhooks (Standard Webhooks). Commands and reads are in the OpenAPI document.

**Positions.** Every accepted command is an entry of an append-only log, at the positions 0, 1, 2, .. without
a gap. An event's `id` is a position. Sent back as `Last-Event-ID` it resumes the stream behind it: each entry
comes once, in order, whatever became of the connection or the service meanwhile.

**Streams end**, and say why in their last event. Connect again with the last id.
"""

TABLE_STREAM: Final = """\
What happens at one table, as the caller may see it: an operator as the house, a player as his seat, others as
anybody. Without `Last-Event-ID` it begins with the table as it is (`table`).
"""

LOG_STREAM: Final = """\
What happens in all of an operator's log: tables, wallets and disputes. Without `Last-Event-ID` it begins with
the position where the log stands (`head`).
"""

WEBHOOKS: Final = """\
What is sent to an operator's endpoints, one message a request, signed by the Standard Webhooks specification.
`webhook-id` is the same at every try of a message. An endpoint gets the entries that it asked for.
"""

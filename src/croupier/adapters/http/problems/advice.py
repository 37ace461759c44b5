"""What each kind of problem means, what to do about it, and whether the same request may be sent again.

What refusals by the rules mean is in `refusals` and in the games; what to do is the same for all of them.
"""

from collections.abc import Mapping
from typing import Final, Literal

from msgspec import Struct

Retry = Literal["no", "later", "with-its-key", "when-it-has-changed"]
"""Whether the same request may be sent again: `no`, it would be refused again; `later`, nothing was done, it
is to be sent as it was; `with-its-key`, it may have been done, so that only its `Idempotency-Key` makes it
safe; `when-it-has-changed`, the table, wallet or dispute has to stand otherwise first."""


class Advice(Struct, frozen=True):
    """For who is told a problem: what it means, what to do, and whether to send the same request again."""

    meaning: str
    what_to_do: str
    retry: Retry = "no"


OF_REFUSALS: Final = "Read how it stands now, and choose again: a table's options are all that it takes now."

_PROGRAM: Final = "Correct the program that sends it; `errors` and `detail` say what is wrong."

ADVICE: Final[Mapping[str, Advice]] = {
    "body-late": Advice(
        "The body had not arrived whole after ten seconds; nothing was done.",
        "Send it again, at once and whole.",
        "later",
    ),
    "body-too-large": Advice("A body has at most 64 KiB; nothing was read.", "Send a shorter one."),
    "contended": Advice(
        "Others kept changing the same table, wallet or dispute; nothing was done.",
        "Wait as long as Retry-After says, then send it again.",
        "later",
    ),
    "fixed-decks-not-allowed": Advice(
        "Cards can be named with a test key only, where the installation allows it (`CROUPIER_FIXED_DECKS`).",
        "Use a test key, at an installation with `CROUPIER_FIXED_DECKS=true`; or leave `fixed` out.",
    ),
    "forbidden": Advice(
        "The key or token is good, but its role may not do this, or not at this table.",
        "Use a key or token of a role that may: each operation names them at /docs.",
    ),
    "headers-too-large": Advice(
        "A request has at most 64 header fields, each of at most 8 KiB.", "Send fewer or shorter ones."
    ),
    "idempotency-key-in-flight": Advice(
        "The first request with this Idempotency-Key is still being handled.",
        "Wait as long as Retry-After says, then send it again with its key.",
        "with-its-key",
    ),
    "idempotency-key-reused": Advice(
        "This Idempotency-Key came with another body before.", "Make a new key for every new request."
    ),
    "internal-error": Advice(
        "The service failed; its own log has the cause under the request's id. Whether it was done is open.",
        "Send it again with its Idempotency-Key; tell the service's keeper the request's id if it goes on.",
        "with-its-key",
    ),
    "invalid-body": Advice("The body is JSON, but not what this route takes.", _PROGRAM),
    "invalid-name": Advice(
        "A name of a key's holder is a line that can be shown in the log.", "Choose another name."
    ),
    "invalid-parameter": Advice(
        "A parameter of the query is unknown here, given twice, or not as documented.", _PROGRAM
    ),
    "key-not-in-force": Advice(
        "The key to be replaced is revoked, expired, or was replaced already; no other was made.",
        "Make a new key.",
    ),
    "limits-unavailable": Advice(
        "Requests can't be counted now, and the installation lets none through uncounted; nothing was done.",
        "Wait as long as Retry-After says, then send it again.",
        "later",
    ),
    "malformed-header": Advice(
        "A header field that decides something is given twice, or is not in its format.", _PROGRAM
    ),
    "malformed-json": Advice("The body is not JSON in UTF-8.", _PROGRAM),
    "method-not-allowed": Advice(
        "The path is right, the method is not; `Allow` has those that are.", "Use one of them."
    ),
    "no-such-route": Advice("There is nothing at this path.", "Look the path up in the document at /schema."),
    "not-found": Advice(
        "There is no such thing, or it is another operator's or player's.",
        "Check the id, and whose key or token it is. What was made a moment ago is found with `at_least`.",
    ),
    "not-yet": Advice(
        "The log has not reached the position that the answer has to have; the request is as it should be.",
        "Send it again; where it goes on, check that the position is of this log.",
        "later",
    ),
    "own-key": Advice("Nobody revokes the key that he shows.", "Show another admin's key."),
    "player-forgotten": Advice(
        "The player was forgotten for good: nothing is kept about him any more.", "Open a new player."
    ),
    "position-ahead": Advice(
        "The log has never come as far as the position to go on behind: it is no position of this log.",
        "Read the table, and follow from the position of that answer.",
    ),
    "rate-limited": Advice(
        "It was more than the quota allows, or too many long requests are open; nothing was done.",
        "Wait as long as Retry-After says, then send it again; RateLimit tells what is left.",
        "later",
    ),
    "record-too-large": Advice(
        "What the command leads to is longer than an entry of the log may be.", "Send it in smaller parts."
    ),
    "replay-ahead": Advice(
        "A replay begins at a position that the webhook has come to; from any other it would skip entries.",
        "Read the webhook's `position`, and replay from one at most above it.",
        "when-it-has-changed",
    ),
    "replay-under-way": Advice(
        "A webhook has one replay at a time, and its last one has not come to its end; nothing was done.",
        "Wait until the webhook's `position` is where `detail` says, then ask again.",
        "when-it-has-changed",
    ),
    "revision-mismatch": Advice(
        "The table or wallet is not at the revision of If-Match; nothing was done.",
        "Read it again, decide anew, and send the revision that you have read.",
        "when-it-has-changed",
    ),
    "round-too-long": Advice(
        "The round has more entries than one report holds.", "Take the table away as a bundle instead."
    ),
    "seal-broken": Advice(
        "A secret that the service keeps does not open with its keys; nothing was done.",
        "Tell the service's keeper the request's id.",
    ),
    "store-unavailable": Advice(
        "The log can't be reached. Whether the command was done shows when it can be again.",
        "Wait as long as Retry-After says, then send it again with its Idempotency-Key.",
        "with-its-key",
    ),
    "unauthenticated": Advice(
        "There is no key or token, or one that is wrong, expired or revoked.",
        "Send `Authorization: Bearer` with a valid one; mint a new token for a player.",
    ),
    "streams-full": Advice(
        "This process has no room for another stream; the request is as it should be.",
        "Wait as long as Retry-After says, then connect again.",
        "later",
    ),
    "too-many-webhooks": Advice(
        "An operator's log has at most 20 webhooks; none was made.",
        "Remove one, or change the events of one that is there.",
    ),
    "unsupported-media-type": Advice(
        "A body is application/json in UTF-8, and not compressed.",
        "Send `Content-Type: application/json`, and no Content-Encoding.",
    ),
    "uri-too-long": Advice("Path and query have at most 4096 characters together.", "Send a shorter one."),
    "webhook-url-refused": Advice(
        "Webhooks are sent by https to public addresses only, on port 443 or one from 1024 on; `detail` says"
        " what it is here.",
        "Give a URL that can be reached from the Internet, without a user's name, a password or a fragment.",
    ),
    "webhook-urls-busy": Advice(
        "Where the URL leads can't be found out now, because name servers are slow to answer for others;"
        " nothing was done.",
        "Wait as long as Retry-After says, then send it again.",
        "later",
    ),
}
"""The advice by the codes of all problems but refusals by the rules."""

"""What can go wrong outside the rules; a rule's own refusal is `croupier.domain.decider.Rejected`.

    CroupierError
    ├── NotFound             there is no such thing, or it is not yours to see
    ├── Unauthenticated      no key or token, or one that is not valid (any more)
    ├── Forbidden            the caller's role may not do this
    ├── FixedDecksRefused    a table with named cards was asked for where none may be
    ├── OperatorExists       there is an operator of that name
    ├── InvalidName          a key's holder was given a name that is not fit for the log
    ├── KeyNotInForce        the key to be replaced is revoked, expired, or replaced already
    ├── OwnKey               the key that is shown would be locked out by what is asked
    ├── RateLimited          the caller asks for more than his quota, or has too many requests open
    ├── LimitsUnavailable    requests can't be counted, and uncounted ones are not let through
    ├── PositionAhead        a stream was to go on behind a position that the log has not reached
    ├── StreamsFull          this process has no room for another stream
    ├── PlayerForgotten      the player was forgotten: nothing is kept about him, nor ever will be
    ├── RevisionMismatch     the stream is not at the revision the caller insists on
    ├── NotYet               the log has not reached the position that the caller wants to read at
    ├── WebhookUrlRefused    nothing may be sent to that URL
    ├── TooManyWebhooks      the log has as many webhooks as it may have
    ├── WebhookUrlsBusy      too many URLs are being judged already
    ├── ReplayAhead          a replay was asked for from where deliveries have not come to yet
    ├── ReplayUnderWay       the webhook's last replay has not come to its end yet
    ├── IdempotencyError
    │   ├── KeyReused        the idempotency key was used with another request
    │   └── KeyInFlight      a request with this idempotency key is being handled
    ├── Contended            others kept changing the stream; nothing was done, try again
    ├── RecordTooLarge       the command's record would be longer than the log's format allows
    ├── RoundTooLong         the round has more entries than one report holds
    ├── StoreUnavailable     the event store does not answer
    │   └── CheckpointDiffers    what it has as a log's last checkpoint is not what the log signed
    └── SealBroken           a sealed secret does not open with this key

Each has a stable `code` for machines; the text is for people.
"""

from typing import ClassVar

from croupier.service.quotas import Standing


class CroupierError(Exception):
    """Base of all errors outside the rules.

    `for_the_client` marks a failure of the service whose text tells the caller nothing but what he needs.
    """

    code: ClassVar[str] = "internal-error"
    for_the_client: ClassVar[bool] = False


class NotFound(CroupierError):
    """There is no such thing, or it is not the caller's to see."""

    code = "not-found"


class Unauthenticated(CroupierError):
    """The request has no key or token, or one that is not valid (any more)."""

    code = "unauthenticated"


class Forbidden(CroupierError):
    """The caller is known, but his role may not do this."""

    code = "forbidden"


class FixedDecksRefused(CroupierError):
    """A table whose cards are named was asked for with a live key, or where the installation allows none."""

    code = "fixed-decks-not-allowed"


class OperatorExists(CroupierError):
    """There is an operator of that name."""

    code = "operator-exists"


class InvalidName(CroupierError):
    """A key's holder was given a name that is not fit for the log."""

    code = "invalid-name"


class KeyNotInForce(CroupierError):
    """The key to be replaced is revoked, expired, or replaced already; no other was made."""

    code = "key-not-in-force"


class OwnKey(CroupierError):
    """Who asks would lock himself out: it is the very key that he shows."""

    code = "own-key"


class RateLimited(CroupierError):
    """The caller asks for more than his quota, or has too many requests open; nothing was done."""

    code = "rate-limited"

    def __init__(self, text: str, seconds: int, standings: tuple[Standing, ...]) -> None:
        """`seconds` to wait; the standings of his quotas, of which those with nothing left refuse."""
        super().__init__(text)
        self.seconds = seconds
        self.standings = standings

    @property
    def violated(self) -> tuple[str, ...]:
        """The names of the quotas that refuse."""
        return tuple(standing.quota.name for standing in self.standings if not standing.left)


class LimitsUnavailable(CroupierError):
    """Requests can't be counted now, and the installation lets no uncounted ones through."""

    code = "limits-unavailable"


class PositionAhead(CroupierError):
    """A stream was to go on behind a position that the log has not reached: it is no position of this log."""

    code = "position-ahead"


class StreamsFull(CroupierError):
    """This process has no room for another stream; another may have, or this one in a while."""

    code = "streams-full"
    for_the_client = True


class PlayerForgotten(CroupierError):
    """The player was forgotten: nothing is kept about him, nor ever will be under his id."""

    code = "player-forgotten"


class RevisionMismatch(CroupierError):
    """The stream is not at the revision the caller insists on; nothing was done."""

    code = "revision-mismatch"


class NotYet(CroupierError):
    """The log has not reached the position that has to be in the answer, and did not while it was waited."""

    code = "not-yet"
    for_the_client = True


class WebhookUrlRefused(CroupierError):
    """Nothing may be sent to that URL: its form, its port, or where its name leads."""

    code = "webhook-url-refused"


class WebhookUrlsBusy(CroupierError):
    """Where a URL leads can't be found out now: too many are being judged, of this log or of all."""

    code = "webhook-urls-busy"


class TooManyWebhooks(CroupierError):
    """The log has as many webhooks as it may have."""

    code = "too-many-webhooks"


class ReplayAhead(CroupierError):
    """A replay was asked for from a position that deliveries have not come to yet: it would skip entries."""

    code = "replay-ahead"


class ReplayUnderWay(CroupierError):
    """The webhook's last replay has not come to its end yet."""

    code = "replay-under-way"


class IdempotencyError(CroupierError):
    """An idempotency key stands in the way of the request."""


class KeyReused(IdempotencyError):
    """The idempotency key was used with another request."""

    code = "idempotency-key-reused"


class KeyInFlight(IdempotencyError):
    """A request with this idempotency key is being handled right now."""

    code = "idempotency-key-in-flight"


class Contended(CroupierError):
    """Others kept changing the stream; nothing was done, the caller may try again."""

    code = "contended"


class RecordTooLarge(CroupierError):
    """The command's record would be longer than the 65,535 bytes of the log's format."""

    code = "record-too-large"


class RoundTooLong(CroupierError):
    """The round has more entries than are read at once; its table can be exported instead."""

    code = "round-too-long"


class StoreUnavailable(CroupierError):
    """The event store does not answer; whether the last command was done shows when it does again."""

    code = "store-unavailable"


class CheckpointDiffers(StoreUnavailable):
    """What the store has as a log's last checkpoint is not what the log signed: it is not shown."""


class SealBroken(CroupierError):
    """A sealed secret does not open with this key, or not in this place."""

    code = "seal-broken"

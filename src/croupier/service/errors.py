"""What can go wrong outside the rules; a rule's own refusal is `croupier.domain.decider.Rejected`.

    CroupierError
    ├── NotFound             there is no such thing, or it is not yours to see
    ├── Unauthenticated      no key or token, or one that is not valid (any more)
    ├── Forbidden            the caller's role may not do this
    ├── FixedDecksRefused    a table with named cards was asked for where none may be
    ├── OperatorExists       there is an operator of that name
    ├── InvalidName          a key's holder was given a name that is not fit for the log
    ├── PlayerForgotten      the player was forgotten: nothing is kept about him, nor ever will be
    ├── RevisionMismatch     the stream is not at the revision the caller insists on
    ├── IdempotencyError
    │   ├── KeyReused        the idempotency key was used with another request
    │   └── KeyInFlight      a request with this idempotency key is being handled
    ├── Contended            others kept changing the stream; nothing was done, try again
    ├── RecordTooLarge       the command's record would be longer than the log's format allows
    ├── RoundTooLong         the round has more entries than one report holds
    ├── StoreUnavailable     the event store does not answer
    └── SealBroken           a sealed secret does not open with this key

Each has a stable `code` for machines; the text is for people.
"""

from typing import ClassVar


class CroupierError(Exception):
    """Base of all errors outside the rules."""

    code: ClassVar[str] = "internal-error"


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


class PlayerForgotten(CroupierError):
    """The player was forgotten: nothing is kept about him, nor ever will be under his id."""

    code = "player-forgotten"


class RevisionMismatch(CroupierError):
    """The stream is not at the revision the caller insists on; nothing was done."""

    code = "revision-mismatch"


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


class SealBroken(CroupierError):
    """A sealed secret does not open with this key, or not in this place."""

    code = "seal-broken"

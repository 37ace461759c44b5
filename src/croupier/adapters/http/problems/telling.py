"""Problems: what a client is told when his request was not done (RFC 9457). The one table of statuses."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from croupier.adapters.http.answers.quota_fields import quota_fields
from croupier.adapters.http.problems import faults
from croupier.adapters.http.problems.faults import Fault, Pointed
from croupier.domain.decider import Rejected
from croupier.service import errors
from croupier.service.errors import CroupierError, RateLimited

MEDIA_TYPE: Final = "application/problem+json"

REJECTED: Final = 409
"""Every refusal by the rules of a game or a wallet: the request conflicts with how the table stands."""


class Kind(Struct, frozen=True):
    """A kind of problem: its status, title, and the headers that go with it."""

    status: int
    title: str
    headers: Mapping[str, str] = {}


_SOON: Final = {"Retry-After": "1"}

KINDS: Final[Mapping[str, Kind]] = {
    faults.MalformedHeader.code: Kind(400, "A header is malformed"),
    faults.MalformedJson.code: Kind(400, "The body is not JSON"),
    faults.InvalidParameter.code: Kind(400, "A parameter is invalid"),
    errors.Unauthenticated.code: Kind(
        401, "A valid key or token is needed", {"WWW-Authenticate": 'Bearer realm="croupier"'}
    ),
    errors.Forbidden.code: Kind(403, "This is not yours to do"),
    errors.FixedDecksRefused.code: Kind(403, "Cards can't be named here"),
    errors.NotFound.code: Kind(404, "There is no such thing"),
    faults.NoSuchRoute.code: Kind(404, "There is nothing at this path"),
    faults.MethodNotAllowed.code: Kind(405, "The path does not take this method"),
    faults.BodyLate.code: Kind(408, "The body came too late", {"Connection": "close"}),
    errors.KeyInFlight.code: Kind(409, "The first request with this key is being handled", _SOON),
    errors.KeyNotInForce.code: Kind(409, "The key is not in force"),
    errors.OwnKey.code: Kind(409, "It is the key that you show"),
    errors.PositionAhead.code: Kind(409, "The log has not come so far"),
    errors.PlayerForgotten.code: Kind(410, "The player was forgotten"),
    errors.TooManyWebhooks.code: Kind(409, "There are enough webhooks"),
    errors.ReplayAhead.code: Kind(409, "The webhook has not come so far"),
    errors.ReplayUnderWay.code: Kind(409, "A replay is under way"),
    errors.RevisionMismatch.code: Kind(412, "The revision is another"),
    faults.BodyTooLarge.code: Kind(413, "The body is too large", {"Connection": "close"}),
    faults.UriTooLong.code: Kind(414, "Path and query are too long"),
    faults.UnsupportedMediaType.code: Kind(
        415, "The body is not JSON by its type", {"Accept": "application/json", "Accept-Encoding": "identity"}
    ),
    errors.WebhookUrlRefused.code: Kind(422, "The URL can't be called"),
    faults.InvalidBody.code: Kind(422, "The body is invalid"),
    errors.InvalidName.code: Kind(422, "The name is not fit for the log"),
    errors.KeyReused.code: Kind(422, "The idempotency key belongs to another request"),
    errors.RecordTooLarge.code: Kind(422, "The command is too large for the log"),
    errors.RoundTooLong.code: Kind(422, "The round is too long for a report"),
    faults.HeadersTooLarge.code: Kind(431, "The header is too large"),
    errors.RateLimited.code: Kind(429, "Too many requests"),
    errors.CroupierError.code: Kind(500, "Something went wrong here"),
    errors.SealBroken.code: Kind(500, "A secret can't be read"),
    errors.LimitsUnavailable.code: Kind(503, "Requests can't be counted", _SOON),
    errors.NotYet.code: Kind(503, "The log is not there yet", _SOON),
    errors.Contended.code: Kind(503, "Too many want the same", _SOON),
    errors.StreamsFull.code: Kind(503, "There is no room for another stream", _SOON),
    errors.WebhookUrlsBusy.code: Kind(503, "Too many URLs are being judged", _SOON),
    errors.StoreUnavailable.code: Kind(503, "The log can't be reached", _SOON),
}
"""All problems but refusals by the rules, by their codes."""

INTERNAL: Final = errors.CroupierError.code


class Problem(Struct, frozen=True, omit_defaults=True):
    """What a client is told when his request was not done (RFC 9457).

    `code` is stable and for machines, `detail` for people. `rule` is the number of the rule that refuses,
    in the rules of `game`; `rule_url` is where it can be read. `errors` points at what is wrong in the
    request. `request_id` finds the request in the service's own log lines.
    `violated-policies` names the quotas that refuse (draft-ietf-httpapi-ratelimit-headers-11, 5.1).
    """

    type: str
    title: str
    status: int
    code: str
    request_id: str
    detail: str | None = None
    game: str | None = None
    rule: int | None = None
    rule_url: str | None = None
    errors: tuple[Pointed, ...] = ()
    violated_policies: tuple[str, ...] = field(default=(), name="violated-policies")


class ProblemAnswer(Struct, frozen=True):
    """A problem and the headers that go with it."""

    problem: Problem
    headers: Mapping[str, str] = {}


def problem_type(code: str) -> str:
    """The URI of a kind of problem, which describes it when it is read."""
    return f"/problems/{code}"


def rule_url(game: str | None, rule: int | None) -> str | None:
    """Where the rule of that number can be read; None without a game or a number."""
    return f"/rules/{game}#rule-{rule}" if game and rule else None


def problem_answer(error: Exception, request_id: str, game: str | None = None) -> ProblemAnswer:
    """How the error is told to the client. What is not his to know is told as `internal-error`."""
    match error:
        case Rejected(code=code, detail=detail, rule=rule):
            kind, title, link = problem_type(code), sentence(code), rule_url(game, rule)
            return ProblemAnswer(Problem(kind, title, REJECTED, code, request_id, detail, game, rule, link))
        case faults.MethodNotAllowed(allowed=allowed):
            return _of_kind(error.code, str(error), request_id, extra={"Allow": ", ".join(allowed)})
        case Fault():
            return _of_kind(error.code, str(error), request_id, error.errors)
        case RateLimited():
            return _limited(error, request_id)
        case CroupierError(code=code) if code in KINDS:
            open_to_him = KINDS[code].status < 500 or error.for_the_client
            return _of_kind(code, str(error) if open_to_him else None, request_id)
        case _:
            return _of_kind(INTERNAL, None, request_id)


def _limited(error: RateLimited, request_id: str) -> ProblemAnswer:
    extra = {"Retry-After": f"{error.seconds}", **dict(quota_fields(error.standings))}
    found = _of_kind(error.code, str(error), request_id, extra=extra)
    return ProblemAnswer(replace(found.problem, violated_policies=error.violated), found.headers)


def _of_kind(
    code: str,
    detail: str | None,
    request_id: str,
    errors: tuple[Pointed, ...] = (),
    extra: Mapping[str, str] = {},
) -> ProblemAnswer:
    kind = KINDS[code]
    problem = Problem(problem_type(code), kind.title, kind.status, code, request_id, detail, errors=errors)
    return ProblemAnswer(problem, {**kind.headers, **extra})


def sentence(code: str) -> str:
    """A refusal's code as a title: `wrong-phase` is "Wrong phase"."""
    return code.replace("-", " ").capitalize()

"""What an endpoint's answer means, as Standard Webhooks 1.0 reads statuses."""

from collections.abc import Iterable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Final

from croupier.service.ports.webhooks import Answered, Failure, Verdict

_GONE: Final = 410
_UNAVAILABLE: Final = frozenset({429, 502, 503, 504})


def judged(status: int, headers: Iterable[tuple[bytes, bytes]], now: datetime) -> Answered:
    """What an answer means; every status but 2xx is a failure, a redirect too: none is followed."""
    verdict = _verdict(status)
    if verdict == "accepted":
        return Answered(verdict, status, None)
    return Answered(verdict, status, "status", retry_after=_retry_after(headers, now))


def failed(failure: Failure) -> Answered:
    """What it means that there was no answer; where the service itself was busy, nothing of the endpoint."""
    return Answered("busy" if failure == "busy" else "unavailable", None, failure)


def _verdict(status: int) -> Verdict:
    if 200 <= status < 300:
        return "accepted"
    if status == _GONE:
        return "gone"
    return "unavailable" if status in _UNAVAILABLE else "refused"


def _retry_after(headers: Iterable[tuple[bytes, bytes]], now: datetime) -> float | None:
    """The seconds that `Retry-After` asks for (RFC 9110, 10.2.3); None where it makes no sense."""
    value = next((value for name, value in headers if name.lower() == b"retry-after"), b"")
    text = value.decode("latin-1").strip()
    if text.isascii() and text.isdecimal() and len(text) <= 9:
        return float(text)
    try:
        at = parsedate_to_datetime(text)
        return max(0.0, ((at if at.tzinfo else at.replace(tzinfo=UTC)) - now).total_seconds())
    except (TypeError, ValueError, IndexError, OverflowError):
        return None

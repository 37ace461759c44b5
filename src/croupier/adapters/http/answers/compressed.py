"""Long documents that never change, compressed once: who takes gzip gets a tenth of the bytes.

What answers a caller is never compressed: how long it gets would tell of what it holds.
"""

import gzip
import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from litestar import Response

from croupier.adapters.http.answers.media import JSON
from croupier.adapters.http.answers.replies import reply
from croupier.adapters.http.arrivals import AnyRequest

_VARIES: Final = {"vary": "accept-encoding"}
_COMPRESSED: Final = {**_VARIES, "content-encoding": "gzip"}

_CODING: Final = re.compile(
    r"(?P<name>[!#-'*+.^-z|~\w-]+)(?:[ \t]*;[ \t]*q=(?P<weight>[01](?:\.\d{0,3})?))?",
    re.ASCII | re.IGNORECASE,
)
_OURS: Final = ("gzip", "x-gzip")


def document(
    request: AnyRequest, body: bytes, headers: Mapping[str, str] = {}, media: str = JSON
) -> Response[bytes]:
    """An answer that stays the same while the process runs, as short as the client takes it.

    Each `body` is kept, so that none may be made for one request.
    """
    if accepts_gzip(request.headers.get("accept-encoding", "")):
        return reply(compressed(body), headers={**headers, **_COMPRESSED}, media=media)
    return reply(body, headers={**headers, **_VARIES}, media=media)


@cache
def compressed(body: bytes) -> bytes:
    """The body in gzip (RFC 1952), the same bytes in every process."""
    return gzip.compress(body, mtime=0)


def accepts_gzip(accepted: str) -> bool:
    """Whether `Accept-Encoding` lets gzip be sent (RFC 9110, 12.5.3). What can't be read accepts nothing."""
    weights: dict[str, float] = {}
    for coding in accepted.split(","):
        if found := _CODING.fullmatch(coding.strip()):
            weights[found["name"].lower()] = float(found["weight"] or 1)
    named = [weights[name] for name in _OURS if name in weights]
    return max(named) > 0 if named else weights.get("*", 0) > 0

"""Which form of an answer a client prefers, by its `Accept` header (RFC 9110, 12.5.1)."""

from typing import Final

from croupier.adapters.http.arrivals import AnyRequest
from croupier.adapters.http.media import JSON

_PAGE: Final = "text/html"


def prefers_html(request: AnyRequest, by_default: bool = False) -> bool:
    """Whether a page is wanted, rather than JSON: browsers ask so.

    `by_default` is what it is where both are as welcome, or neither is.
    """
    offered = [_PAGE, JSON] if by_default else [JSON, _PAGE]
    return request.accept.best_match(offered, default=offered[0]) == _PAGE

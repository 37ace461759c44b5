"""Which form of an answer a client prefers, by its `Accept` header (RFC 9110, 12.5.1)."""

from typing import Final

from croupier.adapters.http.answers.media import JSON
from croupier.adapters.http.arrivals import AnyRequest

_PAGE: Final = "text/html"


def prefers_html(request: AnyRequest) -> bool:
    """Whether a page is wanted, rather than JSON: browsers ask so; JSON where both are as welcome."""
    return request.accept.best_match([JSON, _PAGE], default=JSON) == _PAGE

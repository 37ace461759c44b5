"""Which form of an answer a client prefers, by its `Accept` header (RFC 9110, 12.5.1)."""

from typing import Final

from croupier.adapters.http.arrivals import AnyRequest

JSON: Final = "application/json"
HTML: Final = "text/html"


def preferred(request: AnyRequest, *offered: str) -> str:
    """The media type, of those offered, that the client likes best; the first where it likes none or all."""
    return request.accept.best_match([*offered], default=offered[0]) or offered[0]


def prefers_html(request: AnyRequest) -> bool:
    """Whether a page is wanted, rather than JSON: browsers ask so."""
    return preferred(request, JSON, HTML) == HTML

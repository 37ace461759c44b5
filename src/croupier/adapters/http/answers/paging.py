"""Lists that are read page by page: cursors that lead on, and the `Link` header that holds them (RFC 8288).

A cursor is good for the list that it was given out for: the same caller's log, path and filters. What says
how to read instead of what (`limit`, `at_least`, `wait`) may change from page to page.
"""

from typing import Final
from urllib.parse import parse_qsl, quote, urlencode

from litestar import Response
from msgspec import Struct

from croupier.adapters.http.answers.replies import encode, reply
from croupier.adapters.http.arrivals import AnyRequest, Arrival, services_of
from croupier.adapters.http.problems.faults import wrong_parameter
from croupier.adapters.http.server.carried import carried
from croupier.service.cursors import NoCursor

_CURSOR: Final = "cursor"
_HOW: Final = frozenset((_CURSOR, "limit", "at_least", "wait"))

Query = list[tuple[str, str]]


def cursor_at(request: AnyRequest, arrived: Arrival[None], place: str | int | None) -> str | None:
    """The cursor that goes on at this place in the list that is asked for; None at its end (no place)."""
    if place is None:
        return None
    return services_of(request).cursors.write(str(place), _listed(request, arrived))


def place_at(request: AnyRequest, arrived: Arrival[None], cursor: str | None) -> str | None:
    """The place at which the list goes on by the cursor; None for its beginning (no cursor).

    Raises `InvalidParameter` for one that was not given out for this list: forged, or with other filters.
    """
    if cursor is None:
        return None
    try:
        return services_of(request).cursors.read(cursor, _listed(request, arrived))
    except NoCursor as error:
        raise wrong_parameter(_CURSOR, f"{error}") from None


def paged(
    request: AnyRequest, body: Struct, next: str | int | None, by: str = _CURSOR, **headers: str
) -> Response[bytes]:
    """The page `body`, with links to the next one, and from a later one to the first.

    The next is had with `next` as the parameter `by`. The links repeat the request's own query, so that
    whoever follows them keeps filters and limit.
    """
    links = _links(request, next, by)
    return reply(encode(body), headers={**headers, **({"link": ", ".join(links)} if links else {})})


def _listed(request: AnyRequest, arrived: Arrival[None]) -> str:
    """Which list is asked for, by whom: the log, the path, and all filters in one order."""
    filters = sorted(pair for pair in _asked(request) if pair[0] not in _HOW)
    caller = arrived.caller
    who = caller.actor.id if caller.actor.role == "player" else ""
    return "\0".join((caller.log, who, caller.table or "", _path(request), urlencode(filters)))


def _links(request: AnyRequest, next: str | int | None, by: str) -> list[str]:
    asked, path = _asked(request), quote(_path(request))
    kept = [(name, value) for name, value in asked if name != by]
    links: list[str] = []
    if next is not None:
        links.append(_link(path, [*kept, (by, str(next))], "next"))
    if len(kept) < len(asked):
        links.append(_link(path, kept, "first"))
    return links


def _asked(request: AnyRequest) -> Query:
    return parse_qsl(carried(request).scope.query_string, keep_blank_values=True)


def _path(request: AnyRequest) -> str:
    return carried(request).scope.path


def _link(path: str, query: Query, relation: str) -> str:
    target = f"{path}?{urlencode(query)}" if query else path
    return f'<{target}>; rel="{relation}"'

"""Answers with what happened in a stream, at once or as soon as something does."""

from functools import partial
from time import monotonic

from litestar import Response

from croupier.adapters.http.answers.paging import paged
from croupier.adapters.http.answers.replies import unchanged
from croupier.adapters.http.arrivals import AnyRequest, Arrival
from croupier.adapters.http.requests.etags import etag, none_match
from croupier.adapters.http.requests.waiting import moved, require
from croupier.service.history import HistoryPage, HistoryQuery, TableHistoryPage, history_page
from croupier.service.ids import game_of_table


async def history(
    request: AnyRequest, arrived: Arrival[None], stream: str, query: HistoryQuery, at_least: int, wait: int
) -> Response[bytes]:
    """The page of the stream's history that is asked for, with its revision as ETag.

    Where there is nothing on it, or nothing that the caller has not seen by `If-None-Match`, something is
    waited for. Raises `NotFound`, `NotYet`, `Disconnected`, `StoreUnavailable`.
    """
    services, log = arrived.services, arrived.caller.log
    await require(request, arrived, at_least)
    end = monotonic() + wait
    revision = await services.watch.revision(log, stream)
    while True:
        seen = not none_match(arrived.headers, revision)
        read = partial(history_page, services.history, log, stream, query)
        page = None if seen else await services.watch.read(log, stream, revision, query, read)
        left = end - monotonic()
        if (page is not None and (page.entries or page.more)) or left <= 0:
            break
        now = await moved(request, arrived, stream, revision, left)
        if now == revision:
            break
        revision = now
    if page is None:
        return unchanged(revision)
    next = page.after if page.more else None
    return paged(request, _told(stream, page), next, by="after", etag=etag(revision))


def _told(stream: str, page: HistoryPage) -> HistoryPage:
    """The page, of a table with its game."""
    game = game_of_table(stream)
    return page if game is None else TableHistoryPage(page.entries, page.after, page.more, game)

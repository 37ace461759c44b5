"""The connection to Valkey. It is quick to give up: what can't be had from there is had from the log."""

from typing import Final

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.connection import parse_url
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

_CONNECT_SECONDS: Final = 0.25
_ANSWER_SECONDS: Final = 0.5
_CONNECTIONS: Final = 32


def check_url(url: str) -> None:
    """Raises `ValueError` for what `connect` can make nothing of."""
    parse_url(url)


def connect(url: str) -> Redis:
    """A client of the Valkey at `url` (`redis://`, `rediss://` or `unix://`); it connects when it is used.

    Nothing takes longer than about a second, and nothing is tried twice. Close it with `aclose`.
    """
    pool = BlockingConnectionPool.from_url(
        url,
        max_connections=_CONNECTIONS,
        timeout=_ANSWER_SECONDS,
        socket_connect_timeout=_CONNECT_SECONDS,
        socket_timeout=_ANSWER_SECONDS,
        retry=Retry(NoBackoff(), 0),
    )
    return Redis.from_pool(pool)

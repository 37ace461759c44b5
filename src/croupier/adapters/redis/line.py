"""A connection to Valkey for calls that have to cost little: one at a time, with nothing around it.

The client's own way of a call, with its pool, scripts and streams, takes eight times as long. Where every
request needs an answer from Valkey, that would be felt.
"""

import asyncio
from hashlib import sha1
from typing import Any, Final

import hiredis
from redis.asyncio import Redis
from redis.exceptions import ConnectionError, NoScriptError, ResponseError, TimeoutError

_PATIENCE: Final = 0.5


class _Replies(asyncio.Protocol):
    """Reads replies in the place of the stream that the client has made, which hears of the end."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self.transport = transport
        self.reply: asyncio.Future[Any] | None = None
        self._stream = transport.get_protocol()
        self._reader = hiredis.Reader()

    def data_received(self, data: bytes) -> None:
        self._reader.feed(data)
        while (reply := self._reader.gets()) is not False:
            # What nobody asked for the server may push at any time (RESP3).
            if not isinstance(reply, hiredis.PushNotification):
                self._end(reply)

    def connection_lost(self, error: Exception | None) -> None:
        self._end(ConnectionError("the connection is lost"))
        self._stream.connection_lost(error)

    def late(self) -> None:
        self._end(TimeoutError(f"no answer within {_PATIENCE} seconds"))

    def _end(self, reply: Any) -> None:
        waiting, self.reply = self.reply, None
        if waiting is not None and not waiting.done():
            waiting.set_result(reply)


class Line:
    """Runs one script, one call at a time, on one of the client's connections, which is kept."""

    def __init__(self, client: Redis, source: str) -> None:
        """Connect when first called. The client closes the connection with its others."""
        self._pool = client.connection_pool
        self._source = source
        self._sha = sha1(source.encode(), usedforsecurity=False).hexdigest()
        self._connection: Any = None
        self._replies: _Replies | None = None

    async def run(self, key: str, argument: bytes) -> Any:
        """What the script gives for this key and argument. Raises `RedisError`, `OSError`.

        After any error the connection is given up, so that no late reply is taken for another's.
        """
        try:
            replies = await self._connected()
            try:
                return await _call(replies, "EVALSHA", self._sha, key, argument)
            except NoScriptError:
                return await _call(replies, "EVAL", self._source, key, argument)
        except BaseException:
            await self._given_up()
            raise

    async def _connected(self) -> _Replies:
        """The connection that is kept; another one where nobody has called since it was lost."""
        if self._replies is not None:
            if not self._replies.transport.is_closing():
                return self._replies
            await self._given_up()
        self._connection = await self._pool.get_connection()  # type: ignore[no-untyped-call]
        transport = self._connection._writer.transport
        self._replies = _Replies(transport)
        transport.set_protocol(self._replies)
        return self._replies

    async def _given_up(self) -> None:
        connection, self._connection, self._replies = self._connection, None, None
        if connection is not None:
            await connection.disconnect(nowait=True)
            await self._pool.release(connection)


async def _call(replies: _Replies, command: str, script: str, key: str, argument: bytes) -> Any:
    loop = asyncio.get_running_loop()
    replies.reply = answer = loop.create_future()
    words: Any = (command, script, 1, key, argument)
    replies.transport.write(hiredis.pack_command(words))
    late = loop.call_later(_PATIENCE, replies.late)
    try:
        reply = await answer
    finally:
        late.cancel()
    if isinstance(reply, hiredis.ReplyError):
        raise NoScriptError(str(reply)) if str(reply).startswith("NOSCRIPT") else ResponseError(str(reply))
    if isinstance(reply, Exception):
        raise reply
    return reply

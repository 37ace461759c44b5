"""Clients of live streams: they read server-sent events as browsers do, and hold them to the document."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import msgspec
from msgspec import Struct
from tests.api.messages import message_name, require_message


class Event(Struct, frozen=True):
    """An event as a client gets it: `id` is the last one that was told, by which it resumes."""

    name: str
    data: Any
    id: str | None


class Parser:
    """The event stream's lines (WHATWG HTML, 9.2.6), in whatever pieces they come."""

    def __init__(self) -> None:
        self.last_id: str | None = None
        self.retry: int | None = None
        self.comments = 0
        self._rest = b""
        self._id: str | None = None
        self._name = ""
        self._data: list[str] = []

    def feed(self, piece: bytes) -> list[Event]:
        """The events that are whole now."""
        *lines, self._rest = (self._rest + piece).split(b"\n")
        return [event for line in lines if (event := self._line(line.decode())) is not None]

    def _line(self, line: str) -> Event | None:
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        match name:
            case "" if line:
                self.comments += 1
            case "":
                return self._dispatched()
            case "id":
                self._id = value
            case "event":
                self._name = value
            case "data":
                self._data.append(value)
            case "retry":
                self.retry = int(value)
        return None

    def _dispatched(self) -> Event | None:
        self.last_id = self._id
        name, data = self._name, self._data
        self._name, self._data = "", []
        if not data:
            return None
        event = Event(name, msgspec.json.decode("\n".join(data)), self.last_id)
        require_message(message_name(event.name, event.data), event.data)
        return event


class Follower:
    """A client that follows a stream."""

    def __init__(self, response: httpx.Response) -> None:
        self.response = response
        self.parser = Parser()
        self._pieces = response.aiter_raw()
        self._events: list[Event] = []

    async def next(self) -> Event:
        """The next event; fails where none comes."""
        async with asyncio.timeout(15):
            while not self._events:
                self._events += self.parser.feed(await anext(self._pieces))
        return self._events.pop(0)

    async def take(self, count: int) -> list[Event]:
        """The next events."""
        return [await self.next() for _ in range(count)]

    async def comments(self, count: int) -> None:
        """Read on until so many comments have come."""
        async with asyncio.timeout(15):
            while self.parser.comments < count:
                self._events += self.parser.feed(await anext(self._pieces))

    async def rest(self) -> list[Event]:
        """All events until the stream ends."""
        async with asyncio.timeout(15):
            async for piece in self._pieces:
                self._events += self.parser.feed(piece)
        found, self._events = self._events, []
        return found


@asynccontextmanager
async def following(
    http: httpx.AsyncClient, path: str, last: str | int | None = None, **headers: str
) -> AsyncIterator[Follower]:
    """Follow a stream, behind the event of that id."""
    resumed = {"Last-Event-ID": str(last)} if last is not None else {}
    async with http.stream("GET", path, headers={**resumed, **headers}) as response:
        if response.status_code != 200:
            await response.aread()
        assert response.status_code == 200, response.text
        yield Follower(response)

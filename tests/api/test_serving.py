"""How the server starts, listens and stops."""

import asyncio
import socket
from typing import Any

import httpx
import pytest

from croupier.adapters.http.server import serving as server
from croupier.adapters.http.server.serving import AddressInUse, authority, free_address, serve


class Slow:
    """An application that answers when it is let."""

    def __init__(self) -> None:
        self.asked, self.let = asyncio.Event(), asyncio.Event()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            return
        self.asked.set()
        await self.let.wait()
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
        await send({"type": "http.response.body", "body": b"ok"})


async def _serving(app: Any) -> tuple[str, int, asyncio.Event, asyncio.Task[None]]:
    host, port = free_address("127.0.0.1", 0)
    stopping, ready = asyncio.Event(), asyncio.Event()
    task = asyncio.create_task(serve(app, host, port, stopping, ready.set))
    await ready.wait()
    return host, port, stopping, task


async def test_requests_under_way_end_before_the_server_does() -> None:
    app = Slow()
    host, port, stopping, task = await _serving(app)
    async with httpx.AsyncClient() as client:
        asking = asyncio.create_task(client.get(f"http://{host}:{port}/"))
        await app.asked.wait()
        stopping.set()
        await asyncio.sleep(0.1)
        assert not task.done()
        app.let.set()
        assert (await asking).text == "ok"
    await asyncio.wait_for(task, 5)
    with pytest.raises(OSError, match="Connect call failed"):
        await asyncio.open_connection(host, port)


async def test_who_holds_a_request_open_holds_up_the_stop_for_a_bounded_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(server, "GRACE", 0.2)
    app = Slow()
    host, port, stopping, task = await _serving(app)
    _, writer = await asyncio.open_connection(host, port)
    writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    await app.asked.wait()
    stopping.set()
    await asyncio.wait_for(task, 5)
    app.let.set()
    writer.close()


async def test_a_second_server_does_not_share_the_port() -> None:
    app = Slow()
    host, port, stopping, task = await _serving(app)
    with pytest.raises(AddressInUse, match=f"{host}:{port} can't be listened at"):
        free_address(host, port)
    stopping.set()
    await asyncio.wait_for(task, 5)
    assert free_address(host, port) == (host, port)


@pytest.mark.parametrize(
    ("host", "url"),
    [("127.0.0.1", "127.0.0.1:80"), ("::", "[::]:80"), ("::1", "[::1]:80"), ("a.b", "a.b:80")],
)
def test_a_url_has_ipv6_addresses_in_brackets(host: str, url: str) -> None:
    assert authority(host, 80) == url


def test_an_ipv6_address_that_is_taken_is_told_as_in_a_url() -> None:
    if socket.has_ipv6:
        with socket.socket(socket.AF_INET6, socket.SOCK_STREAM) as taken:
            taken.bind(("::1", 0))
            taken.listen()
            with pytest.raises(AddressInUse, match=r"\[::1\]:[0-9]+ can't be listened at"):
                free_address("::1", taken.getsockname()[1])


def test_a_free_port_is_found_also_for_ipv6() -> None:
    if socket.has_ipv6:
        assert free_address("::1", 0)[1] > 0
    assert free_address("127.0.0.1", 0)[1] > 0

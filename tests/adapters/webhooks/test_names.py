"""Looking names up: what waits for one operator's slow name servers is bounded; nobody else waits for it."""

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator
from threading import Event
from typing import Any

import pytest

from croupier.adapters.system import SystemClock
from croupier.adapters.webhooks.names import NamesBusy, SystemNames, Threads
from croupier.adapters.webhooks.resolving import Resolver
from croupier.adapters.webhooks.sender import HttpSender
from croupier.service.errors import WebhookUrlRefused, WebhookUrlsBusy
from croupier.service.ports.webhooks import Letter

BOUNDS = Threads(all=4, of_one=2, asked_by_one=6)
SECRET = "whsec_MDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDA="


class NameServers:
    """All name servers: those of `slow..` answer when they are let, those of `no..` know nothing."""

    def __init__(self) -> None:
        self.let = Event()
        self.asked: list[str] = []

    def __call__(self, name: str, port: int, type: int) -> list[Any]:
        self.asked.append(name)
        if name.startswith("slow"):
            self.let.wait(60)
        if name.startswith("no"):
            raise socket.gaierror("no such name")
        return [(2, type, 6, "", ("8.8.8.8", port))] * 2


@pytest.fixture
def servers(monkeypatch: pytest.MonkeyPatch) -> Iterator[NameServers]:
    servers = NameServers()
    monkeypatch.setattr(socket, "getaddrinfo", servers)
    yield servers
    servers.let.set()


@pytest.fixture
async def names(servers: NameServers) -> AsyncIterator[SystemNames]:
    names = SystemNames(BOUNDS, patience=0.05)
    yield names
    names.close()


async def asked(names: SystemNames, log: str, *hosts: str) -> list[Any]:
    """What comes of asking for all of them at once."""
    return await asyncio.gather(*(names(host, 443, log) for host in hosts), return_exceptions=True)


async def abandoned(names: SystemNames, log: str, *hosts: str) -> None:
    """Ask for names until the look-ups have begun, and wait no longer for what comes of it."""
    waiting = [asyncio.create_task(names(host, 443, log)) for host in hosts]
    await asyncio.sleep(0.01)
    for task in waiting:
        task.cancel()
    await asyncio.wait(waiting)


async def test_the_addresses_of_a_name_are_each_told_once(names: SystemNames) -> None:
    assert await names("example.com", 443, "a") == ["8.8.8.8"]
    assert isinstance((await asked(names, "a", "no.example"))[0], OSError)


async def test_slow_name_servers_of_one_log_hold_up_no_other(names: SystemNames) -> None:
    await abandoned(names, "a", "slow1.example", "slow2.example")
    refused = await asked(names, "a", "quick.example", "slow3.example")
    assert [type(one) for one in refused] == [NamesBusy, NamesBusy]
    assert await asked(names, "b", "quick.example", "other.example") == [["8.8.8.8"], ["8.8.8.8"]]


async def test_a_thread_that_is_waited_for_no_longer_is_taken_until_it_is_done(
    names: SystemNames, servers: NameServers
) -> None:
    for log in ("a", "b"):
        await abandoned(names, log, "slow1.example", "slow2.example")
    assert isinstance((await asked(names, "c", "quick.example"))[0], NamesBusy)
    servers.let.set()
    async with asyncio.timeout(20):
        while isinstance((await asked(names, "c", "quick.example"))[0], NamesBusy):
            pass
    assert await asked(names, "a", "quick.example") == [["8.8.8.8"]]


async def test_asking_for_a_name_twice_is_asking_once(names: SystemNames, servers: NameServers) -> None:
    await abandoned(names, "a", *["slow.example"] * 50)
    again = asyncio.create_task(names("slow.example", 443, "a"))
    await asyncio.sleep(0.01)
    assert servers.asked == ["slow.example"]
    servers.let.set()
    assert await again == ["8.8.8.8"]


async def test_no_log_makes_a_queue_of_names(names: SystemNames) -> None:
    hosts = [f"slow{number}.example" for number in range(BOUNDS.asked_by_one)]
    waiting = asyncio.create_task(asked(names, "a", *hosts))
    await asyncio.sleep(0.01)
    with pytest.raises(NamesBusy, match="too many names of this log"):
        await names("one-more.example", 443, "a")
    waiting.cancel()


async def test_busy_is_not_what_is_wrong_with_a_url_nor_with_an_endpoint(names: SystemNames) -> None:
    await abandoned(names, "a", "slow1.example", "slow2.example")
    resolver = Resolver(names, private=False)
    with pytest.raises(WebhookUrlsBusy):
        await resolver.require_fit("https://example.com/", "a")
    await resolver.require_fit("https://example.com/", "b")
    sender = HttpSender(resolver, SystemClock(), patience=2)
    answered = await sender.send(Letter("https://example.com/", "msg_a_1", b"{}", (SECRET,), "a"))
    assert (answered.verdict, answered.failure) == ("busy", "busy")
    await sender.close()


async def test_a_name_that_leads_inside_is_not_told_from_one_that_leads_nowhere() -> None:
    async def inside(name: str, port: int, log: str) -> list[str]:
        return {"db.inside.example": ["10.0.0.5"], "both.example": ["8.8.8.8", "10.0.0.5"]}.get(name, [])

    resolver, said = Resolver(inside, private=False), set()
    sender = HttpSender(resolver, SystemClock(), patience=2)
    for host in ("db.inside.example", "both.example", "gone.example"):
        with pytest.raises(WebhookUrlRefused) as refused:
            await resolver.require_fit(f"https://{host}/", "a")
        letter = Letter(f"https://{host}/", "msg_a_1", b"{}", (SECRET,), "a")
        said.add((str(refused.value), (await sender.send(letter)).failure))
    await sender.close()
    assert said == {("the host's name leads to no address of the public Internet", "unresolvable")}

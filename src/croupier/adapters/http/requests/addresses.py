"""Where a request comes from, seen through the proxies that the installation trusts."""

import re
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final

from croupier.adapters.http.server.rsgi import Scope
from croupier.adapters.networks import Networks

_ONE_SUBSCRIBER: Final = 64
"""Bits of an IPv6 address that are one subscriber's: the rest he chooses anew as often as he likes."""

_NOBODY: Final = "unknown"

_ENDPOINT: Final = re.compile(
    r"\[(?P<bracketed>[^\[\]]*)\](?::\d{1,5})?|(?P<v4>[\d.]+):\d{1,5}|(?P<plain>[^\[\]]*)", re.ASCII
)
"""An address with or without a port, as proxies write it: the IPv6 one with a port has brackets."""


def client_address(scope: Scope, trusted: Networks) -> str:
    """The address that a request is counted by: of a proxy not trusted, that proxy's.

    Behind trusted proxies it is the last one in `X-Forwarded-For` that is none of theirs: what stands before
    it the client may have written himself. Of an IPv6 address it is the network of one subscriber.
    """
    found = _plain(_host(scope.client))
    if trusted and found is not None:
        for name in reversed(_forwarded(scope)):
            if not _among(found, trusted):
                break
            nearer = _plain(name)
            if nearer is None:
                break
            found = nearer
    if found is None:
        return _NOBODY
    return str(ip_network(f"{found}/{_ONE_SUBSCRIBER}", strict=False)) if ":" in found else found


def _host(client: str) -> str:
    """`127.0.0.1:1234` or `[::1]:1234` without the port."""
    return client.rpartition(":")[0].strip("[]")


def _plain(text: str) -> str | None:
    """The address without a port, as it is written shortest; None where it is none.

    An IPv4 address within IPv6 is told as IPv4.
    """
    endpoint = _ENDPOINT.fullmatch(text.strip())
    if endpoint is None:
        return None
    try:
        address = ip_address(endpoint[endpoint.lastgroup or "plain"])
    except ValueError:
        return None
    if isinstance(address, IPv6Address) and address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(address).partition("%")[0]


def _among(text: str, networks: Networks) -> bool:
    address = ip_address(text)
    return any(address in network for network in networks)


def _forwarded(scope: Scope) -> list[str]:
    """The addresses of all `X-Forwarded-For` fields, in their order."""
    return [
        part
        for name, value in scope.headers.items()
        if name == "x-forwarded-for"
        for part in value.split(",")
    ]

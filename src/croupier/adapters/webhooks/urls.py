"""URLs that webhooks may be sent to: one strict spelling, which no two readers take differently."""

import re
from typing import Final, Literal

from msgspec import Struct

from croupier.adapters.webhooks.addresses import is_public, parse_address
from croupier.service.errors import WebhookUrlRefused

LONGEST: Final = 2048

_URL: Final = re.compile(
    r"(?P<scheme>https?)://"
    r"(?P<host>\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9._-]{1,253})"
    r"(?::(?P<port>[1-9][0-9]{0,4}))?"
    r"(?P<target>(?:/[A-Za-z0-9._~!$&'()*+,;=:@%/-]*)?(?:\?[A-Za-z0-9._~!$&'()*+,;=:@%/?-]*)?)",
    re.ASCII,
)
_LABEL: Final = re.compile(r"[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?", re.ASCII)
_NUMBER: Final = re.compile(r"[0-9]+|0x[0-9a-f]*", re.ASCII)
_PORTS: Final = {"http": 80, "https": 443}
_UNPRIVILEGED: Final = 1024
_HIGHEST: Final = 65535


class Target(Struct, frozen=True):
    """Where a message goes: `host` is a name in lower case or an address, `target` path and query."""

    scheme: Literal["http", "https"]
    host: str
    port: int
    target: str


def parse_url(url: str, *, private: bool = False) -> Target:
    """The target that the URL names. Raises `WebhookUrlRefused`, which says what is wrong with it.

    Unless `private` ones are allowed, it is `https`, on port 443 or one from 1024 on, and names no address
    outside of the public Internet. Never are there a user's name, a password or a fragment in it, nor a
    number in the place of a host that some resolvers take for an address (`127.1`, `0x7f000001`).
    """
    found = _URL.fullmatch(url)
    if found is None or len(url) > LONGEST:
        raise WebhookUrlRefused(
            "a URL like https://example.com/path is wanted, without a user's name, a fragment, or characters"
            " that have to be escaped"
        )
    scheme: Literal["http", "https"] = "http" if found["scheme"] == "http" else "https"
    port = int(found["port"] or _PORTS[scheme])
    target = found["target"]
    path = target if target.startswith("/") else f"/{target}"
    host = _host(found["host"].lower(), private)
    if not private and scheme == "http":
        raise WebhookUrlRefused("webhooks are sent over https only")
    if port > _HIGHEST or (not private and port != _PORTS["https"] and port < _UNPRIVILEGED):
        raise WebhookUrlRefused("the port has to be 443, or 1024 to 65535")
    return Target(scheme, host, port, path)


def _host(host: str, private: bool) -> str:
    bare = host.removeprefix("[").removesuffix("]")
    address = parse_address(bare)
    if address is not None:
        if (address.version == 6) != host.startswith("["):
            raise WebhookUrlRefused("an IPv6 address stands in brackets, and nothing else does")
        if not private and not is_public(address):
            raise WebhookUrlRefused("this address is not of the public Internet")
        return str(address)
    labels = bare.split(".")
    if host.startswith("[") or not all(map(_LABEL.fullmatch, labels)) or _NUMBER.fullmatch(labels[-1]):
        raise WebhookUrlRefused("the host is neither a name nor an address in its usual spelling")
    if not private and len(labels) < 2:
        raise WebhookUrlRefused("the host's name has to be a full one, with a full stop in it")
    return bare

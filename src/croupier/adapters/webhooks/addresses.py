"""Which addresses are the public Internet, and nobody's own network."""

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Final

Address = IPv4Address | IPv6Address

_NAT64: Final = IPv6Network("64:ff9b::/96")
"""An IPv4 address as an IPv6-only network reaches it (RFC 6052)."""

_REFUSED: Final = (
    IPv6Network("::/96"),  # IPv4-compatible, deprecated (RFC 4291, 2.5.5.1)
    IPv6Network("64:ff9b:1::/48"),  # NAT64 of a network's own (RFC 8215)
    IPv6Network("fec0::/10"),  # site-local, deprecated (RFC 3879)
    IPv6Network("3fff::/20"),  # documentation (RFC 9637), which Python learns of later
)


def is_public(address: Address) -> bool:
    """Whether it is an address of the public Internet that a single host can have.

    Refused are those that IANA's registries don't call globally reachable (private, loopback, link-local with
    the clouds' metadata services, carriers' shared space, documentation, reserved), multicast, and IPv6
    addresses that carry such an IPv4 address (mapped, 6to4, Teredo, NAT64).
    """
    if isinstance(address, IPv6Address):
        if address.scope_id is not None or any(address in network for network in _REFUSED):
            return False
        if carried := _carried(address):
            return is_public(carried)
    return address.is_global and not address.is_multicast and not address.is_reserved


def _carried(address: IPv6Address) -> IPv4Address | None:
    """The IPv4 address that traffic to this one goes to, None where it goes by IPv6."""
    if address in _NAT64:
        return IPv4Address(address.packed[-4:])
    if address.teredo:
        return address.teredo[1]
    return address.ipv4_mapped or address.sixtofour


def parse_address(text: str) -> Address | None:
    """The address that the text is in its one usual spelling, None where it is a name."""
    try:
        return ip_address(text)
    except ValueError:
        return None

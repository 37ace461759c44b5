"""Which addresses are the public Internet, and nobody's own network."""

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Final

Address = IPv4Address | IPv6Address

_GLOBAL_UNICAST: Final = IPv6Network("2000::/3")
"""All IPv6 addresses that IANA gives to single hosts of the Internet (RFC 4291, 2.4)."""

_NAT64: Final = IPv6Network("64:ff9b::/96")
"""An IPv4 address as an IPv6-only network reaches it (RFC 6052)."""

# IANA's special-purpose registries, whole: what they call globally reachable are anycast addresses by which a
# host finds a service of its own network (PCP, TURN, AMT, AS112), and nobody takes webhooks there. Written
# out, since Python knows fewer of them the older it is.
_SPECIAL_4: Final = tuple(
    map(
        IPv4Network,
        (
            "0.0.0.0/8",  # this network (RFC 791)
            "10.0.0.0/8",  # private (RFC 1918)
            "100.64.0.0/10",  # carriers' shared space (RFC 6598)
            "127.0.0.0/8",  # loopback (RFC 1122)
            "169.254.0.0/16",  # link-local, the clouds' metadata (RFC 3927)
            "172.16.0.0/12",  # private (RFC 1918)
            "192.0.0.0/24",  # protocol assignments, a cloud's metadata (RFC 6890)
            "192.0.2.0/24",  # documentation (RFC 5737)
            "192.31.196.0/24",  # AS112 (RFC 7535)
            "192.52.193.0/24",  # AMT (RFC 7450)
            "192.88.99.0/24",  # relays of 6to4, deprecated (RFC 7526)
            "192.168.0.0/16",  # private (RFC 1918)
            "192.175.48.0/24",  # AS112 (RFC 7534)
            "198.18.0.0/15",  # benchmarking (RFC 2544)
            "198.51.100.0/24",  # documentation (RFC 5737)
            "203.0.113.0/24",  # documentation (RFC 5737)
            "224.0.0.0/4",  # multicast (RFC 5771)
            "240.0.0.0/4",  # reserved, and broadcast (RFC 1112, RFC 919)
        ),
    )
)
_SPECIAL_6: Final = tuple(  # of the global unicast ones
    map(
        IPv6Network,
        (
            "2001::/23",  # protocol assignments, Teredo, ORCHID, benchmarking (RFC 2928)
            "2001:db8::/32",  # documentation (RFC 3849)
            "2620:4f:8000::/48",  # AS112 (RFC 7534)
            "3fff::/20",  # documentation (RFC 9637)
        ),
    )
)


def is_public(address: Address) -> bool:
    """Whether it is an address of the public Internet that a single host can have.

    Refused are all of IANA's special-purpose registries (private, loopback, link-local with the clouds'
    metadata services, carriers' shared space, protocol assignments, documentation, reserved), multicast, IPv6
    beyond global unicast, and IPv6 addresses that carry such an IPv4 address (mapped, 6to4, NAT64).
    """
    if isinstance(address, IPv4Address):
        return not any(address in network for network in _SPECIAL_4)
    if address.scope_id is not None:
        return False
    if carried := _carried(address):
        return is_public(carried)
    return address in _GLOBAL_UNICAST and not any(address in network for network in _SPECIAL_6)


def _carried(address: IPv6Address) -> IPv4Address | None:
    """The IPv4 address that traffic to this one goes to, None where it goes by IPv6."""
    if address in _NAT64:
        return IPv4Address(address.packed[-4:])
    return address.ipv4_mapped or address.sixtofour


def parse_address(text: str) -> Address | None:
    """The address that the text is in its one usual spelling, None where it is a name."""
    try:
        return ip_address(text)
    except ValueError:
        return None

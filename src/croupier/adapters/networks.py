"""Networks as settings list them."""

from ipaddress import IPv4Network, IPv6Network, ip_network

Networks = tuple[IPv4Network | IPv6Network, ...]


def networks_of(text: str) -> Networks:
    """The networks that are listed, as in `10.0.0.0/8, ::1`. Raises `ValueError`."""
    return tuple(ip_network(part.strip()) for part in text.split(",") if part.strip())

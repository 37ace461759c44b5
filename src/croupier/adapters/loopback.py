"""Whether what is sent to a host stays on this machine."""

from ipaddress import ip_address


def is_loopback(host: str) -> bool:
    """Whether the host, a name or an address, is this machine."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False

"""Where webhooks may go: the public Internet by https, and never inside, however it is spelled."""

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

import pytest

from croupier.adapters.webhooks.addresses import is_public
from croupier.adapters.webhooks.urls import Target, parse_url
from croupier.service.errors import WebhookUrlRefused

PUBLIC = [
    "8.8.8.8",
    "93.184.215.14",
    "2606:4700::1111",
    "::ffff:8.8.8.8",
    "64:ff9b::808:808",
    "2002:808:808::1",
]

# https://www.iana.org/assignments/iana-ipv4-special-registry and iana-ipv6-special-registry, entry by entry.
# Left out are mapped, 6to4 and NAT64 addresses: they are what they carry.
SPECIAL = """
0.0.0.0/8 0.0.0.0/32 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24
192.0.0.0/29 192.0.0.8/32 192.0.0.9/32 192.0.0.10/32 192.0.0.170/32 192.0.0.171/32 192.0.2.0/24
192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.88.99.2/32 192.168.0.0/16 192.175.48.0/24
198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 240.0.0.0/4 255.255.255.255/32 ::1/128 ::/128 64:ff9b:1::/48
100::/64 100:0:0:1::/64 2001::/23 2001::/32 2001:1::1/128 2001:1::2/128 2001:1::3/128 2001:2::/48
2001:3::/32 2001:4:112::/48 2001:10::/28 2001:20::/28 2001:30::/28 2001:db8::/32 2620:4f:8000::/48
3fff::/20 5f00::/16 fc00::/7 fe80::/10
"""

BESIDE = """
1.0.0.0 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 169.253.255.255
169.255.0.0 172.15.255.255 172.32.0.0 191.255.255.255 192.0.1.0 192.0.3.0 192.31.195.255 192.31.197.0
192.52.192.255 192.52.194.0 192.88.98.255 192.88.100.0 192.167.255.255 192.169.0.0 192.175.47.255
192.175.49.0 198.17.255.255 198.20.0.0 198.51.99.255 198.51.101.0 203.0.112.255 203.0.114.0
223.255.255.255 2001:200:: 2001:db9:: 2001:db7:ffff:ffff:ffff:ffff:ffff:ffff 2003::
2620:4f:7fff:ffff:ffff:ffff:ffff:ffff 2620:4f:8001:: 3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff 3fff:1000::
"""

INSIDE = {
    "this host": "0.0.0.0",
    "private 10": "10.0.0.1",
    "private 172": "172.16.0.1",
    "private 192": "192.168.1.1",
    "carrier's shared space": "100.64.0.1",
    "loopback": "127.0.0.1",
    "all loopback": "127.8.8.8",
    "link-local": "169.254.1.1",
    "cloud metadata": "169.254.169.254",
    "protocol assignments": "192.0.0.170",
    "another cloud's metadata": "192.0.0.192",
    "relays of 6to4": "192.88.99.1",
    "documentation": "203.0.113.1",
    "benchmarking": "198.18.0.1",
    "multicast": "224.0.0.251",
    "global multicast": "233.252.0.1",
    "reserved": "240.0.0.1",
    "broadcast": "255.255.255.255",
    "unspecified 6": "::",
    "loopback 6": "::1",
    "link-local 6": "fe80::1",
    "with a zone": "fe80::1%eth0",
    "public with a zone": "2606:4700::1111%eth0",
    "unique local 6": "fd00:ec2::254",
    "site-local 6": "fec0::1",
    "multicast 6": "ff02::1",
    "global multicast 6": "ff0e::1",
    "documentation 6": "2001:db8::1",
    "newer documentation 6": "3fff::1",
    "last documentation 6": "3fff:fff:ffff::1",
    "mapped loopback": "::ffff:127.0.0.1",
    "mapped private": "::ffff:10.0.0.1",
    "compatible loopback": "::127.0.0.1",
    "6to4 private": "2002:a00:1::1",
    "6to4 loopback": "2002:7f00:1::1",
    "NAT64 loopback": "64:ff9b::7f00:1",
    "NAT64 metadata": "64:ff9b::a9fe:a9fe",
    "NAT64 of one's own": "64:ff9b:1::808:808",
    "Teredo": "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "Teredo private": "2001::f5ff:fffe",
    "Teredo of a public address": "2001:0:a00:1::f7f7:f7f7",
    "6to4 metadata": "2002:c000:c0::1",
    "mapped protocol assignments": "::ffff:192.0.0.192",
    "nobody's yet": "4000::1",
    "discard": "100::1",
}


@pytest.mark.parametrize("address", PUBLIC)
def test_public_addresses_are_public_also_where_ipv6_carries_them(address: str) -> None:
    assert is_public(ip_address(address))


@pytest.mark.parametrize("address", INSIDE.values(), ids=INSIDE)
def test_all_others_are_not(address: str) -> None:
    assert not is_public(ip_address(address))


@pytest.mark.parametrize("network", SPECIAL.split())
def test_no_block_of_the_registries_is_public_from_its_first_address_to_its_last(network: str) -> None:
    block = ip_network(network)
    assert not is_public(block[0])
    assert not is_public(block[block.num_addresses // 2])
    assert not is_public(block[-1])


@pytest.mark.parametrize("address", BESIDE.split())
def test_what_is_beside_the_blocks_is_public(address: str) -> None:
    assert is_public(ip_address(address))


def test_it_is_nothing_to_the_answer_what_blocks_python_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in (IPv4Address, IPv6Address):
        for known in ("is_global", "is_private", "is_reserved"):
            monkeypatch.setattr(kind, known, property(lambda address: pytest.fail("Python was asked")))
    assert is_public(ip_address("8.8.8.8"))
    assert is_public(ip_address("2606:4700::1111"))
    assert not is_public(ip_address("192.0.0.192"))
    assert not is_public(ip_address("fec0::1"))


@pytest.mark.parametrize("address", INSIDE.values(), ids=INSIDE)
def test_no_url_names_one(address: str) -> None:
    host = f"[{address}]" if ":" in address else address
    with pytest.raises(WebhookUrlRefused):
        parse_url(f"https://{host}/hook")


def test_a_url_is_taken_apart_as_it_is_called() -> None:
    assert parse_url("https://Example.com") == Target("https", "example.com", 443, "/")
    assert parse_url("https://example.com:8443/a?b=%20c") == Target("https", "example.com", 8443, "/a?b=%20c")
    assert parse_url("https://example.com?b=c") == Target("https", "example.com", 443, "/?b=c")
    assert parse_url("https://[2606:4700::1111]:443/") == Target("https", "2606:4700::1111", 443, "/")
    assert parse_url("https://xn--mnchen-3ya.example/") == Target("https", "xn--mnchen-3ya.example", 443, "/")


ODD = [
    "",
    "example.com",
    "//example.com/",
    "ftp://example.com/",
    "file:///etc/passwd",
    "gopher://example.com/",
    "HTTPS://example.com/",
    "http://example.com/",
    "https://",
    "https:///path",
    "https://user@example.com/",
    "https://user:secret@example.com/",
    "https://example.com@127.0.0.1/",
    "https://127.0.0.1\\@example.com/",
    "https://example.com\\.inside/",
    "https://example.com/#fragment",
    "https://example.com/ space",
    "https://example.com/\r\nHost: inside",
    "https://example.com/\x00",
    "https://exämple.com/",
    "https://example.com/ä",
    "https://example。com/",
    "https://①②⑦.⓪.⓪.①/",
    "https://127.1/",
    "https://127.0.1/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0x7f.1/",
    "https://0177.0.0.1/",
    "https://127.0.0.01/",
    "https://0/",
    "https://localhost/",
    "https://intranet/",
    "https://127.0.0.1./",
    "https://localhost./",
    "https://example.com./",
    "https://.example.com/",
    "https://example..com/",
    "https://-example.com/",
    "https://example.com-/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:7f00:1]/",
    "https://[127.0.0.1]/",
    "https://[fe80::1%25eth0]/",
    "https://[v1.fe80::1]/",
    "https://[example.com]/",
    "https://2606:4700::1111/",
    "https://example.com:/",
    "https://example.com:0/",
    "https://example.com:22/",
    "https://example.com:80/",
    "https://example.com:65536/",
    "https://example.com:0443/",
    "https://example.com:443:443/",
    f"https://example.com/{'a' * 2048}",
    f"https://{'a' * 64}.com/",
]


@pytest.mark.parametrize("url", ODD)
def test_what_two_readers_could_take_differently_is_refused(url: str) -> None:
    with pytest.raises(WebhookUrlRefused):
        parse_url(url)


def test_where_private_ones_are_allowed_the_form_is_as_strict() -> None:
    assert parse_url("http://127.0.0.1:8000/x", private=True) == Target("http", "127.0.0.1", 8000, "/x")
    assert parse_url("http://intranet/", private=True) == Target("http", "intranet", 80, "/")
    for url in (
        "http://user@intranet/",
        "http://0x7f.1/",
        "http://intranet/#x",
        "ftp://intranet/",
        "http://127.1/",
    ):
        with pytest.raises(WebhookUrlRefused):
            parse_url(url, private=True)

"""Whose address a request is counted by, with and without proxies between."""

from typing import Any

import pytest

from croupier.adapters.http.requests.addresses import client_address
from croupier.adapters.networks import networks_of
from croupier.adapters.settings import SettingsError, from_environment


class Arriving:
    """A request from that peer, with those fields `X-Forwarded-For`."""

    def __init__(self, client: str, *forwarded: str) -> None:
        self.client = client
        self._forwarded = forwarded

    @property
    def headers(self) -> Any:
        return self

    def items(self) -> list[tuple[str, str]]:
        return [("accept", "*/*"), *(("x-forwarded-for", value) for value in self._forwarded)]


@pytest.mark.parametrize(
    ("trusted", "client", "forwarded", "address"),
    [
        ("", "203.0.113.9:51234", (), "203.0.113.9"),
        ("", "203.0.113.9:51234", ("198.51.100.7",), "203.0.113.9"),
        ("10.0.0.0/8", "203.0.113.9:51234", ("198.51.100.7",), "203.0.113.9"),
        ("10.0.0.0/8", "10.1.2.3:80", ("198.51.100.7",), "198.51.100.7"),
        ("10.0.0.0/8", "10.1.2.3:80", ("192.0.2.1, 198.51.100.7, 10.9.9.9",), "198.51.100.7"),
        ("10.0.0.0/8", "10.1.2.3:80", ("192.0.2.1", "198.51.100.7"), "198.51.100.7"),
        ("10.0.0.0/8", "10.1.2.3:80", (), "10.1.2.3"),
        ("10.0.0.0/8", "10.1.2.3:80", ("198.51.100.7, nonsense",), "10.1.2.3"),
        ("10.0.0.0/8", "10.1.2.3:80", ("198.51.100.7:5678",), "198.51.100.7"),
        ("10.0.0.0/8", "10.1.2.3:80", ("198.51.100.7:5678 , 10.9.9.9:443",), "198.51.100.7"),
        ("10.0.0.0/8", "10.1.2.3:80", ("[2001:db8:1:2::7]:443",), "2001:db8:1:2::/64"),
        ("10.0.0.0/8", "10.1.2.3:80", ("2001:db8:1:2::7",), "2001:db8:1:2::/64"),
        ("10.0.0.0/8", "10.1.2.3:80", ("198.51.100.7:x",), "10.1.2.3"),
        ("10.0.0.0/8", "10.1.2.3:80", ("198.51.100.7:",), "10.1.2.3"),
        ("10.0.0.0/8", "10.1.2.3:80", ("[198.51.100.7",), "10.1.2.3"),
        ("10.0.0.0/8", "10.1.2.3:80", ("10.4.4.4",), "10.4.4.4"),
        ("10.0.0.0/8, ::1", "[::1]:80", ("198.51.100.7",), "198.51.100.7"),
        ("", "[2001:db8:1:2:3:4:5:6]:80", (), "2001:db8:1:2::/64"),
        ("", "[2001:db8:1:2:ffff::]:80", (), "2001:db8:1:2::/64"),
        ("", "[::ffff:203.0.113.9]:80", (), "203.0.113.9"),
        ("10.0.0.0/8", "[::ffff:10.1.2.3]:80", ("[2001:db8:1:2::7]",), "2001:db8:1:2::/64"),
        ("", "[fe80::1%eth0]:80", (), "fe80::/64"),
        ("10.0.0.0/8", "", ("198.51.100.7",), "unknown"),
    ],
)
def test_a_request_is_counted_by_the_nearest_address_that_is_no_trusted_proxys(
    trusted: str, client: str, forwarded: tuple[str, ...], address: str
) -> None:
    arriving: Any = Arriving(client, *forwarded)
    assert client_address(arriving, networks_of(trusted)) == address


def test_proxies_that_are_no_networks_are_refused_at_the_start() -> None:
    with pytest.raises(SettingsError, match=r"CROUPIER_TRUSTED_PROXIES: .*10\.0\.0\.1/8"):
        from_environment({"CROUPIER_TRUSTED_PROXIES": "10.0.0.1/8"})


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("CROUPIER_RATE_KEY", "-1"),
        ("CROUPIER_RATE_PLAYER", "1000001"),
        ("CROUPIER_RATE_SECONDS", "0"),
        ("CROUPIER_RATE_AWAY", "shut"),
        ("CROUPIER_OPEN_BY_PLAYER", "many"),
    ],
)
def test_limits_that_make_no_sense_are_refused_at_the_start(variable: str, value: str) -> None:
    with pytest.raises(SettingsError, match=variable):
        from_environment({variable: value})


def test_nothing_set_limits_generously_and_nought_switches_a_limit_off() -> None:
    rates = from_environment({}).rates
    assert rates.key and rates.player and rates.address and rates.open_by_key and rates.open_by_player
    none = {f"CROUPIER_{name}": "0" for name in ("RATE_KEY", "RATE_PLAYER", "RATE_ADDRESS")}
    off = from_environment({**none, "CROUPIER_OPEN_BY_KEY": "0", "CROUPIER_OPEN_BY_PLAYER": "0"}).rates
    assert (off.key, off.player, off.address, off.open_by_key, off.open_by_player) == (None,) * 5

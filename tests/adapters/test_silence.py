"""Connections of clients who take nothing any more."""

import socket

import pytest

from croupier.adapters.http.server.silence import give_up_on_silence


def patience_of(connection: socket.socket) -> int:
    return connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)


@pytest.mark.parametrize(("family", "host"), [(socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1")])
def test_connections_taken_at_the_port_are_given_up_after_so_many_seconds(
    family: socket.AddressFamily, host: str
) -> None:
    with socket.create_server((host, 0), family=family) as server:
        port = server.getsockname()[1]
        assert give_up_on_silence(port, 7)
        with socket.create_connection((host, port)) as client:
            taken, _ = server.accept()
            with taken:
                assert patience_of(taken) == 7_000
                assert patience_of(client) == 0


def test_other_sockets_are_left_alone() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_server(("127.0.0.1", 0)) as other:
        port = server.getsockname()[1]
        assert give_up_on_silence(port, 7)
        assert patience_of(other) == 0
    assert not give_up_on_silence(port, 7)

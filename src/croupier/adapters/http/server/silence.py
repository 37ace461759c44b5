"""Connections of clients who take nothing any more, or have vanished without a word, are given up.

What a client does not take stays in the service's memory, and a vanished one is noticed only by what it does
not acknowledge. The system ends such a connection by itself when it is told to (TCP_USER_TIMEOUT, RFC 5482),
and what it is told of a listening socket holds for all connections taken there.
"""

import os
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

PATIENCE: Final = 60
"""Seconds for a client to take or acknowledge something of what was sent to it."""


def give_up_on_silence(port: int, seconds: int = PATIENCE) -> bool:
    """Give up connections to this process's listening sockets at the port; False where nothing can be told.

    The server makes its sockets itself and does not hand them out: they are found among the process's files.
    """
    option: int | None = getattr(socket, "TCP_USER_TIMEOUT", None)
    told = False
    for listening in _listening(port) if option is not None else ():
        listening.setsockopt(socket.IPPROTO_TCP, int(option or 0), seconds * 1_000)
        told = True
    return told


def _listening(port: int) -> Iterator[socket.socket]:
    for file in Path("/proc/self/fd").iterdir():
        with suppress(OSError):  # a file that was closed meanwhile
            if file.is_socket():
                with socket.socket(fileno=os.dup(int(file.name))) as found:
                    if found.family in (socket.AF_INET, socket.AF_INET6) and _listens(found, port):
                        yield found


def _listens(found: socket.socket, port: int) -> bool:
    listens = found.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN)
    return bool(listens) and found.getsockname()[1] == port

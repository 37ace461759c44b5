"""Whom an embedded server runs as: never root, which PostgreSQL refuses.

A service started as root runs its servers as `nobody`, or as whoever owns their data already. The kernel
may then bar them from folders that only root enters (a checkout under /root, say); in that case, and only
then, they keep the one capability that opens them.
"""

import os
import pwd
import subprocess
from pathlib import Path

from msgspec import Struct

from croupier.adapters.embedded.errors import EmbeddedServerFailed

_OPENS_FOLDERS = ("--inh-caps=+dac_override", "--ambient-caps=+dac_override")


class Account(Struct, frozen=True):
    """The account of a server; `changed` says that it is another one than the service's."""

    uid: int
    gid: int
    changed: bool

    def own(self, path: Path) -> None:
        """Make `path` the account's own, closed to everybody else."""
        path.chmod(0o700)
        if self.changed:
            os.chown(path, self.uid, self.gid)

    def command(self, command: list[str], needs: list[Path]) -> list[str]:
        """`command` as this account runs it, able to reach the paths it `needs`.

        Raises `EmbeddedServerFailed` when the change of account is not possible here.
        """
        if not self.changed:
            return command
        change = ["setpriv", f"--reuid={self.uid}", f"--regid={self.gid}", "--clear-groups"]
        if not all(_succeeds([*change, "test", "-x", str(path)]) for path in needs):
            change += _OPENS_FOLDERS
            if not _succeeds([*change, "true"]):
                raise EmbeddedServerFailed(
                    "a service started as root must run its servers under another account, and cannot here: "
                    "setpriv (util-linux) is missing or not permitted. Start it as an ordinary user"
                )
        return [*change, *command]


def account_for(data: Path) -> Account:
    """The account that runs the server of the data folder `data`, which need not exist yet.

    Raises `EmbeddedServerFailed` when the data belong to somebody whom the service cannot become.
    """
    owner = data.stat().st_uid if data.exists() else None
    if os.geteuid() == 0:
        entry = pwd.getpwuid(owner) if owner else pwd.getpwnam("nobody")
        return Account(uid=entry.pw_uid, gid=entry.pw_gid, changed=True)
    if owner not in (None, os.geteuid()):
        raise EmbeddedServerFailed(
            f"{data} belongs to another user (id {owner}): start as that user or as root"
        )
    return Account(uid=os.geteuid(), gid=os.getegid(), changed=False)


def _succeeds(command: list[str]) -> bool:
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0  # noqa: S603
    except FileNotFoundError:
        return False

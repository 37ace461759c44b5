"""Embedded servers: started anew, after a kill, by root or not; one service a folder; no orphans."""

import os
import pwd
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import psycopg
import pytest
import redis
from psycopg.conninfo import make_conninfo

from croupier.adapters.embedded import EmbeddedPostgres, EmbeddedServerFailed, EmbeddedValkey
from croupier.adapters.embedded.account import Account

# A service with both servers, as a program: tells their URLs, then waits.
SERVICE = """
import sys, time
from pathlib import Path
from croupier.adapters.embedded import EmbeddedPostgres, EmbeddedValkey
folder = Path(sys.argv[1])
with EmbeddedPostgres(folder / "postgres") as database, EmbeddedValkey(folder / "valkey") as views:
    print(database, views, flush=True)
    sys.stdin.read()
"""


class Service:
    """A running `SERVICE` on a folder."""

    def __init__(self, folder: Path, account: Account | None = None) -> None:
        command = [sys.executable, "-c", SERVICE, str(folder)]
        if account is not None:
            command = account.command(command, needs=[Path(sys.executable).resolve(), folder])
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=folder
        )
        assert self.process.stdout is not None
        self.urls = self.process.stdout.readline().split()

    def kill(self, *, guards: bool = False) -> None:
        """Kill the service, and with `guards` also the shells that would stop its servers then."""
        if guards:
            for child in psutil.Process(self.process.pid).children():
                child.kill()
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """Let it end by itself; its exit status."""
        self.process.communicate("")
        return self.process.returncode


@pytest.fixture
def new_folder(tmp_path: Path) -> Iterator[Path]:
    """An empty folder for servers, all of which must be gone afterwards."""
    yield tmp_path
    assert servers(tmp_path) == []


@pytest.fixture
def folder(new_folder: Path, postgres_folder: Path) -> Path:
    """A folder where the database has been started before."""
    return postgres_folder.parent


def servers(folder: Path) -> list[str]:
    """Names of the living processes that work somewhere in the folder."""
    found = []
    for process in psutil.process_iter():
        try:
            if Path(process.cwd()).is_relative_to(folder) and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process.name())
        except psutil.Error:
            continue
    return found


def test_the_servers_start_keep_what_is_durable_and_stop(new_folder: Path) -> None:
    database, views = EmbeddedPostgres(new_folder / "postgres"), EmbeddedValkey(new_folder / "valkey")
    url = database.start()
    with psycopg.connect(url) as connection:
        connection.execute("CREATE TABLE kept AS SELECT 42 AS answer")
        connection.commit()
        for setting in ("fsync", "full_page_writes", "synchronous_commit"):
            assert connection.execute(f"SHOW {setting}").fetchone() == ("on",)
    with redis.Redis.from_url(views.start()) as client:
        assert client.set("key", "value") is True
    views.stop()
    database.stop()
    assert servers(new_folder) == []
    began = time.monotonic()
    with EmbeddedPostgres(new_folder / "postgres") as url, psycopg.connect(url) as connection:
        assert time.monotonic() - began < 10
        assert connection.execute("SELECT answer FROM kept").fetchone() == (42,)


def test_a_folder_in_use_by_a_live_service_is_a_clear_error(folder: Path) -> None:
    service = Service(folder)
    for server in (EmbeddedPostgres(folder / "postgres"), EmbeddedValkey(folder / "valkey")):
        with pytest.raises(
            EmbeddedServerFailed, match=f"in use by another service \\(process {service.process.pid}"
        ):
            server.start()
    assert psycopg.connect(service.urls[0]).execute("SELECT 1").fetchone() == (1,)
    assert service.stop() == 0


def test_a_running_server_is_found_by_others(folder: Path) -> None:
    server = EmbeddedPostgres(folder / "postgres")
    assert server.running_url() is None
    service = Service(folder)
    assert server.running_url() == service.urls[0]
    assert service.stop() == 0
    assert server.running_url() is None


def test_a_killed_service_takes_its_servers_with_it(folder: Path) -> None:
    service = Service(folder)
    service.kill()
    assert EmbeddedPostgres(folder / "postgres").running_url() is None
    deadline = time.monotonic() + 20
    while servers(folder) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert servers(folder) == []


def test_servers_left_running_are_replaced_at_the_next_start(folder: Path) -> None:
    Service(folder).kill(guards=True)
    assert {"postgres", "valkey-server"} <= set(servers(folder))
    service = Service(folder)
    with psycopg.connect(service.urls[0]) as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)
    with redis.Redis.from_url(service.urls[1]) as client:
        assert client.ping()
    assert service.stop() == 0


def test_a_killed_database_starts_again(folder: Path) -> None:
    service = Service(folder)
    os.kill(int((folder / "postgres/data/postmaster.pid").read_text().split()[0]), signal.SIGKILL)
    service.kill()
    with EmbeddedPostgres(folder / "postgres") as url, psycopg.connect(url) as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)


def test_a_pid_file_whose_number_now_belongs_to_somebody_else_is_no_obstacle(folder: Path) -> None:
    data = folder / "postgres" / "data"
    with EmbeddedPostgres(folder / "postgres"):
        lines = (data / "postmaster.pid").read_text().splitlines()
    (data / "postmaster.pid").write_text("\n".join([str(os.getpid()), *lines[1:]]))
    with EmbeddedPostgres(folder / "postgres") as url, psycopg.connect(url) as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)


def test_a_first_start_cut_short_leaves_nothing_in_the_way(new_folder: Path) -> None:
    unfinished = new_folder / "postgres" / "data.unfinished"
    unfinished.mkdir(parents=True)
    (unfinished / "PG_VERSION").write_text("18\n")
    with EmbeddedPostgres(new_folder / "postgres") as url, psycopg.connect(url) as connection:
        assert connection.execute("SELECT current_database()").fetchone() == ("croupier",)


def test_a_path_too_long_for_a_socket_is_no_obstacle(new_folder: Path) -> None:
    deep = new_folder / ("d" * 60) / ("e" * 60)
    with (
        EmbeddedPostgres(deep / "postgres") as database,
        EmbeddedValkey(deep / "valkey") as views,
        psycopg.connect(database) as connection,
        redis.Redis.from_url(views) as client,
    ):
        assert connection.execute("SELECT 1").fetchone() == (1,)
        assert client.ping()


def test_a_server_that_refuses_to_start_says_why(folder: Path) -> None:
    (folder / "postgres" / "data" / "PG_VERSION").write_text("9.6\n")
    with pytest.raises(EmbeddedServerFailed, match="incompatible with server"):
        EmbeddedPostgres(folder / "postgres").start()


def test_no_other_account_comes_in(folder: Path) -> None:
    with EmbeddedPostgres(folder / "postgres") as url, EmbeddedValkey(folder / "valkey"):
        for name in ("postgres", "valkey"):
            for path in (folder / name / "run", folder / name / "data"):
                assert path.stat().st_mode & 0o077 == 0
        with psycopg.connect(make_conninfo(url, user="postgres")) as connection:
            rules = connection.execute("SELECT type, auth_method FROM pg_hba_file_rules").fetchall()
            assert connection.execute("SHOW listen_addresses").fetchone() == ("",)
        assert rules == [("local", "peer")]


def test_an_ordinary_user_can_start_the_servers(new_folder: Path) -> None:
    if os.geteuid() == 0:
        entry = pwd.getpwnam("nobody")
        account = Account(entry.pw_uid, entry.pw_gid, changed=True)
        account.own(new_folder)
    else:
        account = Account(os.geteuid(), os.getegid(), changed=False)
    service = Service(new_folder, account)
    assert len(service.urls) == 2
    assert (new_folder / "postgres" / "data").stat().st_uid == account.uid
    assert service.stop() == 0


def test_the_servers_never_run_as_root(folder: Path) -> None:
    service = Service(folder)
    owners = {
        process.uids().effective
        for process in psutil.Process(service.process.pid).children(recursive=True)
        if process.name() in ("postgres", "valkey-server")
    }
    assert owners
    assert 0 not in owners
    assert service.stop() == 0

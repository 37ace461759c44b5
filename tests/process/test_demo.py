"""The demonstration plays every game for real, and its log replays clean."""

import signal
import subprocess
import time
from pathlib import Path

from tests.process.calling import Client
from tests.process.service import RunningService

from croupier.domain.catalogue import GAMES


def test_bots_play_every_game_and_bets_are_settled_in_each(tmp_path: Path) -> None:
    with RunningService(tmp_path / "var") as service:
        played = service.run("demo", "--tables", "1", "--players", "3", "--rounds", "8")
        assert played.returncode == 0, played.stdout + played.stderr
        for game in GAMES:
            assert f"{game} 8" in played.stdout
        house = Client(service.url, service.key)
        after_all = house.do("players")["position"]
        for table in house.get(f"tables?at_least={after_all}")["tables"]:
            assert table["status"] == "closed"
            entries = house.get(f"tables/{table['table']}/events?limit=500")["entries"]
            kinds = {event["type"] for entry in entries for event in entry["events"]}
            assert kinds & {"bet-settled", "hand-settled"}, table
        replayed = service.run("replay")
        assert replayed.returncode == 0, replayed.stdout + replayed.stderr


def test_who_stops_the_demonstration_leaves_no_table_open(tmp_path: Path) -> None:
    with RunningService(tmp_path / "var") as service:
        environment = {**service.environment, "CROUPIER_KEY": service.key, "CROUPIER_URL": service.url}
        demo = subprocess.Popen(
            [*service.program, "demo", "--tables", "1", "--rounds", "100000"],
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            preexec_fn=_listen,
        )
        house = Client(service.url, service.key)
        while not _of_rounds(house):
            assert demo.poll() is None
            time.sleep(0.1)
        demo.send_signal(signal.SIGINT)
        assert b"Traceback" not in demo.communicate(timeout=60)[1]
        assert demo.returncode == 130
        after_all = house.do("players")["position"]
        tables = house.get(f"tables?at_least={after_all}")["tables"]
        assert len(tables) == len(GAMES)
        assert {table["status"] for table in tables} == {"closed"}


def _listen() -> None:
    """Tests that were started in the background have children that pass over Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _of_rounds(house: Client) -> bool:
    """Whether a round has begun at a table of each game."""
    tables = house.get("tables")["tables"]
    return len(tables) == len(GAMES) and all(table["round"] for table in tables)


def test_without_a_service_the_demonstration_says_where_it_looked(tmp_path: Path) -> None:
    with RunningService(tmp_path / "var") as service:
        lost = service.run("demo", CROUPIER_URL="http://127.0.0.1:9")
    assert lost.returncode == 1
    assert "http://127.0.0.1:9" in lost.stderr
    assert "Traceback" not in lost.stderr

"""Keys and persons by the program's commands, beside the running service; and attempts over its end."""

import re
from pathlib import Path

from tests.process.calling import Client
from tests.process.service import RunningService


def test_a_revoked_key_ends_and_another_goes_on(tmp_path: Path) -> None:
    with RunningService(tmp_path / "var") as service:
        made = service.run("keys", "create")
        assert made.returncode == 0, made.stderr
        key = made.stdout.strip()
        revoked = service.run("keys", "revoke", key.split("_")[2])
        assert revoked.returncode == 0, revoked.stderr
        refused = service.run("demo", "baccarat", "--rounds", "1", "--tables", "1", CROUPIER_KEY=key)
        assert "unauthenticated" in refused.stderr
        assert service.run("keys", "revoke", "nosuchkey").returncode == 1


def test_keys_are_made_for_a_role_and_a_holder_and_listed_without_their_secrets(tmp_path: Path) -> None:
    with RunningService(tmp_path / "var") as service:
        made = service.run("keys", "create", "--role", "auditor", "--name", "audit-office")
        assert made.returncode == 0, made.stderr
        key_id = made.stdout.split("_")[2]
        reader = Client(service.url, made.stdout.strip())
        assert reader.get("tables")["tables"] == []
        assert reader.http.post("players").status_code == 403
        unfit = service.run("keys", "create", "--role", "auditor", "--name", "two words")
        assert (unfit.returncode, unfit.stdout) == (1, "")
        assert "letters, digits" in unfit.stderr
        replaced = service.run("keys", "rotate", key_id, "--hours", "0")
        successor = replaced.stdout.strip()
        assert Client(service.url, successor).get("tables")["tables"] == []
        last = service.run("keys", "create", "--role", "spectator", "--days", "1", "--environment", "test")
        lines = service.run("keys", "list").stdout
        assert re.search(r"operator +house", lines)
        assert re.search(rf"{key_id}  auditor +audit-office", lines)
        for made_key in (made.stdout.strip(), successor, last.stdout.strip()):
            assert made_key.split("_")[2] in lines
            assert made_key.split("_")[3] not in lines
        (line,) = [row for row in lines.splitlines() if "spectator" in row]
        assert len(line.split()) == 6, "made for tests, never used, expires"
        for command in ("create", "list"):
            foreign = service.run("keys", command, "--operator", "nobody")
            assert (foreign.returncode, foreign.stdout) == (1, "")
            assert "there is no operator 'nobody'" in foreign.stderr


def test_a_player_is_forgotten_by_the_program_and_the_log_replays_as_before(tmp_path: Path) -> None:
    with RunningService(tmp_path / "var") as service:
        house = Client(service.url, service.key)
        player = house.do("players")["player"]
        kept = house.http.put(f"players/{player}/person", json={"person": {"name": "Ann"}})
        assert kept.is_success, kept.text
        assert service.run("replay").returncode == 0
        done = service.run("forget", player)
        assert (done.returncode, done.stderr) == (0, "")
        assert f"{player} is forgotten since 2" in done.stdout
        assert house.http.get(f"players/{player}/person").status_code == 410
        assert service.run("replay").returncode == 0
        assert service.run("forget", player).stdout == done.stdout
        for nobody in ("a" * 16, "nobody\x1b[2J"):
            lost = service.run("forget", nobody)
            assert (lost.returncode, lost.stdout) == (1, "")
            assert "\x1b" not in lost.stderr


def test_attempts_outlive_the_service_that_refused_them(tmp_path: Path) -> None:
    with RunningService(tmp_path / "var") as service:
        house = Client(service.url, service.key)
        table = house.do("tables", game="baccarat", limits={"min": 1, "max": 9})["table"]
        refused = house.http.post(f"tables/{table}/baccarat/deal", headers={"X-Request-Id": "too-soon"})
        assert refused.status_code == 409
        service.stop()
        key = service.key
    with RunningService(tmp_path / "var") as again:
        (attempt,) = Client(again.url, key).get(f"tables/{table}/attempts")["attempts"]
        assert (attempt["command"], attempt["code"], attempt["request_id"]) == (
            "deal",
            "wrong-phase",
            "too-soon",
        )

"""A service tells at its start what software it is, and the same list can be had from it and beside it."""

import json
import time
from pathlib import Path
from typing import Any

from tests.process.calling import Client
from tests.process.service import RunningService


def line(service: RunningService, event: str) -> dict[str, Any]:
    """The log line of that event, as soon as there is one."""
    deadline = time.monotonic() + 60
    while True:
        for text in service.logged().splitlines():
            if text.startswith("{") and (told := json.loads(text))["event"] == event:
                return dict(told)
        assert time.monotonic() < deadline, service.logged()
        time.sleep(0.05)


def test_the_hash_in_the_log_line_is_that_of_the_route_and_of_the_command(tmp_path: Path) -> None:
    with RunningService(tmp_path / "var") as service:
        started = line(service, "software")
        clock = line(service, "clock")
        read = Client(service.url, service.key).get("software")
        listed = json.loads(service.run("software", "--json").stdout)
    assert started["hash"] == read["hash"] == read["started_with"] == listed["hash"]
    assert started["rule_code"] == listed["rule_code"]
    assert started["version"] == listed["version"]
    assert clock["level"] == "info"
    assert clock["well"] is True

"""`GET /v1/software`: what runs, for who inspects it."""

from pathlib import Path

import pytest
from tests.api.calling import Caller, Operator, code_of
from tests.api.conftest import Served, new_operator, serving

from croupier.adapters.settings import Settings
from croupier.adapters.software import InstalledSoftware
from croupier.service.roles import KeyRole


@pytest.mark.parametrize("role", ["operator", "auditor", "regulator"])
async def test_staff_read_the_list_that_the_command_prints(operator: Operator, role: KeyRole) -> None:
    caller = await operator.holder(role)
    answered = await caller.get("/v1/software")
    assert answered.status_code == 200
    told, listed = answered.json(), InstalledSoftware().manifest()
    assert told["hash"] == listed.hash
    assert len(told["files"]) == len(listed.files)
    assert told["rule_code"] == listed.rule_code


async def test_it_is_not_for_players_nor_for_anybody(operator: Operator, anybody: Caller) -> None:
    player = await operator.player(money=0)
    assert code_of(await player.caller.get("/v1/software"), 403) == "forbidden"
    assert code_of(await anybody.get("/v1/software"), 401) == "unauthenticated"


async def test_the_clock_is_held_against_the_databases(operator: Operator) -> None:
    clock = (await operator.caller.get("/v1/software")).json()["clock"]
    assert clock["well"] is True
    assert abs(clock["offset_seconds"]) <= clock["uncertainty_seconds"] + 0.001  # it is the same machine's
    assert clock["tolerance_seconds"] == 1.0
    assert clock["synchronised"] in (True, False, None)


async def test_it_tells_files_that_were_changed_beneath_the_running_process(
    settings: Settings, served: Served, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("croupier.service.software.reading.KEPT", 0.0)
    async with serving(settings) as service:
        operator = await new_operator(service)
        before = (await operator.caller.get("/v1/software")).json()
        assert before["hash"] == before["started_with"]
        (tmp_path / "croupier").mkdir()
        (tmp_path / "croupier" / "patched.py").write_text("")
        monkeypatch.setattr("croupier.adapters.software.inventory.files", lambda name: tmp_path / name)
        after = (await operator.caller.get("/v1/software")).json()
    assert after["started_with"] == before["hash"] != after["hash"]
    assert [file["path"] for file in after["files"]] == ["patched.py"]

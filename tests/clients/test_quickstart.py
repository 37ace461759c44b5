"""docs/quickstart.md is followed as it stands there, in each of its languages."""

import json
import re
from pathlib import Path
from typing import Final

import pytest
from tests.api.calling import Operator
from tests.clients.conftest import Generated
from tests.clients.generating import QUICKSTART, blocks, said

SETTLED: Final = re.compile(r"^(won|lost|returned): (-?\d+) by rule (9|10), (\d+) in the stack$")


def keyed(operator: Operator) -> dict[str, str]:
    """The environment that the quick start asks for."""
    return {"CROUPIER_URL": operator.url, "CROUPIER_KEY": str(operator.caller.bearer)}


def require_played(printed: str) -> None:
    """What the programs print: the bet, the seats, what may be done next, the refusal."""
    settled, seats, options, refused = printed.splitlines()
    told = SETTLED.match(settled)
    assert told, printed
    assert f"seat 1: {told[4]}" in seats
    assert int(told[4]) == 200 + int(told[2])
    assert "contribute" in options
    assert refused.startswith("wrong-phase: ")


@pytest.mark.needs("curl")
async def test_with_curl(operator: Operator, tmp_path: Path) -> None:
    script = "set -euo pipefail\n" + "\n".join(blocks("bash"))
    printed = await said("bash", "-c", script, folder=tmp_path, **keyed(operator))
    assert printed.endswith("refused, as it should be: the round is over\n"), printed
    answers = [json.loads(line) for line in printed.splitlines() if line.startswith("{")]
    reading, events, refusal = answers[-3:]
    assert reading["view"]["round"] == 1
    commands = [entry["command"] for entry in events["entries"]]
    assert (commands[0], commands[-1]) == ("open-table", "deal")
    assert refusal["code"] == "wrong-phase"


async def test_with_python(python: Generated, operator: Operator) -> None:
    require_played(await said("python", "quickstart.py", folder=python.folder, **keyed(operator)))


@pytest.mark.needs("node")
async def test_with_typescript(typescript: Generated, operator: Operator) -> None:
    require_played(await said("node", "out/quickstart.js", folder=typescript.folder, **keyed(operator)))


def test_every_step_is_told_in_each_language() -> None:
    steps = QUICKSTART.read_text().split("\n## ")
    fences = [re.findall(r"^```(bash|python|ts)$", step, re.MULTILINE) for step in steps]
    assert [kinds for kinds in fences if kinds] == [["bash", "python", "ts"]] * 5

"""The page for partners is followed as it stands there: a scenario over REST, and the same by curl."""

import json
import os
import re
import subprocess
from pathlib import Path

import pytest
from tests.process.service import CROUPIER, RunningService

DOC = Path(__file__).parents[2] / "docs" / "testing.md"


@pytest.mark.needs("curl")
def test_a_partner_plays_a_scenario_and_reproduces_the_case_with_curl(tmp_path: Path) -> None:
    script = "\n".join(re.findall(r"```bash\n(.*?)```", DOC.read_text(), re.DOTALL))
    (make_key,) = re.findall(r"\$ croupier (keys create .*)", DOC.read_text())
    folder = tmp_path / "partner"
    folder.mkdir()
    with RunningService(tmp_path / "var", CROUPIER_FIXED_DECKS="true") as service:
        made = service.run(*make_key.split())
        assert made.returncode == 0, made.stderr
        played = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", script],
            cwd=folder,
            env={
                **service.environment,
                "PATH": f"{CROUPIER.parent}{os.pathsep}{os.environ['PATH']}",
                "CROUPIER_KEY": made.stdout.split()[-1],
                "CROUPIER_URL": service.url,
            },
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        replayed = service.run("replay", "--json")
    assert played.returncode == 0, played.stdout + played.stderr
    first, second, *answers = played.stdout.splitlines()
    assert first == "passed  my-case.json: a natural nine ends the coup at once"
    assert second == "1 scenario: 1 passed, 0 differ, 0 invalid"
    report = next(answer for answer in map(json.loads, answers) if "checks" in answer)
    assert (report["test"], report["log"]["log"]) == (True, "house.test")
    assert report["seats"][0]["after"] == 1100
    assert [path.name for path in folder.iterdir()] == ["my-case.json"]
    assert replayed.returncode == 0, replayed.stdout + replayed.stderr
    (log,) = json.loads(replayed.stdout)["logs"]
    assert (log["log"], log["named_tables"], log["wrong"]) == ("house.test", 2, 0)

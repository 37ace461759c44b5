"""The dispute of the documentation is followed with curl as it stands there, and its tables are complete."""

import json
import os
import re
import subprocess
from pathlib import Path

import pytest
from tests.process.service import CROUPIER, RunningService

DOC = Path(__file__).parents[2] / "docs" / "disputes.md"


@pytest.mark.needs("curl")
def test_the_dispute_of_the_documentation_goes_from_claim_to_correction(tmp_path: Path) -> None:
    (script,) = re.findall(r"```bash\n(.*?)```", DOC.read_text(), re.DOTALL)
    with RunningService(tmp_path / "var") as service:
        made = service.run("keys", "create", "--role", "auditor", "--name", "vera")
        assert made.returncode == 0, made.stderr
        played = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", script],
            cwd=tmp_path,
            env={
                **service.environment,
                "PATH": f"{CROUPIER.parent}{os.pathsep}{os.environ['PATH']}",
                "CROUPIER_KEY": service.key,
                "CROUPIER_URL": service.url,
                "AUDITOR_KEY": made.stdout.split()[-1],
            },
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        replayed = service.run("replay")
    assert played.returncode == 0, played.stdout + played.stderr
    for expected in ('"dispute-taken"', '"answered"', '"dispute-upheld"', '"corrected"', "sha-256"):
        assert expected in played.stdout
    wallet = json.loads("{" + played.stdout.rpartition("{")[2])
    assert (wallet["revision"], wallet["balance"]) == (4, 850)
    assert replayed.returncode == 0, replayed.stdout + replayed.stderr

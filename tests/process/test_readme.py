"""The README's commands are run as they stand there."""

import re
import subprocess
from pathlib import Path

import pytest
from tests.process.service import RunningService

README = Path(__file__).parents[2] / "README.md"


@pytest.mark.needs("curl")
def test_the_coup_of_the_readme_can_be_played_with_curl(tmp_path: Path) -> None:
    (script,) = re.findall(r"```bash\n(.*?)```", README.read_text(), re.DOTALL)
    with RunningService(tmp_path / "var") as service:
        played = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", script],
            env={**service.environment, "CROUPIER_KEY": service.key, "CROUPIER_URL": service.url},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    assert played.returncode == 0, played.stdout + played.stderr
    for expected in ('"seat-taken"', '"bet-placed"', '"coup-decided"', '"bet-settled"', '"options"'):
        assert expected in played.stdout


def test_every_program_named_in_the_readme_exists() -> None:
    makefile = (README.parent / "Makefile").read_text()
    for target in re.findall(r"`?make (\w+)", README.read_text()):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_every_link_in_the_readme_leads_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", README.read_text()):
        assert (README.parent / target).exists(), target

"""docs/fairness.md: its program and its page find a fair round fair, and each forgery out."""

import asyncio
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final
from urllib.parse import quote

import pytest
from tests.api.browsing import browsed
from tests.api.calling import Caller, Operator
from tests.clients.forging import FORGERIES, Forgery, Report, forged, of_vectors

DOCS: Final = Path(__file__).parents[2] / "docs"
PAGE: Final = DOCS / "fairness.html"
TEXT: Final = (DOCS / "fairness.md").read_text()
(FETCH,) = re.findall(r"```bash\n(.*?)```", TEXT, re.DOTALL)
(PROGRAM,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)


async def first_able_to(command: str, table: str, callers: list[Caller], position: int) -> Caller:
    """Whoever may give that command at the table, as it stands at that position."""
    for caller in callers:
        options = (await caller.get(f"/v1/tables/{table}", at_least=position)).json()["options"]
        if command in {option["command"] for option in options}:
            return caller
    raise AssertionError(f"nobody may {command}")


@pytest.fixture
async def finished(operator: Operator) -> tuple[Caller, str]:
    """A player and his round of Slippery Sam, whose deck was shuffled with his entropy, and is revealed."""
    opened = await operator.caller.do("/v1/tables", game="slippery-sam", limits={"min": 1})
    table = opened["table"]
    players = [await operator.seated(table, seat, 100) for seat in (1, 2)]
    callers = [player.caller for player in players]
    for caller, entropy in zip(callers, ("616e6e", "626f62"), strict=True):
        given = await caller.do(f"/v1/tables/{table}/contribute", entropy=entropy)
    own = f"/v1/tables/{table}/slippery-sam"
    banker = await first_able_to("set-bank", table, callers, given["position"])
    await banker.do(f"{own}/set-bank", amount=20)
    await banker.do(f"{own}/start-round")
    (other,) = [caller for caller in callers if caller is not banker]
    await other.do(f"{own}/bet", stake=5)
    return other, f"{table}.1"


@pytest.fixture
async def report(finished: tuple[Caller, str]) -> Report:
    """What the player is told of his round."""
    caller, round = finished
    return (await caller.get(f"/v1/rounds/{round}")).json()


each_forgery = pytest.mark.parametrize("forge", FORGERIES, ids=lambda forge: forge.__name__)


def judged(report: Report) -> subprocess.CompletedProcess[str]:
    """What the program makes of a report."""
    return subprocess.run(
        [sys.executable, "-c", PROGRAM],
        input=json.dumps(report),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def shown(report: Report, folder: Path) -> str:
    """What the page, opened as a file, shows of a report."""
    return browsed(f"{PAGE.as_uri()}#{quote(json.dumps(report))}", folder, milliseconds=5_000).page


def test_the_program_is_as_short_as_the_page_says() -> None:
    assert f"{len(PROGRAM.splitlines())} lines, and nothing but Python itself" in TEXT


@pytest.mark.needs("curl")
async def test_a_player_fetches_his_round_and_finds_it_fair(
    finished: tuple[Caller, str], tmp_path: Path
) -> None:
    caller, round = finished
    named = {
        "CROUPIER_URL": str(caller.http.base_url).rstrip("/"),
        "TOKEN": str(caller.bearer),
        "ROUND": round,
    }
    fetching = await asyncio.create_subprocess_exec(
        *("bash", "-euo", "pipefail", "-c", FETCH), cwd=tmp_path, env={**os.environ, **named}
    )
    assert await fetching.wait() == 0
    report = json.loads((tmp_path / "report.json").read_text())
    assert [one["seat"] for one in report["deck"]["contributions"]] == [1, 2]
    said = judged(report)
    assert said.stdout.startswith(f"fair: {report['deck']['deck']}, committed to as"), said.stderr


def test_the_program_finds_the_published_vectors_fair() -> None:
    assert judged(of_vectors()).stdout.startswith("fair: deck-0001")


def test_the_program_says_when_it_is_too_early(report: Report) -> None:
    report["deck"]["seed"] = None
    said = judged(report)
    assert (said.returncode, said.stdout) == (1, "")
    assert said.stderr.endswith("AssertionError: the deck is not revealed yet\n")


@each_forgery
def test_the_program_finds_a_forgery_out(report: Report, forge: Forgery) -> None:
    said = judged(forged(report, forge))
    assert (said.returncode, said.stdout) == (1, "")
    assert FORGERIES[forge][0] in said.stderr


@pytest.mark.needs("chromium")
def test_the_page_finds_the_round_fair(report: Report, tmp_path: Path) -> None:
    page = shown(report, tmp_path)
    assert '<span class="well">Fair</span>' in page
    assert page.count('<li class="well">') == 4
    assert report["deck"]["commitment"] in page


@pytest.mark.needs("chromium")
def test_the_page_finds_the_published_vectors_fair(tmp_path: Path) -> None:
    assert '<span class="well">Fair</span>' in shown(of_vectors(), tmp_path)


@pytest.mark.needs("chromium")
@each_forgery
def test_the_page_finds_a_forgery_out(report: Report, forge: Forgery, tmp_path: Path) -> None:
    page = shown(forged(report, forge), tmp_path)
    assert '<span class="wrong">NOT FAIR</span>' in page
    assert f'<li class="wrong">NO: {FORGERIES[forge][1]}' in page


@pytest.mark.needs("chromium")
def test_the_page_says_when_it_is_too_early(report: Report, tmp_path: Path) -> None:
    report["deck"]["seed"] = None
    assert "Can't be checked: the deck is not revealed yet" in shown(report, tmp_path)


def test_the_page_has_all_that_it_needs_and_can_reach_nothing() -> None:
    page = PAGE.read_text()
    assert "default-src 'none'" in page
    assert not re.search(r"\bsrc=|<link|@import|url\(|fetch\(|https?:", page)

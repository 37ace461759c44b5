"""Where an outside tool is missing, its tests are left out loudly, or fail where nothing may be left out."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.support.tools import TOOLS, install_missing, works

ROOT = Path(__file__).parents[2]
_PYTEST = (sys.executable, "-m", "pytest", "-q", "--strict-markers", "-p", "tests.support.needs")

TESTS = """
import pytest

@pytest.fixture
def served():
    raise AssertionError("nothing is set up for a test that is left out")

@pytest.mark.needs("curl", "go")
def test_with_both(served): ...

@pytest.mark.needs("chromium")
class TestPages:
    def test_page(self): ...

def test_without(): ...
"""


def _pytest(folder: Path, *arguments: str, tests: str = TESTS, **environment: str) -> tuple[int, list[str]]:
    """Exit code and lines of a run of these tests on a machine without any tool."""
    (folder / "test_it.py").write_text(tests)
    (folder / "nothing").mkdir()
    plain = {name: value for name, value in os.environ.items() if name != "CROUPIER_ALL_TOOLS"}
    done = subprocess.run(
        [*_PYTEST, *arguments],
        cwd=folder,
        env={
            **plain,
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            "PYTHONPATH": str(ROOT),
            "PATH": str(folder / "nothing"),
            **environment,
        },
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, (done.stdout + done.stderr).splitlines()


@pytest.mark.parametrize("arguments", [(), ("-p", "xdist", "-n", "2")], ids=["in one process", "by workers"])
def test_what_was_left_out_is_the_last_thing_that_is_said(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    code, lines = _pytest(tmp_path, *arguments)
    assert code == 0
    assert any("1 passed, 2 skipped" in line for line in lines)
    begin = next(at for at, line in enumerate(lines) if "NOT EVERYTHING WAS TESTED: 2 left out" in line)
    assert lines[begin + 1 :] == [
        "without chromium:",
        "  test_it.py::TestPages::test_page",
        "without curl, go:",
        "  test_it.py::test_with_both",
        "to test them too: sudo apt-get install --no-install-recommends"
        " chromium curl golang-go golang-golang-x-mod-dev",
    ]


def test_where_nothing_may_be_left_out_a_missing_tool_is_a_failure(tmp_path: Path) -> None:
    code, lines = _pytest(tmp_path, CROUPIER_ALL_TOOLS="1")
    assert code == 1
    assert any("1 passed, 2 errors" in line for line in lines)
    assert any("curl, go missing; sudo apt-get install" in line for line in lines)


def test_nothing_is_said_where_nothing_was_left_out(tmp_path: Path) -> None:
    code, lines = _pytest(tmp_path, "-k", "without")
    assert code == 0
    assert not any("NOT EVERYTHING" in line for line in lines)


def test_a_tool_that_nobody_knows_is_refused(tmp_path: Path) -> None:
    tests = 'import pytest\n@pytest.mark.needs("abacus")\ndef test_sum(): ...\n'
    code, lines = _pytest(tmp_path, tests=tests)
    assert code == 4
    assert any("test_it.py::test_sum needs 'abacus'" in line for line in lines)


def test_no_tool_but_those_of_the_table_can_be_looked_for() -> None:
    with pytest.raises(KeyError):
        works("abacus")
    assert all(tool.probe and tool.packages for tool in TOOLS.values())


def test_where_nothing_may_be_installed_what_is_missing_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    works.cache_clear()
    try:
        assert install_missing() == list(TOOLS)
    finally:
        works.cache_clear()


def test_what_is_missing_is_installed_by_apt_and_what_cannot_be_keeps_nothing_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # An apt-get that makes `curl` and has no other package, on a machine where we are root.
    made = f"printf '#!/bin/sh\\n' > {tmp_path}/curl && /bin/chmod +x {tmp_path}/curl"
    script = f'#!/bin/sh\necho "$*" >> {tmp_path}/asked\ncase "$*" in *curl) {made};; *) exit 100;; esac\n'
    (tmp_path / "apt-get").write_text(script)
    (tmp_path / "apt-get").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    works.cache_clear()
    try:
        assert install_missing() == ["go", "chromium", "node"]
    finally:
        works.cache_clear()
    asked = (tmp_path / "asked").read_text().splitlines()
    assert asked[0] == "update -qq"
    assert "install -qqy --no-install-recommends golang-go golang-golang-x-mod-dev" in asked

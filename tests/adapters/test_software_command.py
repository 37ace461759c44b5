"""`croupier software` on the real installation, on a copy that is altered, and on packages that are."""

import base64
import hashlib
import json
import os
import shutil
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

from croupier import __version__
from croupier.adapters.software import altered_files
from croupier.adapters.system import rule_code

_PROGRAM = "from croupier.adapters.cli import main; main()"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the program, to be altered."""
    target = tmp_path / "copied" / "croupier"
    shutil.copytree(str(files("croupier")), target, ignore=shutil.ignore_patterns("__pycache__"))
    return target


def run(package: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run `croupier software` of the copy."""
    return subprocess.run(
        [sys.executable, "-c", _PROGRAM, "software", *arguments],
        env={**os.environ, "PYTHONPATH": str(package.parent), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.fixture
def kept(copy: Path, tmp_path: Path) -> Path:
    """The list of the copy before it is altered."""
    listed = run(copy, "--json")
    assert listed.returncode == 0, listed.stderr
    file = tmp_path / "kept.json"
    file.write_text(listed.stdout)
    return file


def test_the_list_names_every_file_by_its_content(copy: Path, kept: Path) -> None:
    listed = json.loads(kept.read_text())
    assert listed["version"] == __version__
    assert listed["rule_code"] == rule_code()
    shuffle = (copy / "domain" / "shuffle.py").read_bytes()
    assert {"path": "domain/shuffle.py", "sha256": hashlib.sha256(shuffle).hexdigest()} in listed["files"]
    named = {file["path"] for file in listed["files"]}
    assert named == {str(path.relative_to(copy)) for path in copy.rglob("*") if path.is_file()}
    assert {"msgspec", "psycopg", "litestar"} <= {package["name"] for package in listed["packages"]}


def test_for_people_the_hash_is_told(copy: Path, kept: Path) -> None:
    said = run(copy).stdout
    assert json.loads(kept.read_text())["hash"] in said
    assert said.startswith(f"croupier {__version__}, ")


def test_a_reader_that_has_seen_enough_is_no_trouble() -> None:
    croupier = Path(sys.executable).with_name("croupier")
    piped = subprocess.run(
        ["bash", "-c", f"'{croupier}' software --json | head -c 100 | wc -c"],
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert (piped.stdout.strip(), piped.stderr) == (b"100", b"")


def test_nothing_differs_from_a_list_just_kept(copy: Path, kept: Path) -> None:
    verified = run(copy, "--verify", kept)
    assert verified.returncode == 0, verified.stdout + verified.stderr
    assert "nothing differs" in verified.stdout


def test_each_altered_file_is_named(copy: Path, kept: Path) -> None:
    with (copy / "domain" / "shuffle.py").open("a") as shuffle:
        shuffle.write("\n")
    (copy / "domain" / "games" / "hidden.py").write_text("")
    (copy / "adapters" / "tokens.py").rename(copy / "adapters" / "tokens2.py")
    (copy / "adapters" / "cli" / "odds.py").unlink()
    verified = run(copy, "--verify", kept)
    assert verified.returncode == 1
    for expected in (
        "rule-code changed",
        "file changed: domain/shuffle.py",
        "file added: domain/games/hidden.py",
        "file missing: adapters/tokens.py",
        "file added: adapters/tokens2.py",
        "file missing: adapters/cli/odds.py",
    ):
        assert expected in verified.stdout
    told = json.loads(run(copy, "--verify", kept, "--json").stdout)
    assert {"part": "file", "name": "domain/shuffle.py", "kind": "changed", "detail": ""} in told[
        "differences"
    ]


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff\x00", b'{"version": 1}', b"[" * 100_000])
def test_what_is_no_list_is_said_to_be_none(copy: Path, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "bad").write_bytes(content)
    verified = run(copy, "--verify", tmp_path / "bad")
    assert verified.returncode == 2
    assert "is no list of software" in verified.stderr
    assert "Traceback" not in verified.stderr


def test_a_list_that_is_not_there_is_named(copy: Path, tmp_path: Path) -> None:
    verified = run(copy, "--verify", tmp_path / "nowhere")
    assert verified.returncode == 2
    assert "nowhere" in verified.stderr


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder that a package `lucky` is installed to, with its record."""
    folder = tmp_path / "site"
    contents = {"lucky/__init__.py": b"", "lucky/dice.py": b"def roll(): return 4\n"}
    contents["lucky-1.0.dist-info/METADATA"] = b"Metadata-Version: 2.1\nName: lucky\nVersion: 1.0\n"
    record = ["lucky-1.0.dist-info/RECORD,,\n", "lucky/__pycache__/dice.pyc,,\n"]
    for path, content in contents.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record.append(f"{path},sha256={digest},{len(content)}\n")
    (folder / "lucky-1.0.dist-info" / "RECORD").write_text("".join(record))
    return folder


def altered(site: Path) -> list[str]:
    return [str(difference) for difference in altered_files(site)]


def test_a_package_as_it_came_is_well(site: Path) -> None:
    (site / "lucky" / "__pycache__").mkdir()
    (site / "lucky" / "__pycache__" / "dice.pyc").write_bytes(b"compiled")
    assert altered(site) == []


def test_a_packages_file_that_was_altered_is_named(site: Path) -> None:
    (site / "lucky" / "dice.py").write_text("def roll(): return 6\n")
    assert altered(site) == ["package-file changed: lucky/dice.py (of lucky)"]


def test_a_packages_file_that_is_gone_is_named(site: Path) -> None:
    (site / "lucky" / "dice.py").unlink()
    assert altered(site) == ["package-file missing: lucky/dice.py (of lucky)"]


def test_a_file_that_no_package_brought_is_named(site: Path) -> None:
    (site / "evil.pth").write_text("import evil\n")
    assert altered(site) == [f"package-file added: {site.resolve()}/evil.pth (no package brought it)"]

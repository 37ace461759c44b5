"""`croupier rng-test` as its users run it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.service.fairness.dealing import repeatable_seeds, streams

CROUPIER = Path(sys.executable).with_name("croupier")


@pytest.fixture
def seed_file(tmp_path: Path) -> Path:
    file = tmp_path / "seed"
    file.write_bytes(bytes(range(32)))
    return file


def run(*arguments: str | Path) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([CROUPIER, "rng-test", *arguments], capture_output=True, timeout=120, check=False)


def test_a_file_of_seeds_gives_the_same_verdict_again(seed_file: Path) -> None:
    runs = [run("--decks", "5000", "--seed-file", seed_file, "--json") for _ in range(2)]
    first, second = (json.loads(ran.stdout) for ran in runs)
    assert [ran.returncode for ran in runs] == [0, 0]
    assert first["findings"] == second["findings"]
    assert first["decks"] == 5_000
    assert first["fair"] is True
    assert {one["name"] for one in first["findings"]} >= {"places", "neighbours", "order", "cut"}


def test_several_packs_of_fresh_seeds_are_told_for_people() -> None:
    ran = run("--decks", "1040", "--packs", "2")
    said = ran.stdout.decode()
    assert said.startswith("1,040 decks of 2 packs, fresh seeds, in ")
    assert "each card at each place" in said
    assert ran.returncode == (1 if "UNFAIR" in said else 0)


def test_the_raw_stream_of_a_seed_file_is_written_to_the_byte(seed_file: Path, tmp_path: Path) -> None:
    expected = b"".join(streams(repeatable_seeds(seed_file.read_bytes(), 0, 3)))[:40_001]
    to_file = run("--dump", tmp_path / "stream", "--bytes", "40001", "--seed-file", seed_file)
    piped = run("--dump", "-", "--bytes", "40001", "--seed-file", seed_file)
    assert (to_file.returncode, piped.returncode) == (0, 0)
    assert (tmp_path / "stream").read_bytes() == piped.stdout == expected


@pytest.mark.parametrize("options", [(), ("--raw",)])
def test_without_a_file_no_two_streams_are_alike(options: tuple[str, ...]) -> None:
    one, other = (run("--dump", "-", "--bytes", "100000", *options).stdout for _ in range(2))
    assert len(one) == len(other) == 100_000
    assert one != other
    assert one[:64] not in one[64:]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--decks", "519"), "it takes 520 decks, not 519"),
        (("--seed-file", "/nonexistent"), "No such file"),
        (("--seed-file", "/dev/null"), "it takes 16 at the least"),
        (("--dump", "/nonexistent/stream"), "No such file"),
    ],
)
def test_what_cannot_be_done_is_said(arguments: tuple[str, ...], said: str) -> None:
    ran = run(*arguments)
    assert ran.returncode == 2
    assert said in ran.stderr.decode()
    assert b"Traceback" not in ran.stderr


def test_the_systems_entropy_cannot_be_had_by_a_file(seed_file: Path) -> None:
    ran = run("--dump", "-", "--raw", "--seed-file", seed_file)
    assert ran.returncode == 2
    assert ran.stdout == b""


def test_a_laboratory_that_stops_reading_is_no_trouble() -> None:
    piped = subprocess.run(
        ["bash", "-c", f"{CROUPIER} rng-test --dump - | head -c 100 | wc -c"],
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert piped.stdout.strip() == b"100"
    assert b"Traceback" not in piped.stderr

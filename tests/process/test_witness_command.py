"""`croupier witness` as a regulator runs it."""

import re
import signal
import subprocess
import time
from pathlib import Path
from typing import Self

import httpx
from tests.process.service import CROUPIER
from tests.support.logs import ORIGIN, MemoryLog

from croupier.service.transparency.notes import COSIGNATURE, parse_note, parse_verifier_key


class RunningWitness:
    """The program, with its key and state under a folder."""

    def __init__(self, folder: Path, log: MemoryLog) -> None:
        """Start it and wait until it is ready."""
        self.said = folder / "said"
        with self.said.open("w") as said, (folder / "errors").open("a") as errors:
            self.process = subprocess.Popen(
                arguments(folder, _both_keys(log)), stdout=said, stderr=errors, text=True
            )
        deadline = time.monotonic() + 60
        while not (ready := re.search(r"ready on (\S+)", self.said.read_text())):
            assert self.process.poll() is None, (folder / "errors").read_text()
            assert time.monotonic() < deadline
            time.sleep(0.05)
        self.http = httpx.Client(base_url=ready[1], verify=False)
        (key,) = re.findall(r"verifier key: (\S+)", self.said.read_text())
        self.key = parse_verifier_key(key)

    def add(self, body: bytes) -> httpx.Response:
        return self.http.post("/add-checkpoint", content=body)

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        return self.process.wait(timeout=60)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(timeout=60)


def _both_keys(log: MemoryLog) -> str:
    """As `GET /v1/log/<log>/key` tells them while the log's key is being replaced: two lines."""
    return f"{MemoryLog().key.text}\n{log.key.text}\n"


def arguments(folder: Path, *keys: str, port: str = "0") -> list[str]:
    logs = [part for key in keys for part in ("--log", key)]
    where = ["--state", str(folder / "state"), "--key", str(folder / "keys" / "witness.key"), "--port", port]
    return [str(CROUPIER), "witness", *where, "--name", "regulator.test", *logs]


async def test_its_key_and_what_it_cosigned_outlive_a_kill(tmp_path: Path) -> None:
    log = MemoryLog()
    with RunningWitness(tmp_path, log) as witness:
        answer = witness.add(await log.submission(0, 300))
        assert parse_note(log.note(300) + answer.content).signatures[1].key_id == witness.key.key_id
        witness.stop(signal.SIGKILL)
    # A note that a crash left half-written counts for nothing.
    (kept,) = (tmp_path / "state").glob("*.note")
    kept.with_suffix(".draft").write_bytes(log.note(9)[:50])
    with RunningWitness(tmp_path, log) as again:
        assert again.key == witness.key
        assert (again.key.name, again.key.algorithm) == ("regulator.test", COSIGNATURE)
        assert again.add(await log.submission(0, 300)).text == "300\n"
        fork = MemoryLog("other", log.private)
        assert again.add(await fork.submission(300, 400)).status_code == 422
        assert again.add(await log.submission(300, 400)).status_code == 200
        assert again.http.get(f"/checkpoint/{ORIGIN}").content.startswith(log.note(400))
        assert again.stop() == 0
    assert "a checkpoint was not proven" in (tmp_path / "errors").read_text()


async def test_its_key_is_for_its_owner_only_and_the_folder_for_one_witness(tmp_path: Path) -> None:
    log = MemoryLog()
    with RunningWitness(tmp_path, log):
        key = tmp_path / "keys" / "witness.key"
        assert key.read_text().startswith("PRIVATE+KEY+regulator.test+")
        assert key.stat().st_mode & 0o777 == 0o600
        assert key.parent.stat().st_mode & 0o777 == 0o700
        second = _fails(arguments(tmp_path, log.key.text))
        assert second.endswith(f"\nthe witness can't start: another witness works in {tmp_path / 'state'}\n")


async def test_a_key_that_was_used_and_is_lost_is_not_made_anew(tmp_path: Path) -> None:
    log = MemoryLog()
    with RunningWitness(tmp_path, log) as witness:
        assert witness.add(await log.submission(0, 3)).status_code == 200
    key = tmp_path / "keys" / "witness.key"
    key.unlink()
    said = _fails(arguments(tmp_path, log.key.text))
    assert f"it has cosigned before, and its key {key} is missing" in said
    assert not key.exists()


def test_what_is_no_key_of_a_log_is_refused_at_the_start(tmp_path: Path) -> None:
    assert "three parts" in _fails(arguments(tmp_path, "house"))
    text = MemoryLog().key.text
    assert "does not belong" in _fails(arguments(tmp_path, text.replace("house", "mouse")))
    assert _fails([str(CROUPIER), "witness", "--state", "s", "--key", "k"])
    assert not (tmp_path / "keys").exists()


def test_a_key_file_that_is_none_is_refused_and_not_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "keys" / "witness.key"
    file.parent.mkdir()
    for content in (b"", b"\xff\xfe", b"PRIVATE+KEY+a+00000000+BAAA\n", b"something else\n"):
        file.write_bytes(content)
        assert "the witness can't start" in _fails(arguments(tmp_path, MemoryLog().key.text))
        assert file.read_bytes() == content


def _fails(command: list[str]) -> str:
    """What the program says when it does not start."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode != 0
    assert "Traceback" not in done.stderr
    return done.stdout + done.stderr

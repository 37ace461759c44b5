"""A service that has lost one of its keys says so instead of starting with another."""

from pathlib import Path

import pytest
from tests.process.calling import Client
from tests.process.service import RunningService


@pytest.fixture(scope="module")
def stopped(tmp_path_factory: pytest.TempPathFactory) -> RunningService:
    """A service that has logged something and was stopped."""
    with RunningService(tmp_path_factory.mktemp("lost") / "var") as service:
        Client(service.url, service.key).do("players")
    return service


@pytest.mark.parametrize(
    ("lost", "variable"),
    [("seal", "CROUPIER_SEAL_KEYS"), ("log", "CROUPIER_LOG_KEYS"), ("token", "CROUPIER_TOKEN_KEY")],
)
def test_nothing_starts_without_a_key_that_was_used_and_none_is_made(
    stopped: RunningService, lost: str, variable: str
) -> None:
    path = Path(stopped.environment["CROUPIER_VAR"]) / "keys" / f"{lost}.key"
    away = path.with_suffix(".away")
    path.rename(away)
    asked = f"{path} is missing; put it back, or give {variable}"
    try:
        started = stopped.run("serve")
        assert (started.returncode, started.stdout) == (1, "")
        assert started.stderr.splitlines()[-1] == f"croupier can't start: {asked}"
        replayed = stopped.run("replay")
        assert (replayed.returncode, replayed.stderr) == (2, f"croupier replay: {asked}\n")
        if lost == "log":
            told = stopped.run("log-key")
            assert (told.returncode, told.stderr) == (1, f"croupier log-key: {asked}\n")
        assert not path.exists()
    finally:
        away.rename(path)


def test_with_its_keys_back_it_goes_on(stopped: RunningService) -> None:
    replayed = stopped.run("replay")
    assert replayed.returncode == 0, replayed.stderr
    with RunningService(Path(stopped.environment["CROUPIER_VAR"])) as service:
        assert service.run("log-key").returncode == 0

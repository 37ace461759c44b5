"""A running service publishes its logs, and once more when it stops."""

import json
import time
from pathlib import Path

from tests.process.calling import Client
from tests.process.service import RunningService
from tests.support.publishing import verified

from croupier.adapters.bootstrap import installation
from croupier.adapters.ed25519 import Ed25519Signer
from croupier.adapters.keyfiles import log_keys, signed_folder
from croupier.adapters.settings import Settings
from croupier.service.transparency.notes import parse_verifier_key


async def test_the_last_entries_are_published_when_the_service_stops(tmp_path: Path) -> None:
    var = tmp_path / "var"
    with RunningService(var) as service:
        house = Client(service.url, service.key)
        ready = house.http.get(f"{service.url}/health/ready").json()
        for _ in range(5):
            player = house.do("players")["player"]
            house.do(f"wallets/{player}/deposits", amount=5)
        told = service.run("log-key")
        assert service.stop() == 0

    assert ready == {"status": "ready", "parts": {"store": "ok", "views": "ok", "log": "ok"}}
    settings = Settings(var=var)
    async with installation(settings) as parts:
        entries = await parts.store.head("house") + 1
        note = await parts.services.transparency.checkpoint("house")
        (key,) = parts.services.transparency.verifier_keys("house")
    checkpoint = verified(note, Ed25519Signer(log_keys(settings)), "croupier.local/house")
    assert checkpoint.size == entries == 10
    assert parse_verifier_key(told.stdout.strip()) == key
    kept = json.loads((signed_folder(settings) / "house.signed").read_bytes())
    assert kept["published"]["size"] == entries


def test_a_service_whose_log_must_not_be_signed_goes_on_and_shouts(tmp_path: Path) -> None:
    var = tmp_path / "var"
    with RunningService(var) as service:
        house = Client(service.url, service.key)
        player = house.do("players")["player"]
        house.do(f"wallets/{player}/deposits", amount=5)
        assert service.stop() == 0
    path = var / "keys" / "log" / "house.signed"
    kept = json.loads(path.read_bytes())
    kept["signed"]["size"] = kept["published"]["size"] = 1_000  # as if the database had lost all later
    path.write_bytes(json.dumps(kept).encode())

    with RunningService(var) as service:
        again = Client(service.url, house.http.headers["authorization"].removeprefix("Bearer "))
        again.do(f"wallets/{player}/deposits", amount=5)
        _wait_until_degraded(again, f"{service.url}/health/ready")
        assert service.stop() == 0
    shouts = [line for line in service.logged().splitlines() if "log-signing-refused" in line]
    assert '"code":"checkpoints-rolled-back"' in shouts[-1].replace(" ", "")
    assert '"level":"error"' in shouts[-1].replace(" ", "")


def _wait_until_degraded(client: Client, url: str) -> None:
    """Wait for the publisher's first round."""
    deadline = time.monotonic() + 30
    while (ready := client.http.get(url).json())["status"] != "degraded":
        assert time.monotonic() < deadline, ready
        time.sleep(0.05)
    assert ready["parts"] == {"store": "ok", "views": "ok", "log": "unavailable"}

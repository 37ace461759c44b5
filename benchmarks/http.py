"""Durable commands a second over HTTP, the whole path, beside a bare Litestar echo on the same server.

64 connections play coups at 64 tables of one service process: the house starts the round and deals, the
player bets three times. The echo is served by the same server with the same settings. Rounds of both are
interleaved, and the load comes from a process of its own.
"""

import contextlib
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

import httpx
import msgspec

from benchmarks.http_load import Load, Sent

CONNECTIONS = 64
_STAKE = 5
_RICH = 10**12


def measure(rounds: int = 5, seconds: float = 3.0) -> dict[str, Any]:
    """Start a service of its own and the echo, and compare them."""
    with tempfile.TemporaryDirectory() as var, _service(Path(var)) as (url, key), _echo() as echo:
        return compare(url, key, echo, rounds, seconds)


def compare(url: str, key: str, echo: str, rounds: int = 5, seconds: float = 3.0) -> dict[str, Any]:
    """Measure a running service, by an operator's key, beside a running echo."""
    commands = Load(url, tuple(_coup(key, *_table(url, key)) for _ in range(CONNECTIONS)), seconds)
    said = Sent("/echo", '{"on":"player","stake":5}')
    echoes = Load(echo, ((said,),) * CONNECTIONS, seconds)
    rates = [(_rate(echoes), _rate(commands)) for _ in range(rounds)]
    return {
        "commands_per_second": round(median(command for _, command in rates)),
        "echoes_per_second": round(median(echo for echo, _ in rates)),
        "ratio": round(median(command / echo for echo, command in rates), 2),
    }


def _table(url: str, key: str) -> tuple[str, str]:
    """A new table with a rich player at it, and his token."""
    with httpx.Client(base_url=url, headers={"Authorization": f"Bearer {key}"}) as client:
        limits = {"min": 1, "max": 1000}
        table = _post(client, "/v1/tables", {"game": "baccarat", "limits": limits})["table"]
        player = _post(client, "/v1/players", {})["player"]
        _post(client, f"/v1/wallets/{player}/deposits", {"amount": _RICH})
        token = _post(client, f"/v1/players/{player}/tokens", {})["token"]
        client.headers["Authorization"] = f"Bearer {token}"
        _post(client, f"/v1/tables/{table}/take-seat", {"seat": 1, "buy_in": _RICH})
        return table, token


def _post(client: httpx.Client, path: str, body: Any) -> Any:
    return client.post(path, json=body).raise_for_status().json()


def _coup(key: str, table: str, token: str) -> tuple[Sent, ...]:
    def command(name: str, bearer: str, **body: Any) -> Sent:
        return Sent(f"/v1/tables/{table}/baccarat/{name}", json.dumps(body) if body else "", bearer)

    bets = (command("place-bet", token, on=box, stake=_STAKE) for box in ("player", "banker", "tie"))
    return (command("start-round", key), *bets, command("deal", key))


def _rate(load: Load) -> float:
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.http_load"],
        input=msgspec.json.encode(load),
        stdout=subprocess.PIPE,
        check=True,
    )
    return float(done.stdout)


@contextlib.contextmanager
def _service(var: Path) -> Iterator[tuple[str, str]]:
    kept = {name: value for name, value in os.environ.items() if not name.endswith("_URL")}
    # Everything is counted, as in any installation, but nobody is refused.
    plenty = {f"CROUPIER_RATE_{whose}": "1000000" for whose in ("KEY", "PLAYER")}
    environment = {**kept, **plenty, "CROUPIER_VAR": str(var), "CROUPIER_PORT": "0"}
    command = [str(Path(sys.executable).with_name("croupier")), "serve"]
    with _started(command, environment) as said:
        key = re.search(r"croupier_live_\S+", said)
        assert key
        yield _url(said), key.group()


@contextlib.contextmanager
def _echo() -> Iterator[str]:
    with _started([sys.executable, "-m", "benchmarks.echo", "0"], dict(os.environ)) as said:
        yield _url(said)


@contextlib.contextmanager
def _started(command: list[str], environment: dict[str, str]) -> Iterator[str]:
    """The program, and what it printed until it was ready."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout
        said = ""
        try:
            for line in process.stdout:
                said += line
                if "ready on" in line:
                    break
            yield said
        finally:
            process.terminate()


def _url(said: str) -> str:
    found = re.search(r"ready on (http://\S+)", said)
    assert found, said
    return found.group(1)


if __name__ == "__main__":
    print(measure())

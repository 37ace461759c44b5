"""No key and no token is kept or logged anywhere, however and wherever it is shown, valid or not."""

from base64 import b64encode
from collections.abc import Iterable, Iterator
from typing import Any

import httpx
import pytest
from msgspec import Struct
from tests.process.service import RunningService
from tests.secrets.playing import Client
from tests.support.hunting import Find, Straw, database, forms, hunt, valkey

from croupier.adapters.embedded import EmbeddedPostgres, EmbeddedValkey
from croupier.service.apikeys import PREFIX

LIMITS = {"min": 1, "max": 50}


class Shown(Struct):
    """A service to which secrets were shown in every way, right and wrong."""

    service: RunningService
    secrets: dict[str, str]
    postgres: str
    valkey: str

    def needles(self) -> dict[str, Iterable[bytes]]:
        """The secret part of each key and token: that of a token is its signature."""
        return {name: [*forms(_secret_part(text).encode())] for name, text in self.secrets.items()}

    def everything(self) -> Iterator[Straw]:
        """All that the service keeps, logs and prints."""
        yield from database(self.postgres)
        yield from valkey(self.valkey)
        yield Straw("log lines", self.service.logged().encode())
        yield Straw("printed lines", self.service.said().encode())


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shown]:
    var = tmp_path_factory.mktemp("credentials") / "var"
    with RunningService(var, CROUPIER_LOG_LEVEL="debug") as service:
        secrets = _given_out(service)
        for name in ("operator's key", "player's token"):
            secrets[f"{name}, altered"] = _altered(secrets[name])
        for secret in secrets.values():
            _show(service.url, secret)
        postgres, redis = EmbeddedPostgres(var / "postgres"), EmbeddedValkey(var / "valkey")
        yield Shown(service, secrets, postgres.running_url() or "", redis.running_url() or "")


def _given_out(service: RunningService) -> dict[str, str]:
    """Keys and tokens of every kind, made by the program and over HTTP, with answers kept for repeats."""
    house = Client(service.url, service.key, "operator", [])
    made = service.run("keys", "create", "--role", "admin")
    assert made.returncode == 0, made.stderr
    admin = Client(service.url, made.stdout.strip(), "admin", [])
    new = admin.do("/v1/keys", role="auditor")
    rotated = admin.do(f"/v1/keys/{new['key_id']}/rotate")
    player = house.do("/v1/players")["player"]
    return {
        "operator's key": service.key,
        "admin's key": made.stdout.strip(),
        "key made over HTTP": new["key"],
        "key that replaced it": rotated["new"]["key"],
        "player's token": house.do(f"/v1/players/{player}/tokens")["token"],
        "spectator's token": house.do("/v1/spectators/tokens")["token"],
    }


def _secret_part(text: str) -> str:
    return text.split("_")[3] if text.startswith(PREFIX) else text.split(".")[2]


def _altered(secret: str) -> str:
    return secret[:-24] + secret[-24:][::-1]


def _show(url: str, secret: str) -> None:
    """Show the secret where it belongs, and wherever else one might put it by mistake."""
    bearer = {"Authorization": f"Bearer {secret}"}
    with httpx.Client(base_url=url, timeout=30) as http:
        table = "baccarat-aaaaaaaaaaaaaaaa"
        for headers in (
            bearer,
            {"Authorization": f"Bearer {secret} {secret}"},
            {"Authorization": f"Token {secret}"},
            {"Authorization": f"Basic {b64encode(secret.encode()).decode()}"},
            {"Authorization": secret},
            {**bearer, "X-Request-Id": secret},
            {**bearer, "Croupier-Player": secret},
            {**bearer, "If-Match": secret},
            {**bearer, "Content-Type": secret},
        ):
            _any(http.get("/v1/tables", headers=headers))
            _any(http.post(f"/v1/tables/{table}/leave", headers=headers, content=b"{}"))
            _any(http.post("/v1/players", headers=headers, json={"token": secret}))
        for path in (
            f"/v1/keys/{secret}",
            f"/v1/tables/{secret}",
            f"/v1/tables/{secret}/leave",
            f"/v1/wallets/{secret}",
            f"/{secret}",
            f"/v1/tables?token={secret}",
            f"/v1/tables?cursor={secret}",
            f"/v1/tables/{table}/leave?access_token={secret}",
        ):
            _any(http.get(path, headers=bearer))
            _any(http.post(path, headers=bearer, json={secret: secret}))


def _any(answer: httpx.Response) -> Any:
    assert answer.status_code < 500, answer.text


def test_no_key_or_token_is_kept_logged_or_printed_but_the_first_key_for_whom_it_is_made(
    shown: Shown,
) -> None:
    found = hunt(shown.needles(), shown.everything())
    assert found == {Find("operator's key", "printed lines")}


def test_what_is_kept_by_the_service_is_found_where_it_may_be(shown: Shown) -> None:
    """That the search above finds what there is: the public id of each key lies in the database."""
    ids = {name: secret.split("_")[2] for name, secret in shown.secrets.items() if secret.startswith(PREFIX)}
    found = hunt({name: [key_id.encode()] for name, key_id in ids.items()}, database(shown.postgres))
    assert {find.needle for find in found} == set(ids)
    assert {find.place for find in found} >= {"table croupier.operator_keys.key_id"}

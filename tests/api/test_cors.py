"""Pages of other origins, in browsers: they read answers where the installation names their origin."""

from collections.abc import AsyncIterator

import httpx
import pytest
from msgspec.structs import replace
from tests.api.calling import Operator
from tests.api.conftest import Served, serving

from croupier.adapters.settings import Settings, SettingsError, from_environment

ORIGIN = "https://games.example"
COMMAND = "/v1/tables/baccarat-aaaaaaaaaaaaaaaa/baccarat/deal"
PATHS = ["/v1/games", "/v1/tables", COMMAND, "/nothing", f"/{'x' * 5_000}"]


@pytest.fixture(scope="module")
async def shared(settings: Settings) -> AsyncIterator[Served]:
    """A service that lets two origins in."""
    async with serving(replace(settings, cors_origins=f"https://other.example:8443,{ORIGIN}")) as served:
        yield served


async def _ask(served: Served, method: str, path: str, **headers: str) -> httpx.Response:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    async with httpx.AsyncClient(base_url=served.url, verify=False) as client:
        return await client.request(method, path, headers=named)


@pytest.mark.parametrize("path", PATHS)
async def test_a_page_of_a_named_origin_reads_every_answer(shared: Served, path: str) -> None:
    told = await _ask(shared, "GET", path, origin=ORIGIN)
    assert told.headers["access-control-allow-origin"] == ORIGIN
    assert "access-control-allow-credentials" not in told.headers
    assert told.headers["vary"] == "origin"
    exposed = set(told.headers["access-control-expose-headers"].split(", "))
    assert {"etag", "link", "ratelimit", "idempotency-replayed", "x-request-id", "retry-after"} <= exposed


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    "origin",
    ["https://evil.example", f"{ORIGIN}.evil.example", "http://games.example", "null", f"{ORIGIN}:1"],
)
async def test_a_page_of_another_origin_reads_none(shared: Served, path: str, origin: str) -> None:
    told = await _ask(shared, "GET", path, origin=origin)
    assert "access-control-allow-origin" not in told.headers
    assert told.headers["vary"] == "origin"


@pytest.mark.parametrize("path", PATHS[:4])
async def test_a_browser_is_told_what_a_page_may_send(shared: Served, path: str) -> None:
    asked = {"access_control_request_method": "POST", "access_control_request_headers": "authorization"}
    told = await _ask(shared, "OPTIONS", path, origin=ORIGIN, **asked)
    assert (told.status_code, told.content) == (204, b"")
    assert told.headers["access-control-allow-origin"] == ORIGIN
    assert {"GET", "POST", "PUT", "DELETE"} <= set(told.headers["access-control-allow-methods"].split(", "))
    sent = set(told.headers["access-control-allow-headers"].split(", "))
    assert {"authorization", "content-type", "idempotency-key", "if-match", "last-event-id"} <= sent
    other = await _ask(shared, "OPTIONS", path, origin="https://evil.example", **asked)
    assert "access-control-allow-origin" not in other.headers


async def test_a_page_plays(shared: Served, operator: Operator) -> None:
    table = await operator.table()
    asked = {"origin": ORIGIN, "authorization": f"Bearer {operator.caller.bearer}"}
    told = await _ask(shared, "POST", f"/v1/tables/{table}/baccarat/start-round", **asked)
    assert told.is_success
    assert told.headers["etag"] == '"2"'
    assert told.headers["access-control-allow-origin"] == ORIGIN


async def test_unless_origins_are_named_there_is_no_word_of_any(served: Served) -> None:
    for method in ("GET", "OPTIONS"):
        asked = {"origin": ORIGIN, "access_control_request_method": "POST"}
        told = await _ask(served, method, COMMAND, **asked)
        assert not [name for name in told.headers if name.startswith("access-control")]
        assert "vary" not in told.headers


@pytest.mark.parametrize("origins", ["", "*", ORIGIN, f"{ORIGIN},http://127.0.0.1:5173"])
def test_origins_are_named_in_the_environment(origins: str) -> None:
    assert from_environment({"CROUPIER_CORS_ORIGINS": origins}).cors_origins == origins


@pytest.mark.parametrize(
    "origins", [f"{ORIGIN}/", "games.example", "null", "*,*", f"{ORIGIN}, {ORIGIN}", "ftp://x"]
)
def test_what_is_no_origin_is_told_at_the_start(origins: str) -> None:
    with pytest.raises(SettingsError, match="CROUPIER_CORS_ORIGINS"):
        from_environment({"CROUPIER_CORS_ORIGINS": origins})

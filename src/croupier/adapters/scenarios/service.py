"""A running service as scenarios are played on it: one client, everything sent with an idempotency key."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final
from uuid import uuid4

import httpx

from croupier.adapters.loopback import is_loopback
from croupier.domain.decider import Rejected
from croupier.service.apikeys import parse_api_key

_PATIENCE: Final = 30.0
_TRIES: Final = 20
_LONGEST_WAIT: Final = 60.0
_FORBIDDING: Final = (401, 403)
_LATER: Final = (429, 503)
_NO_NAMED_CARDS: Final = "fixed-decks-not-allowed"
_IN_FLIGHT: Final = "idempotency-key-in-flight"


class NotPlayable(Exception):
    """No scenario can be played on that service, or not any more; the text says why."""


class Service:
    """The service at a URL. All raise `NotPlayable` when it is not there or does not let a request pass."""

    def __init__(self, url: str, key: str, http: httpx.AsyncClient) -> None:
        """`key` is an operator's test key."""
        self._url = url
        self._key = key
        self._http = http

    async def require_croupier(self) -> None:
        """Raises `NotPlayable` when something else answers there."""
        answer = await self._sent("GET", "games", None, None)
        if not answer.is_success or not isinstance(_body(answer).get("games"), list):
            raise NotPlayable(f"what answers at {self._url} is no Croupier")

    async def get(self, path: str) -> dict[str, Any]:
        """What the operator reads there."""
        try:
            return await self._done("GET", path, None, None)
        except Rejected as refused:
            raise NotPlayable(f"{self._url} does not tell {path}: {refused}") from None

    async def post(
        self, path: str, body: dict[str, Any] | None = None, token: str | None = None
    ) -> dict[str, Any]:
        """The answer to a command of the token's player, of the operator without one.

        Raises `Rejected` with the problem's code, its text and its rule, where the service refuses it.
        """
        return await self._done("POST", path, body, token)

    async def _done(
        self, method: str, path: str, body: dict[str, Any] | None, token: str | None
    ) -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {token or self._key}"}
        if method == "POST":
            headers["Idempotency-Key"] = f'"{uuid4()}"'
        for _ in range(_TRIES):
            answer = await self._sent(method, path, body, headers)
            found = _body(answer)
            if answer.is_success:
                return found
            if answer.status_code not in _LATER and found.get("code") != _IN_FLIGHT:
                raise self._refusal(answer, found)
            await asyncio.sleep(_wait(answer))
        raise NotPlayable(f"{self._url} puts requests off again and again: {_said(answer, found)}")

    async def _sent(
        self, method: str, path: str, body: dict[str, Any] | None, headers: dict[str, str] | None
    ) -> httpx.Response:
        try:
            return await self._http.request(method, path, json=body, headers=headers)
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            said = str(error) or type(error).__name__
            raise NotPlayable(f"no service answers at {self._url}: {said}") from None

    def _refusal(self, answer: httpx.Response, found: dict[str, Any]) -> Exception:
        code = found.get("code")
        if answer.status_code in _FORBIDDING or answer.is_server_error or not isinstance(code, str):
            return NotPlayable(f"{self._url} does not allow it: {_said(answer, found)}")
        return Rejected(code, str(found.get("detail", "")), found.get("rule"))


@asynccontextmanager
async def service_at(url: str, key: str | None) -> AsyncIterator[Service]:
    """The service at the URL, called with an operator's test key.

    Raises `NotPlayable`; for a key that can't be a test key before anything is sent.
    """
    _require_test_key(key)
    assert key is not None
    try:
        # What goes to this machine must not go by way of a proxy elsewhere.
        here = is_loopback(httpx.URL(url).host)
        http = httpx.AsyncClient(base_url=f"{url.rstrip('/')}/v1/", timeout=_PATIENCE, trust_env=not here)
    except httpx.InvalidURL as error:
        raise NotPlayable(f"{url} is no URL: {error}") from None
    async with http:
        service = Service(url, key, http)
        await service.require_croupier()
        yield service


def _require_test_key(key: str | None) -> None:
    if not key:
        raise NotPlayable("a test key is needed: --key, or CROUPIER_KEY in the environment")
    parsed = parse_api_key(key)
    if parsed is None:
        raise NotPlayable("the key given is none of an operator's")
    if parsed.environment != "test":
        raise NotPlayable(
            "the key given is a live key: cards are named with a test key only,"
            " as `croupier keys create --environment test` makes it"
        )


def _body(answer: httpx.Response) -> dict[str, Any]:
    try:
        found = answer.json()
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _said(answer: httpx.Response, found: dict[str, Any]) -> str:
    """The problem in words."""
    if "code" in found:
        hint = "; they need CROUPIER_FIXED_DECKS=true there" if found["code"] == _NO_NAMED_CARDS else ""
        return f"{found['code']}: {found.get('detail', '')}{hint}"
    return f"HTTP {answer.status_code}"


def _wait(answer: httpx.Response) -> float:
    """Seconds until the request may be sent again, as the service says (RFC 9110, 10.2.3)."""
    after = answer.headers.get("retry-after", "")
    return min(float(after), _LONGEST_WAIT) if after.isascii() and after.isdigit() else 1.0

"""A small client of the REST API, as an integrator would write it."""

import asyncio
from types import TracebackType
from typing import Any, Self

import httpx

_PATIENCE = httpx.Timeout(30.0)


class Refused(Exception):
    """The service answered with a problem (RFC 9457)."""

    def __init__(self, status: int, problem: dict[str, Any]) -> None:
        """Keep the problem's `code`; the text is for people."""
        self.status = status
        self.code = problem.get("code", "")
        super().__init__(f"{status} {self.code}: {problem.get('detail') or problem.get('title')}")


class Client:
    """One caller: an operator by his key, or a player by his token."""

    def __init__(self, url: str, bearer: str) -> None:
        """`url` is the service's, without `/v1`."""
        self._http = httpx.AsyncClient(
            base_url=url.rstrip("/"), headers={"Authorization": f"Bearer {bearer}"}, timeout=_PATIENCE
        )

    async def get(self, path: str) -> dict[str, Any]:
        """Read a resource below `/v1`. Raises `Refused`, `httpx.HTTPError`."""
        return await self._sent("GET", path)

    async def post(self, path: str, **body: Any) -> dict[str, Any]:
        """Send a command below `/v1`. Raises `Refused`, `httpx.HTTPError`."""
        return await self._sent("POST", path, json=body)

    async def _sent(self, method: str, path: str, **rest: Any) -> dict[str, Any]:
        """The answer; who is told that he asks too much waits as long as he is told, and asks again."""
        while True:
            response = await self._http.request(method, f"/v1/{path}", **rest)
            if response.status_code != 429:
                return _body(response)
            await asyncio.sleep(float(response.headers["retry-after"]))

    async def __aenter__(self) -> Self:
        """Keep connections open until the end of the block."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the connections."""
        await self._http.aclose()


def _body(response: httpx.Response) -> dict[str, Any]:
    try:
        body: dict[str, Any] = response.json()
    except ValueError:
        body = {"title": response.text[:200]}
    if response.is_error:
        raise Refused(response.status_code, body)
    return body

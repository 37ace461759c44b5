"""Records the document's examples from what tests ask and are answered: see `make examples`.

Nothing is recorded unless `CROUPIER_EXAMPLES` names the folder to write to. Of several exchanges, and of what
the folder has already, the shortest that has nothing empty is kept; secrets and passing names are replaced.
"""

import atexit
import os
import re
from pathlib import Path
from typing import Any, Final

import httpx
import msgspec
from tests.api.conforming import operation_of

_PROBLEM: Final = "application/problem+json"
_LONG: Final = 8_000
_FEW: Final = 2
_MOST: Final = 50_000

_REPLACED: Final = (
    (
        re.compile(r"(croupier_(?:live|test)_[a-z2-7]{16}_)[a-z2-7]{32}"),
        r"\g<1>thisexampleofasecretisworthless2",
    ),
    (
        re.compile(r"eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+"),
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4NW4zYnF5NXBoY3hja29yIn0.dGhpcyBzaWduYXR1cmUgaXMgd29ydGhsZXNz",
    ),
    (re.compile(r"whsec_[\w+/=-]+"), "whsec_dGhpcyBleGFtcGxlIG9mIGEgc2VjcmV0IGlzIHdvcnRobGVzcw=="),
    (re.compile(r"op-[0-9a-f]{20}"), "house"),
    (re.compile(r"https?://(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?"), "https://partner.example"),
)

_exchanges: dict[str, dict[str, tuple[Any, dict[str, Any]]]] = {}
_problems: dict[str, tuple[Any, dict[str, Any]]] = {}


def hear(response: httpx.Response) -> None:
    """Keep what was asked and answered, if it is recorded and the best example so far."""
    if "CROUPIER_EXAMPLES" not in os.environ:
        return
    media = response.headers.get("content-type", "")
    operation = operation_of(response.request.method, response.request.url.path)
    if media == _PROBLEM:
        problem = _tidied(response.text)
        _keep(_problems, problem["code"], problem)
    elif (
        operation and _is_first(operation, response) and media.startswith(("application/json", "text/plain"))
    ):
        _keep_exchange(operation, response, "json" in media)


def _is_first(operation: dict[str, Any], response: httpx.Response) -> bool:
    first: str = min(operation["responses"])
    return str(response.status_code) == first


def _keep_exchange(operation: dict[str, Any], response: httpx.Response, json: bool) -> None:
    # The documents that describe the interface are their own examples.
    if len(response.content) > _MOST:
        return
    asked = _tidied(response.request.content.decode()) if response.request.content else None
    said = _tidied(response.text) if json else _without_secrets(response.text)
    found = {"answer": said} | ({} if asked is None else {"body": asked})
    chosen = asked.get("game") if isinstance(asked, dict) and "discriminator" in str(operation) else None
    name = operation["operationId"]
    _keep(_exchanges.setdefault(name, {}), chosen or name, found)


def _keep(kept: dict[str, Any], name: str, found: dict[str, Any]) -> None:
    text = msgspec.json.encode(found)
    rank = (b"[]" in text or b"{}" in text, b"errors" not in text, len(text))
    if name not in kept or rank < kept[name][0]:
        kept[name] = (rank, found)


def _tidied(text: str) -> Any:
    """The JSON without secrets, long lists at its top cut short."""
    value = _inlined(msgspec.json.decode(_without_secrets(text)), {})
    if not isinstance(value, dict):
        return value
    return {name: part[:_FEW] if _is_long(part) else part for name, part in value.items()}


def _inlined(value: Any, definitions: dict[str, Any]) -> Any:
    """The value with schemas in it spelt out: their references would be taken for the document's."""
    match value:
        case {"$ref": str(reference)}:
            known = {**definitions, **value.get("$defs", {})}
            return _inlined(known[reference.rpartition("/")[2]], known)
        case dict():
            return {key: _inlined(part, definitions) for key, part in value.items()}
        case list():
            return [_inlined(part, definitions) for part in value]
        case _:
            return value


def _is_long(part: Any) -> bool:
    return isinstance(part, list) and len(msgspec.json.encode(part)) > _LONG


def _without_secrets(text: str) -> str:
    for secret, example in _REPLACED:
        text = secret.sub(example, text)
    return text


@atexit.register
def _write() -> None:
    if not _exchanges:
        return
    folder = Path(os.environ["CROUPIER_EXAMPLES"])
    folder.mkdir(exist_ok=True)
    for name, kept in {**_exchanges, "problems": _problems}.items():
        path = folder / f"{name}.json"
        for key, found in (msgspec.json.decode(path.read_bytes()) if path.exists() else {}).items():
            _keep(kept, key, found)
        told = {key: found for key, (_, found) in sorted(kept.items())}
        path.write_bytes(msgspec.json.format(msgspec.json.encode(told), indent=1) + b"\n")

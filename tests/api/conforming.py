"""Holds every answer that a test gets to the OpenAPI document."""

import re
from functools import cache
from typing import Any

import httpx
import msgspec
from jsonschema import Draft202012Validator
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from croupier.adapters.http.app import ordinary_routes
from croupier.adapters.http.openapi.document import document
from croupier.adapters.http.openapi.headers import HEADERS

_AT = "urn:document"
_NOT_ALWAYS = {"Idempotency-Replayed", "Link", "RateLimit", "RateLimit-Policy", "Retry-After", "Connection"}


@cache
def the_document() -> dict[str, Any]:
    """The document, as JSON has it."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(document(ordinary_routes())))
    return found


@cache
def _registry() -> Registry[Any]:
    resource = DRAFT202012.create_resource(the_document())
    found: Registry[Any] = Registry().with_resource(_AT, resource)
    return found


@cache
def _paths() -> list[tuple[re.Pattern[str], str]]:
    named = sorted(the_document()["paths"], key=lambda path: path.count("{"))
    return [(re.compile(re.sub(r"{\w+}", "[^/]+", path.replace("{path}", ".+"))), path) for path in named]


def operation_of(method: str, path: str) -> dict[str, Any] | None:
    """The document's operation for a request, None where it has none."""
    for pattern, template in _paths():
        if pattern.fullmatch(path) and method.lower() in the_document()["paths"][template]:
            found: dict[str, Any] = the_document()["paths"][template][method.lower()]
            return found
    return None


def require_conforming(response: httpx.Response) -> None:
    """The answer's status, headers and body are as the document says, if it has the route."""
    assert response.headers["x-request-id"]
    request = response.request
    operation = operation_of(request.method, request.url.path)
    if operation is None:
        assert response.status_code in (404, 405), response.text
        _require(response.json(), "#/components/schemas/Problem")
        return
    told = operation["responses"]
    assert str(response.status_code) in told, f"{request.method} {request.url}: {response.text}"
    answer = _resolved(told[str(response.status_code)])
    unsaid = {name for name in HEADERS if name in response.headers} - answer["headers"].keys()
    # What is on its way out is so in the tests of that alone.
    assert not unsaid or "deprecation" in response.headers, (
        f"{request.method} {request.url}: {response.status_code} has {unsaid}"
    )
    if response.status_code == 304:
        assert response.content == b""
        return
    media_type = response.headers["content-type"]
    assert media_type in answer["content"]
    if "json" not in media_type:
        return
    body = response.json()
    schema = answer["content"][media_type]["schema"]
    _require(body, schema["$ref"]) if "$ref" in schema else Draft202012Validator(schema).validate(body)
    if media_type == "application/problem+json":
        assert f"- `{body['code']}`:" in answer["description"], body
    for name in set(answer["headers"]) - _NOT_ALWAYS:
        assert name in response.headers, name


def _resolved(answer: dict[str, Any]) -> dict[str, Any]:
    if "$ref" in answer:
        found: dict[str, Any] = the_document()["components"]["responses"][answer["$ref"].rpartition("/")[2]]
        return found
    return answer


@cache
def _validator(reference: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": f"{_AT}{reference}"}, registry=_registry())


def _require(body: Any, reference: str) -> None:
    _validator(reference).validate(body)

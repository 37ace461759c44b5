"""The OpenAPI 3.1 document."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec
from litestar import Litestar

from croupier import __version__
from croupier.adapters.http.openapi import parameters, texts
from croupier.adapters.http.openapi.components import (
    Schema,
    components,
    inline,
    leaves_out,
    name_of,
    reference,
    structs_of,
    with_all_fields,
    without_defaults,
)
from croupier.adapters.http.openapi.describing import described_fields
from croupier.adapters.http.openapi.headers import used
from croupier.adapters.http.openapi.pleasing import pleasing
from croupier.adapters.http.openapi.problem_responses import problem_responses, shared
from croupier.adapters.http.openapi.requests import request_body, with_nulls, without_tag
from croupier.adapters.http.openapi.responses import own_response
from croupier.adapters.http.openapi.routes import Route, commands, ordinary
from croupier.adapters.http.openapi.shapes import TABLE_SUMMARY, AnyOf
from croupier.adapters.http.openapi.unions import union_of
from croupier.adapters.http.problems.telling import Problem
from croupier.service.roles import WHO_MAY, Role, Use

_SCHEMES: Final[dict[Role, str]] = {
    "operator": "operatorKey",
    "player": "playerToken",
    "auditor": "auditorKey",
    "regulator": "regulatorKey",
    "admin": "adminKey",
    "spectator": "spectatorToken",
}


def document(app: Litestar) -> dict[str, Any]:
    """The document of the application's routes and of all commands' routes."""
    routes = [*ordinary(app), *commands()]
    schemas = _schemas(routes)
    paths: dict[str, dict[str, Any]] = defaultdict(dict)
    for route in sorted(routes, key=lambda route: (route.operation.tag == "Play", route.path)):
        paths[route.path][route.method.lower()] = _operation(route, schemas)
    problems = shared(paths)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Croupier",
            "version": __version__,
            "summary": "Deals, settles and keeps the book of banking card games.",
            "description": texts.DESCRIPTION,
            "contact": {"name": "Whoever keeps this installation"},
            "license": {"name": "Proprietary", "identifier": "LicenseRef-Proprietary"},
        },
        "servers": [{"url": "/", "description": "This installation."}],
        "tags": texts.TAGS,
        "paths": paths,
        "components": {
            "schemas": schemas,
            "parameters": parameters.HEADERS,
            "headers": used([*_answers(paths), *problems.values()]),
            "responses": problems,
            "securitySchemes": texts.SECURITY,
        },
    }


def _answers(paths: dict[str, dict[str, Any]]) -> Iterator[Schema]:
    for methods in paths.values():
        for operation in methods.values():
            yield from operation["responses"].values()


def written(app: Litestar) -> bytes:
    """The document as it is served and committed: indented, in UTF-8, with a line feed at its end."""
    return msgspec.json.format(msgspec.json.encode(document(app)), indent=2) + b"\n"


def _schemas(routes: Iterable[Route]) -> dict[str, Schema]:
    answers = [route.operation.answer for route in routes]
    unions = [TABLE_SUMMARY, *(answer for answer in answers if isinstance(answer, AnyOf))]
    types = [answer for answer in answers if _is_struct(answer)]
    types += [member for union in unions for member in union.members]
    bodies = [body for route in routes for body in _bodies(route.operation.body)]
    schemas = components([*types, *bodies, Problem])
    for body in bodies:
        schemas[name_of(body)] = with_nulls(without_tag(schemas[name_of(body)]))
    asked = set(structs_of(bodies))
    for struct in structs_of([*types, Problem]):
        if struct not in asked:
            written = without_defaults if leaves_out(struct) else with_all_fields
            schemas[name_of(struct)] = written(schemas[name_of(struct)])
    schemas = {name: described_fields(name, pleasing(schema)) for name, schema in schemas.items()}
    for union in unions:
        schemas[union.name] = _union(union, schemas)
    return dict(sorted(schemas.items()))


def _bodies(body: Any) -> tuple[Any, ...]:
    if body is None:
        return ()
    return body if isinstance(body, tuple) else (body,)


def _union(union: AnyOf, schemas: dict[str, Schema]) -> Schema:
    names = [name_of(member) for member in union.members]
    return {"title": union.name, "description": union.text, **union_of(names, schemas)}


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _operation(route: Route, schemas: dict[str, Schema]) -> Schema:
    operation = route.operation
    summary, _, description = route.text.partition("\n")
    query = parameters.of_query(route.handler) if route.handler else []
    told: Schema = {
        "operationId": operation.id,
        "tags": [operation.tag],
        "summary": summary.strip().removesuffix("."),
        "description": description.strip() or summary.strip(),
        "security": _security(operation.use),
        "parameters": [*parameters.of_path(route.path), *query, *parameters.of_headers(operation)],
    }
    if operation.deprecated:
        told["deprecated"] = True
        told["description"] += f"\n\n{operation.deprecated.text}"
    if operation.body is not None:
        told["requestBody"] = request_body(operation, schemas)
    own = own_response(operation, route.status, _answer(operation.answer))
    return {**told, "responses": {**own, **problem_responses(operation)}}


def _answer(kind: Any) -> Schema:
    if isinstance(kind, AnyOf):
        return reference(kind.name)
    if kind is bytes:
        return {"type": "string", "format": "binary"}
    return reference(name_of(kind)) if _is_struct(kind) else inline(kind)


def _security(use: Any) -> list[Schema]:
    """Who may: any of the schemes listed; none at all where anybody may."""
    return [{scheme: []} for scheme in schemes_of(use)] if use else []


def schemes_of(use: Use) -> list[str]:
    """The security schemes of who may."""
    return [_SCHEMES[role] for role in sorted(WHO_MAY[use])]

"""Every route of the service, from its own list of them, with ids that are well-formed."""

import re
from typing import Final

from msgspec import Struct

from croupier.adapters.http.app import ordinary_routes
from croupier.adapters.http.openapi.routes import commands, ordinary
from croupier.domain.catalogue import GAMES
from croupier.service.roles import Use

_SOME: Final = {
    "player": "a" * 16,
    "round": "baccarat-aaaaaaaaaaaaaaaa.1",
    "revision": "1",
    "dispute": "dispute-aaaaaaaaaaaaaaaa",
    "log": "nobodys-log",
    "path": "0/000",
    "position": "0",
    "code": "wrong-phase",
    "game": "skinball",
    "key": "a" * 16,
}


class Target(Struct, frozen=True):
    """One method at one path; `use` is what it is used for, None where anybody may."""

    method: str
    path: str
    use: Use | None
    takes_body: bool

    @property
    def name(self) -> str:
        """For the names of tests."""
        return f"{self.method} {self.path}"


def _filled(path: str) -> str:
    """The path with ids in it, that of a table being of the game whose command it is."""
    game = next((name for name in GAMES if f"/{name}/" in path), "baccarat")
    some = {**_SOME, "table": f"{game}-{'a' * 16}"}
    return re.sub(r"{(\w+)}", lambda match: some.get(match[1], "a" * 16), path)


def _targets() -> list[Target]:
    routes = [*ordinary(ordinary_routes()), *commands()]
    return [
        Target(
            route.method,
            _filled(route.path),
            route.operation.use,
            route.operation.body is not None,
        )
        for route in routes
    ]


TARGETS: Final = _targets()
"""All of them. Things by these ids do not exist."""

METHODS: Final[dict[str, set[str]]] = {}
"""The methods of each path."""

for _target in TARGETS:
    METHODS.setdefault(_target.path, set()).add(_target.method)

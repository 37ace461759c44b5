"""The format of scenarios as a JSON Schema (draft 2020-12), for editors and other programs."""

from typing import Any, Union

from msgspec.json import schema

from croupier.domain.catalogue import GAMES
from croupier.domain.texts import portable
from croupier.service.scenarios.format import scenario_type


def scenario_schema() -> dict[str, Any]:
    """The schema of the scenarios of every game in the catalogue."""
    scenarios: Any = Union[tuple(scenario_type(game) for game in GAMES)]  # noqa: UP007
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Croupier scenario",
        "description": "Rounds of a game with their cards, commands and end state, for `croupier scenario`.",
        **portable(schema(scenarios)),
    }

"""Unions of Structs: told apart by their field `game` where all of them have it."""

from collections.abc import Mapping

from croupier.adapters.http.openapi.components import REFERENCE, Schema, reference

_GAME = "game"


def union_of(names: list[str], schemas: Mapping[str, Schema]) -> Schema:
    """One of the schemas of these names; `anyOf` where nothing at their top says which."""
    games = [schemas[name]["properties"].get(_GAME, {}).get("const") for name in names]
    if None in games:
        return {"anyOf": [reference(name) for name in names]}
    mapping = {game: REFERENCE + name for game, name in zip(games, names, strict=True)}
    return {
        "oneOf": [reference(name) for name in names],
        "discriminator": {"propertyName": _GAME, "mapping": mapping},
    }

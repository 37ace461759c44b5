"""Schemas as AsyncAPI 3.0 takes them: JSON Schema of draft 07, without what only OpenAPI has."""

from typing import Any


def plain(schema: Any) -> Any:
    """The schema, and all within it, in draft 07.

    A discriminator in OpenAPI's form goes: the members of a union have constants that tell them apart.
    """
    match schema:
        case {"prefixItems": items}:
            rest = {key: value for key, value in schema.items() if key not in ("prefixItems", "items")}
            return {**plain(rest), "items": plain(items)}
        case dict():
            return {key: plain(value) for key, value in schema.items() if not _is_discriminator(key, value)}
        case list():
            return [plain(value) for value in schema]
        case _:
            return schema


def _is_discriminator(key: str, value: Any) -> bool:
    return key == "discriminator" and isinstance(value, dict) and "propertyName" in value

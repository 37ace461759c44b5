"""Whether every value of one schema is a value of another."""

from collections.abc import Iterator
from typing import Any

from tests.support.compatibility.patterns import includes

Schema = Any
"""A JSON Schema, as far as the interface's document uses it (2020-12)."""

OPEN = ("role",)
"""Fields of answers that may have new values, as docs/versioning.md says."""

_UNIONS = ("anyOf", "oneOf")
_LEAST = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
_MOST = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
_ALIKE = ("format", "contentEncoding", "contentMediaType", "multipleOf", "uniqueItems")


class Comparison:
    """Compares schemas of two documents, the one with the values and the one that they have to fit.

    In an answer, fields that nobody asked for do no harm, and what is open may grow: unions whose members are
    told apart by a discriminator, and the enumerations of the fields in `OPEN`.
    """

    def __init__(self, given: Any, wanted: Any, *, answer: bool) -> None:
        """`given` is the document with the values, `wanted` the one that they have to fit."""
        self._given = given
        self._wanted = wanted
        self._answer = answer
        self._known: dict[tuple[str, str], list[str]] = {}

    def misfits(self, given: Schema, wanted: Schema, at: str = "") -> list[str]:
        """Why values of `given` may be none of `wanted`, each with its place; empty when they all are."""
        pair = (given.get("$ref", ""), wanted.get("$ref", "")) if _both_dicts(given, wanted) else ("", "")
        if not all(pair):
            return [*self._misfits(given, wanted, at)]
        if pair not in self._known:
            self._known[pair] = []  # within itself it fits as well as around it
            self._known[pair] = [*self._misfits(given, wanted, "")]
        return [f"{at}{misfit}" for misfit in self._known[pair]]

    def _misfits(self, given: Schema, wanted: Schema, at: str) -> Iterator[str]:
        given, wanted = resolved(self._given, given), resolved(self._wanted, wanted)
        if members := _members(given):
            for member in members:
                yield from self._among(member, wanted, at, open_=self._answer and "discriminator" in wanted)
        elif _members(wanted):
            yield from self._among(given, wanted, at, open_=False)
        else:
            yield from self._plain(given, wanted, at)

    def _among(self, given: Schema, wanted: Schema, at: str, *, open_: bool) -> Iterator[str]:
        """How the value misfits the member of a union that it is nearest to."""
        members = _members(wanted) or [wanted]
        marks = _marks(resolved(self._given, given))
        alike = [one for one in members if marks and _marks(resolved(self._wanted, one)) == marks]
        if marks and not alike and open_ and all(_marks(resolved(self._wanted, one)) for one in members):
            return
        yield from min((self.misfits(given, one, at) for one in alike or members), key=len)

    def _plain(self, given: Schema, wanted: Schema, at: str) -> Iterator[str]:
        if extra := _types(given) - _types(wanted):
            yield f"{at}: is {' or '.join(sorted(extra))} too"
            return
        yield from self._values(given, wanted, at)
        yield from _bounds(given, wanted, at)
        if "object" in _types(given) & _types(wanted):
            yield from self._fields(given, wanted, at)
            yield from self._others(given, wanted, at)
        if "array" in _types(given) & _types(wanted):
            yield from self._items(given, wanted, at)

    def _values(self, given: Schema, wanted: Schema, at: str) -> Iterator[str]:
        # One that is no longer told may still be the same.
        said = "default" in given and "default" in wanted
        if said and not self._answer and given["default"] != wanted["default"]:
            yield f"{at}: has another default"
        allowed = _listed(wanted)
        if allowed is None:
            return
        listed = _listed(given)
        if listed is None:
            yield f"{at}: is no longer one of a few values"
        elif extra := listed - allowed:
            yield f"{at}: is {', '.join(sorted(extra))} too"

    def _fields(self, given: Schema, wanted: Schema, at: str) -> Iterator[str]:
        mine, theirs = given.get("properties", {}), wanted.get("properties", {})
        for name in sorted(set(wanted.get("required", ())) - set(given.get("required", ()))):
            yield f"{at}/{name}: is not always there"
        for name, schema in mine.items():
            if name in theirs:
                wider = self._opened(theirs[name]) if name in OPEN else theirs[name]
                yield from self.misfits(schema, wider, f"{at}/{name}")
            elif not self._answer:
                yield f"{at}/{name}: is not known"
        if self._answer:
            for name in sorted(theirs.keys() - mine.keys() - set(wanted.get("required", ()))):
                yield f"{at}/{name}: is never there"

    def _opened(self, wanted: Schema) -> Schema:
        """In answers, the schema without its enumeration."""
        found = resolved(self._wanted, wanted)
        return {**found, "enum": None} if self._answer and "enum" in found else wanted

    def _others(self, given: Schema, wanted: Schema, at: str) -> Iterator[str]:
        """The fields that neither names: of a map, and those that are passed over."""
        mine, theirs = given.get("additionalProperties", True), wanted.get("additionalProperties", True)
        if _both_dicts(mine, theirs):
            yield from self.misfits(mine, theirs, f"{at}/*")
        elif mine is not False and theirs is False and not self._answer:
            yield f"{at}: no longer takes fields of any name"
        elif mine is True and isinstance(theirs, dict) and theirs:
            yield f"{at}: has fields of any kind"

    def _items(self, given: Schema, wanted: Schema, at: str) -> Iterator[str]:
        mine, theirs = given.get("prefixItems", []), wanted.get("prefixItems", [])
        if len(mine) != len(theirs):
            yield f"{at}: has {len(mine)} places, not {len(theirs)}"
        for number, (one, other) in enumerate(zip(mine, theirs, strict=False)):
            yield from self.misfits(one, other, f"{at}/{number}")
        if wanted.get("items", True) not in (True, {}):
            yield from self.misfits(given.get("items", {}), wanted["items"], f"{at}/*")


def resolved(document: Any, schema: Schema) -> Schema:
    """The schema itself, where it is a reference, and all that it consists of, in one."""
    if schema is True:
        return {}
    while "$ref" in schema:
        found = document
        for step in schema["$ref"].removeprefix("#/").split("/"):
            found = found[step]
        schema = {**found, **{key: part for key, part in schema.items() if key != "$ref"}}
    parts = [resolved(document, part) for part in schema.get("allOf", ())]
    own = {key: part for key, part in schema.items() if key != "allOf"}
    return _joined([*parts, own]) if parts else own


def _joined(parts: list[Schema]) -> Schema:
    whole: dict[str, Any] = {}
    for part in parts:
        fields = {**whole.get("properties", {}), **part.get("properties", {})}
        required = [*whole.get("required", ()), *part.get("required", ())]
        whole = {**whole, **part, "properties": fields, "required": required}
    return whole


def _both_dicts(one: Any, other: Any) -> bool:
    return isinstance(one, dict) and isinstance(other, dict)


def _members(schema: Schema) -> list[Schema]:
    return [member for union in _UNIONS for member in schema.get(union, ())]


def _marks(schema: Schema) -> dict[str, str]:
    """The fields that are always the same, by which members of unions are told apart."""
    fields = schema.get("properties", {}).items()
    listed = {name: _listed(field) for name, field in fields if "$ref" not in field}
    return {name: next(iter(values)) for name, values in listed.items() if values and len(values) == 1}


def _listed(schema: Schema) -> set[str] | None:
    if "const" in schema:
        return {repr(schema["const"])}
    return {repr(value) for value in schema["enum"]} if schema.get("enum") else None


def _types(schema: Schema) -> set[str]:
    every = {"null", "boolean", "object", "array", "string", "number", "integer"}
    said = schema.get("type")
    if said is None:
        values = [schema["const"]] if "const" in schema else schema.get("enum")
        return {_type_of(value) for value in values} if values else every
    types = {said} if isinstance(said, str) else set(said)
    return types | {"integer"} if "number" in types else types


def _type_of(value: Any) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case str():
            return "string"
        case int():
            return "integer"
        case float():
            return "number"
        case list():
            return "array"
        case _:
            return "object"


def _bounds(given: Schema, wanted: Schema, at: str) -> Iterator[str]:
    for name in _LEAST:
        if name in wanted and given.get(name, float("-inf")) < wanted[name]:
            yield f"{at}: may be below the {name} of {wanted[name]}"
    for name in _MOST:
        if name in wanted and given.get(name, float("inf")) > wanted[name]:
            yield f"{at}: may be above the {name} of {wanted[name]}"
    for name in _ALIKE:
        if name in wanted and given.get(name) != wanted[name]:
            yield f"{at}: may be of another {name} than {wanted[name]}"
    if "string" in _types(given) and not includes(wanted.get("pattern"), given.get("pattern")):
        yield f"{at}: may not match {wanted['pattern']}"

"""The JSON Schemas of events and commands: committed, and true of all that the log's records hold."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_origin

import pytest
from jsonschema import Draft202012Validator
from msgspec import NODEFAULT, json, structs
from tests.domain.test_snapshots import SNAPSHOTS, UNIONS
from tests.support.fakes import MemoryStore
from tests.support.playing import LOG, Casino
from tests.support.staging import GOLDEN, stage

from croupier.adapters.cli.schemas import schemas
from croupier.adapters.http.openapi.log_schemas import Kind, log_schema
from croupier.domain.catalogue import DECIDERS, GAMES

COMMITTED = Path(__file__).parents[2] / "openapi"
KINDS: tuple[Kind, ...] = ("events", "commands")
SCHEMAS = {kind: json.decode(json.encode(log_schema(kind))) for kind in KINDS}
WRONG: list[Any] = [{"no": "such"}, [[None]]]
"""What no field of any event or command is."""


def name_of(category: str, kind: str) -> str:
    """The name of the schema of an aggregate's events or commands."""
    words = "".join(word.capitalize() for word in category.split("-"))
    return words + ("Table" if category in GAMES else "") + kind.removesuffix("s").capitalize()


def by_tags(category: str, kind: Kind) -> dict[str, Draft202012Validator]:
    """The validators of the aggregate's events or commands, by their tags."""
    schema = SCHEMAS[kind]
    found = {}
    for choice in schema["$defs"][name_of(category, kind)]["oneOf"]:
        name = choice["$ref"].removeprefix("#/$defs/")
        tag = schema["$defs"][name]["properties"]["type"]["const"]
        found[tag] = Draft202012Validator({"$ref": choice["$ref"], "$defs": schema["$defs"]})
    return found


VALIDATORS = {(category, kind): by_tags(category, kind) for category in DECIDERS for kind in KINDS}


def snapshots() -> Iterator[tuple[str, Kind, Any]]:
    """One of every event and every command, with each of its fields."""
    for name in UNIONS:
        category, _, kind = name.rpartition(".")
        for line in (SNAPSHOTS / f"{name}.jsonl").read_bytes().splitlines():
            yield category, "events" if kind == "events" else "commands", json.decode(line)


def optional(category: str, kind: Kind, tag: str) -> set[str]:
    """The fields that may be left out: those that are not written when they are not set."""
    union = getattr(DECIDERS[category], kind)
    (found,) = (one for one in get_args(union) if (get_origin(one) or one).__struct_config__.tag == tag)
    fields = structs.fields(found)
    return {
        field.name for field in fields if "UnsetType" in str(field.type) and field.default is not NODEFAULT
    }


@pytest.mark.parametrize("kind", KINDS)
def test_the_committed_schemas_are_those_of_the_code(kind: Kind, capsys: pytest.CaptureFixture[str]) -> None:
    schemas(kind)
    assert (COMMITTED / f"{kind}.schema.json").read_text() == capsys.readouterr().out, "run: make openapi"


@pytest.mark.parametrize("kind", KINDS)
def test_they_are_schemas_with_words_for_everything(kind: Kind) -> None:
    Draft202012Validator.check_schema(SCHEMAS[kind])
    for name, schema in SCHEMAS[kind]["$defs"].items():
        assert schema["description"], name
        assert all(field["description"] for field in schema.get("properties", {}).values()), name


@pytest.mark.parametrize("kind", KINDS)
def test_every_tag_of_the_catalogue_has_a_schema(kind: Kind) -> None:
    for category, decider in DECIDERS.items():
        tags = {(get_origin(one) or one).__struct_config__.tag for one in get_args(getattr(decider, kind))}
        assert VALIDATORS[category, kind].keys() == tags


def test_the_whole_schema_takes_those_of_every_aggregate() -> None:
    whole = {kind: Draft202012Validator(schema) for kind, schema in SCHEMAS.items()}
    one_each = {(category, kind): found for category, kind, found in snapshots()}
    for (_, kind), found in one_each.items():
        whole[kind].validate(found)
        assert not whole[kind].is_valid({**found, "type": "no-such-thing"})


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: f"{path.parent.name}/{path.stem}")
async def test_all_that_a_golden_scenario_writes_is_valid(path: Path) -> None:
    casino = Casino()
    await stage(casino, path)
    assert isinstance(casino.store, MemoryStore)
    for entry in casino.store.entries[LOG]:
        record, category = json.decode(entry.record), entry.stream.rpartition("-")[0]
        VALIDATORS[category, "commands"][record["command"]["type"]].validate(record["command"])
        for event in record["events"]:
            VALIDATORS[category, "events"][event["type"]].validate(event)


def test_nothing_that_was_changed_is_valid() -> None:
    for category, kind, found in snapshots():
        validator = VALIDATORS[category, kind][found["type"]]
        assert validator.is_valid(found)
        needed = found.keys() - optional(category, kind, found["type"])
        changed = [{key: value for key, value in found.items() if key != name} for name in needed]
        changed += [{**found, name: wrong} for name in found for wrong in WRONG]
        changed += [{**found, "surprise": 1}, {**found, "type": "no-such-thing"}]
        for one in changed:
            assert not validator.is_valid(one), one

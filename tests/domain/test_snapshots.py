"""The JSON of every event and command is what was released, to the byte.

A line of a snapshot is never changed: records that hold it are read for ever. What is new gets a new line,
and a change of an event is a new tag.
"""

from pathlib import Path
from typing import Any, get_args, get_origin

import pytest
from msgspec import json

from croupier.domain.catalogue import DECIDERS

SNAPSHOTS = Path(__file__).parent / "snapshots"

UNIONS = {
    f"{category}.{part}": union
    for category, decider in DECIDERS.items()
    for part, union in (("events", decider.events), ("commands", decider.commands))
}


def lines(name: str) -> list[bytes]:
    return (SNAPSHOTS / f"{name}.jsonl").read_bytes().splitlines()


def tagged(union: Any) -> dict[str, Any]:
    kinds = [get_origin(kind) or kind for kind in get_args(union)]
    return {kind.__struct_config__.tag: kind for kind in kinds}


@pytest.mark.parametrize("name", UNIONS)
def test_every_line_is_read_and_written_again_to_the_byte(name: str) -> None:
    for line in lines(name):
        assert json.encode(json.decode(line, type=UNIONS[name])) == line


@pytest.mark.parametrize("name", UNIONS)
def test_every_type_of_the_catalogue_has_a_line_with_each_of_its_fields(name: str) -> None:
    shown: dict[str, set[str]] = {}
    for line in lines(name):
        found = json.decode(line)
        shown.setdefault(found["type"], set()).update(found.keys() - {"type"})
    assert shown == {tag: set(kind.__struct_fields__) for tag, kind in tagged(UNIONS[name]).items()}


def test_there_is_no_snapshot_of_anything_else() -> None:
    assert {path.stem for path in SNAPSHOTS.iterdir()} == set(UNIONS)


@pytest.mark.parametrize("name", [name for name in UNIONS if name.endswith("commands")])
def test_commands_forbid_unknown_fields(name: str) -> None:
    for line in lines(name):
        with pytest.raises(ValueError, match="unknown field `surprise`"):
            json.decode(line[:-1] + b',"surprise":1}', type=UNIONS[name])

"""The document under the linters that integrators use, with all their recommended rules."""

from copy import deepcopy
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.api.conforming import the_document
from tests.support.node import FOLDER, node, program

pytestmark = pytest.mark.needs("node")


@pytest.fixture
def document(tmp_path: Path) -> Path:
    """The document as it is now, in a file."""
    path = tmp_path / "croupier.openapi.json"
    path.write_bytes(msgspec.json.encode(the_document()))
    return path


@pytest.fixture
def without_answers(document: Path) -> Path:
    """The document without the examples of answers.

    Spectral compiles the answer's whole schema for each of them, which takes minutes; `test_examples` holds
    every one to its schema, as Spectral would.
    """
    bare = document.with_name("without-answers.json")
    bare.write_bytes(msgspec.json.encode(stripped(the_document())))
    return bare


def stripped(document: dict[str, Any]) -> Any:
    """A copy whose answers have no examples."""
    copy = deepcopy(document)
    operations = [one for methods in copy["paths"].values() for one in methods.values()]
    answers = [answer for one in operations for answer in one["responses"].values()]
    for answer in (*answers, *copy["components"]["responses"].values()):
        for content in answer.get("content", {}).values():
            content.pop("example", None)
            content.pop("examples", None)
    return copy


def by_spectral(document: Path) -> Any:
    rules, found = FOLDER / "spectral.yaml", document.with_suffix(".found")
    options = (
        "--ruleset",
        rules,
        "--format",
        "json",
        "--output",
        found,
        "--quiet",
        "--fail-severity",
        "error",
    )
    node(program("spectral"), "lint", document, *options)
    return msgspec.json.decode(found.read_bytes())


def by_redocly(document: Path) -> Any:
    return msgspec.json.decode(node("redocly.mjs", document))


def test_spectral_finds_nothing_of_any_severity(without_answers: Path) -> None:
    assert by_spectral(without_answers) == []


def test_redocly_finds_nothing_of_any_severity(document: Path) -> None:
    assert by_redocly(document) == []


def test_the_linters_do_look(document: Path) -> None:
    """A small document that lacks what it must not lack is found out by both."""
    document.write_text('{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {"/a/": {}}}')
    assert "info-contact" in {one["code"] for one in by_spectral(document)}
    assert "info-license" in {one["ruleId"] for one in by_redocly(document)}

"""Runs schemathesis over the document against the service, with things that are really there."""

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec
from tests.api.calling import Caller
from tests.api.conforming import the_document
from tests.api.everything import Known

from croupier.domain.catalogue import GAMES

_PROGRAM: Final = Path(sys.executable).with_name("schemathesis")
_HOOKS: Final = Path(__file__).with_name("hooks.py")
_OTHERS: Final = "|".join(game for game in GAMES if game != "baccarat")
_SETTINGS: Final = """\
hooks = "{hooks}"
seed = 5
# CPython 3.11 can't compile in two threads at once, which hypothesis does.
workers = 1
continue-on-failure = true
# Streams never end: of each its first event is looked at.
max-stream-events = 1
warnings = false

[generation]
max-examples = 2
no-shrink = true
deterministic = true
database = "none"

[checks]
# `at_least` a position that is still to come is 503 `not-yet`.
not_a_server_error.expected-statuses = ["2XX", "3XX", "4XX", 503]
# hooks.py has one in its place that knows what no schema can say.
positive_data_acceptance.enabled = false
# Besides what is refused everywhere: what is too long is not looked into any further.
negative_data_rejection.expected-statuses = ["4XX"]

[phases.coverage]
# That every other method is refused everywhere is tried by a test of its own; here it is enough to try two.
unexpected-methods = ["PATCH", "TRACE"]

[phases.stateful]
max-steps = 5
generation = {{ mode = "positive", max-examples = 20 }}

[[operations]]
include-path-regex = "/v1/tables/[^/]+/({others})/"
# Commands of all games are read, checked and answered in one place: one game's own stand for all here.
phases.coverage.enabled = false

[[operations]]
include-tag = "Live"
# The document describes a stream as the text that it is; schemathesis takes that for each event's schema.
# What events are AsyncAPI says, and tests of its own hold them to that.
checks.response_schema_conformance.enabled = false

"""

# A position that is still to come is waited for, and so is what may come: seconds in which nothing is tried.
_WAITED_FOR: Final = """\
[dictionaries.at_least]
values = [-1, 0, 1]
[dictionaries.wait]
values = [0]
"""


async def fuzzed(caller: Caller, here: Known, folder: Path, phases: str, *options: str) -> tuple[int, str]:
    """The exit code of a run as that caller, and what it printed; 0 is a run without any failure."""
    document, settings = folder / "document.json", folder / "schemathesis.toml"
    document.write_bytes(msgspec.json.encode(the_document()))
    settings.write_text(_SETTINGS.format(hooks=_HOOKS, others=_OTHERS) + "".join(_dictionaries(here)))
    command: tuple[str | Path, ...] = (
        *(_PROGRAM, "--config-file", settings, "run", document, "--no-color", "--phases", phases),
        *("--url", str(caller.http.base_url), "--header", f"Authorization: Bearer {caller.bearer}"),
        *options,
    )
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*command, cwd=folder, stdout=pipe, stderr=pipe)
    printed, errors = await process.communicate()
    assert process.returncode is not None
    return process.returncode, (printed + errors).decode()


def _dictionaries(here: Known) -> Iterator[str]:
    """Of what paths name, mostly what is there: all else would be 404 and nothing more."""
    for name, value in here.names.items():
        yield _dictionary(name, value)
    for game, table in here.tables.items():
        yield _dictionary(game, table)
    yield _WAITED_FOR
    yield "[parameters]\n"
    yield from (f'"path.{name}" = {_bound(name)}\n' for name in here.names)
    yield from (f'"query.{name}" = {_bound(name)}\n' for name in ("at_least", "wait"))
    for game in here.tables:
        yield f'[[operations]]\ninclude-path-regex = "/{game}/"\n[operations.parameters]\n'
        yield f'"path.table" = {_bound(game)}\n'


def _dictionary(name: str, value: str) -> str:
    return f'[dictionaries.{name}]\nvalues = ["{value}"]\n'


def _bound(name: str) -> str:
    return f'{{ dictionary = "{name}", probability = 0.9 }}'

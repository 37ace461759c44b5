"""The AsyncAPI document: it is current, valid, and its examples are messages as they are sent."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests.api.calling import Caller
from tests.api.messages import require_message, the_document

from croupier.adapters.http.asyncapi.__main__ import main
from croupier.adapters.http.asyncapi.document import written
from croupier.domain.catalogue import DECIDERS, GAMES
from croupier.service.live.message import EndReason, Name
from croupier.service.webhooks.messages import PING, type_of

ROOT = Path(__file__).parents[2]
COMMITTED = ROOT / "openapi/croupier.asyncapi.json"
ERROR, WARNING = 0, 1


def messages_of(channel: str) -> list[dict[str, Any]]:
    named = the_document()["channels"][channel]["messages"]
    return [the_document()["components"]["messages"][name] for name in named]


def test_the_committed_document_is_current() -> None:
    assert COMMITTED.read_bytes() == written(), "make openapi"


def test_the_program_writes_the_document(tmp_path: Path) -> None:
    main([str(tmp_path / "a.json")])
    assert (tmp_path / "a.json").read_bytes() == written()


async def test_the_service_serves_the_document(anybody: Caller) -> None:
    answer = await anybody.get("/asyncapi")
    assert answer.headers["content-type"] == "application/json"
    assert answer.content == written()


@pytest.mark.needs("node")
def test_the_document_is_valid_asyncapi() -> None:
    parsed = subprocess.run(
        ["node", "asyncapi.mjs", str(COMMITTED)],
        cwd=ROOT / "tests/node",
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    assert [found for found in json.loads(parsed.stdout) if found["severity"] <= WARNING] == []


def test_every_message_has_an_example_and_each_is_as_its_schema_says() -> None:
    for name, message in the_document()["components"]["messages"].items():
        assert message["examples"], name
        for example in message["examples"]:
            require_message(name, example["payload"])


def test_every_game_and_every_kind_of_stream_has_its_messages() -> None:
    names = set(the_document()["components"]["messages"])
    for kind in DECIDERS:
        prefix = kind.title().replace("-", "")
        assert {f"{prefix}Entry", f"{prefix}Webhook"} <= names
        assert (kind in GAMES) == ({f"{prefix}Table", f"{prefix}TableEntry"} <= names)


def test_streams_have_the_events_that_are_sent_and_no_others() -> None:
    told = {message["headers"]["properties"]["event"]["const"] for message in messages_of("tableStream")}
    told |= {message["headers"]["properties"]["event"]["const"] for message in messages_of("logStream")}
    assert told == set(Name.__args__)  # type: ignore[attr-defined]


def test_every_reason_to_end_is_told() -> None:
    reason = the_document()["components"]["schemas"]["EndMessage"]["properties"]["reason"]
    assert set(reason["enum"]) == set(EndReason.__args__)  # type: ignore[attr-defined]


def test_webhooks_have_the_types_that_are_sent_and_no_others() -> None:
    schemas = the_document()["components"]["schemas"]
    references = [message["payload"]["$ref"].rpartition("/")[2] for message in messages_of("webhooks")]
    told = {schemas[name]["properties"]["type"]["const"] for name in references}
    assert told == {type_of(f"{name}-x") for name in DECIDERS} | {PING}

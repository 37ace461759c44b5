"""What docs/webhooks.md says of messages, schedule and failures is what the code does."""

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, get_args

import httpx
import msgspec
import pytest
from jsonschema import Draft202012Validator
from standardwebhooks import Webhook
from tests.support.messages import MESSAGES
from tests.support.node import started

from croupier.service.ports.webhooks import Failure
from croupier.service.webhooks.outbox import MOST_LAGS
from croupier.service.webhooks.schedule import DELAYS
from croupier.service.webhooks.webhooks import MOST_OF_A_LOG

PAGE = (Path(__file__).parents[2] / "docs" / "webhooks.md").read_text()
SECRET = "whsec_MDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDA="


BODY = b'{"type":"webhook.ping","data":{}}'


def signed(body: bytes) -> dict[str, str]:
    """The fields of a webhook with this body, sent now."""
    now = datetime.now(UTC)
    return {
        "webhook-id": "ping_a",
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": Webhook(SECRET).sign("ping_a", now, body.decode()),
    }


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def test_the_message_shown_is_as_its_schema_says() -> None:
    (shown,) = blocks("json")
    message = msgspec.json.decode(shown)
    Draft202012Validator(msgspec.json.schema(MESSAGES[message["type"]])).validate(message)


def test_every_type_of_message_is_in_its_table() -> None:
    listed = re.findall(r"`([a-z_]+\.(?:entry|ping))`", PAGE[PAGE.index("| `type` |") :])
    assert sorted(set(listed)) == sorted(MESSAGES)


def test_every_failure_is_in_its_table() -> None:
    table = PAGE[PAGE.index("| `failure` |") :].partition("\n\n")[0]
    assert re.findall(r"^\| `([a-z-]+)` \|", table.partition("\n")[2], re.MULTILINE) == list(
        get_args(Failure)
    )


def test_the_schedule_and_the_bounds_are_those_of_the_code() -> None:
    assert (5, 300, 1800, *(hours * 3600 for hours in (2, 5, 10, 14, 20, 24))) == DELAYS
    said = " ".join(PAGE.split())
    assert "after 5 seconds, 5 and 30 minutes, 2, 5, 10, 14, 20 and 24 hours" in said
    assert f"A log has at most {MOST_OF_A_LOG} webhooks" in said
    assert f"With {MOST_LAGS} streams waiting" in said


def test_the_receiver_in_python_works_as_it_stands() -> None:
    (shown,) = blocks("python")
    handled: list[Any] = []
    seen: set[str] = set()
    names: dict[str, Any] = {
        "SECRET": SECRET,
        "first_time": lambda id: id not in seen and not seen.add(id),  # type: ignore[func-returns-value]
        "handle": lambda *what: handled.append(what),
    }
    exec(shown, names)
    headers = signed(BODY)
    assert names["received"](headers, BODY + b" ") == 401
    assert [names["received"](headers, BODY) for _ in range(2)] == [204, 204]
    assert handled == [("webhook.ping", {})]


_AROUND_THE_RECEIVER = """
import express from "express";
const SECRET = process.env.SECRET, app = express(), seen = new Set();
const firstTime = (id) => !seen.has(id) && seen.add(id);
const handle = (type, data) => console.log(JSON.stringify([type, data]));
%s
const server = app.listen(0, "127.0.0.1", () => console.log(server.address().port));
"""


@pytest.mark.needs("node")
def test_the_receiver_in_node_works_as_it_stands() -> None:
    (shown,) = blocks("js")
    with started("--input-type=module", "--eval", _AROUND_THE_RECEIVER % shown, SECRET=SECRET) as running:
        assert running.stdout
        url = f"http://127.0.0.1:{running.stdout.readline().strip()}/croupier"
        headers = {"content-type": "application/json", **signed(BODY)}
        answers = [httpx.post(url, content=body, headers=headers) for body in (BODY + b" ", BODY, BODY)]
        running.kill()
        assert running.stdout.read() == '["webhook.ping",{}]\n'
    assert [answer.status_code for answer in answers] == [401, 204, 204]

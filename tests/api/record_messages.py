"""Not a test of its own: writes the AsyncAPI document's examples anew from messages as they were sent.

`pytest tests/api/record_messages.py`
"""

from collections import defaultdict
from pathlib import Path
from typing import Any

import msgspec
from tests.api.calling import Operator
from tests.api.disputing import played_round
from tests.api.live import following
from tests.api.messages import message_name

from croupier.adapters.http.asyncapi.examples import FILE
from croupier.adapters.http.openapi.shapes import pascal
from croupier.domain.catalogue import GAMES
from croupier.service.records import category
from croupier.service.webhooks.messages import entry_body, ping_body


async def test_messages_are_written_down(operator: Operator) -> None:
    found: dict[str, list[Any]] = defaultdict(list)
    for game, kind in GAMES.items():
        limits = {"min": 5, "max": 500}
        named = {name: limits[name] for name in kind.limits.__struct_fields__}
        table = (await operator.caller.do("/v1/tables", game=game, limits=named))["table"]
        async with following(operator.caller.http, f"/v1/tables/{table}/stream") as stream:
            events = [await stream.next()]
            await operator.seated(table)
            events.append(await stream.next())
        for event in events:
            found[message_name(event.name, event.data)] = [event.data]
    await (await played_round(operator)).open()
    async with following(operator.caller.http, "/v1/stream") as stream:
        found["head"] = [(await stream.next()).data]
    await webhooks(operator, found)
    found["end"] = [{"reason": "resume"}, {"reason": "stopping"}]
    write(dict(sorted(found.items())))


def write(found: dict[str, list[Any]]) -> None:
    Path(str(FILE)).write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")


async def webhooks(operator: Operator, found: dict[str, list[Any]]) -> None:
    """An entry of each category, as the log's stream and as webhooks tell it."""
    async for entry in operator.parts.store.read_log(operator.name):
        told = msgspec.json.decode(entry_body(operator.name, entry))
        prefix = pascal(category(entry.stream))
        found[f"{prefix}Webhook"], found[f"{prefix}Entry"] = [told], [told["data"]]
    now = operator.parts.services.clock.now()
    found["PingWebhook"] = [msgspec.json.decode(ping_body("webhook-4q2k7x", operator.name, now))]

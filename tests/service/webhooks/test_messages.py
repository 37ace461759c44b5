"""What webhooks say: of each type one schema, of each entry the same bytes, and to whom what he asked for."""

import re
from datetime import UTC, datetime

import msgspec
import pytest
from jsonschema import Draft202012Validator
from msgspec.json import decode, encode
from tests.support.fakes import MemoryStore
from tests.support.messages import MESSAGES
from tests.support.playing import LOG, Casino
from tests.support.webhooks import record_of

from croupier.domain.catalogue import DECIDERS, GAMES
from croupier.service.messages import message_of
from croupier.service.webhooks.ids import is_delivery, is_webhook, message_id, ping_id
from croupier.service.webhooks.messages import PING, entry_body, ping_body, type_of
from croupier.service.webhooks.selecting import EVENT_TAGS, KINDS, Selection

ID = "webhook-abcdefghijklmnop"


async def played() -> MemoryStore:
    """A log with a coup of baccarat, and the wallets of its players."""
    store = MemoryStore()
    casino = Casino(store)
    await casino.open("baccarat-a1")
    await casino.wallet("ann")
    await casino.sit("baccarat-a1", 1, "ann")
    await casino.coup("baccarat-a1", {1: 10})
    return store


def test_there_is_a_type_for_every_category_of_streams_and_one_for_tests() -> None:
    assert MESSAGES.keys() == {type_of(f"{name}-x") for name in DECIDERS} | {PING}
    assert all(re.fullmatch(r"[a-z_]+\.[a-z]+", name) for name in MESSAGES)


async def test_every_message_is_as_the_schema_of_its_type_says() -> None:
    store = await played()
    bodies = [entry_body(LOG, entry) for entry in store.entries[LOG]]
    for body in (*bodies, ping_body(ID, LOG, datetime(2026, 1, 1, tzinfo=UTC))):
        message = decode(body)
        assert list(message) == ["type", "timestamp", "data"]
        schema = msgspec.json.schema(MESSAGES[message["type"]])
        Draft202012Validator(schema).validate(message)
    types = {decode(body)["type"] for body in bodies}
    assert types == {"baccarat.entry", "wallet.entry"}


async def test_its_data_is_what_a_live_stream_tells() -> None:
    for entry in (await played()).entries[LOG]:
        body = entry_body(LOG, entry)
        assert body.endswith(b',"data":' + message_of(LOG, entry) + b"}")
        assert body == entry_body(LOG, entry)


def test_ids_are_alike_for_every_sending_and_have_no_full_stop() -> None:
    assert message_id(ID, 7) == message_id(ID, 7) == "msg_abcdefghijklmnop_7"
    assert message_id(ID, 7) != message_id("webhook-bbcdefghijklmnop", 7)
    assert "." not in ping_id(ID, "019b0000-0000-7000-8000-000000000001")


@pytest.mark.parametrize(
    "text", ["", "webhook-", "webhook-ABCDEFGHIJKLMNOP", f"{ID}\n", f"{ID}a", "x" * 9999]
)
def test_what_is_no_id_is_none(text: str) -> None:
    assert not is_webhook(text)
    assert not is_delivery(text)


def wants(asked: tuple[str, ...], stream: str, *events: str) -> bool:
    record = record_of(stream, 1, "x")
    return Selection(asked).wants(stream, encode({**record, "events": [{"type": event} for event in events]}))


def test_everything_is_wanted_by_a_star_even_an_entry_without_events() -> None:
    assert wants(("*",), "baccarat-a")
    assert wants(("tables", "*"), "wallet-a", "deposited")


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_wants_its_own_streams_alone(kind: str) -> None:
    of_kinds = {
        "tables": [f"{game}-a" for game in GAMES],
        "wallets": ["wallet-a"],
        "disputes": ["dispute-a"],
    }
    for name, streams in of_kinds.items():
        assert [wants((kind,), stream) for stream in streams] == [name == kind] * len(streams)


def test_an_event_is_wanted_wherever_it_happens_among_others() -> None:
    assert wants(("round-ended",), "fan-tan-a", "bet-settled", "round-ended")
    assert not wants(("round-ended",), "fan-tan-a", "bet-settled")
    assert not wants(("round-ended",), "fan-tan-a")


def test_what_no_version_knows_any_more_wants_nothing() -> None:
    assert "forgotten" not in EVENT_TAGS
    assert not wants(("forgotten",), "fan-tan-a", "forgotten")

"""Endpoints in PostgreSQL: who writes knows what he changes, one deliverer is at each, and notes grow old."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import psycopg
import pytest
import uuid_utils
from msgspec.structs import replace
from psycopg.errors import InsufficientPrivilege

from croupier.adapters.postgres import PostgresEventStore
from croupier.adapters.postgres.fetching import Fetcher
from croupier.adapters.postgres.retention import PostgresRetention
from croupier.adapters.postgres.session import ROLE, service_conninfo
from croupier.adapters.postgres.webhook_deliveries import PostgresDeliveries
from croupier.adapters.postgres.webhook_outboxes import PostgresOutboxes
from croupier.adapters.postgres.webhooks import PostgresWebhooks
from croupier.adapters.system import SystemEntropy
from croupier.service.ports import Append, NewEntry
from croupier.service.ports.webhooks import Asked, Delivery, Lag, Outbox, StoredWebhook
from croupier.service.retention import Kept, Retaining
from croupier.service.webhooks.ids import new_webhook
from croupier.service.webhooks.outbox import MOST_LAGS

NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)
ENTROPY = SystemEntropy()


@pytest.fixture
async def fetcher(postgres_url: str, log: str) -> AsyncIterator[Fetcher]:
    """Queries with the rights of the service; in the end no endpoint is left for other tests to send to."""
    fetcher = Fetcher(service_conninfo(postgres_url), 4, 10.0)
    await fetcher.open()
    yield fetcher
    await fetcher.all(int, "DELETE FROM webhooks WHERE starts_with(log, %(log)s) RETURNING 1", log=log)
    await fetcher.close()


def webhook(log: str, cursor: int = -1, **changed: Any) -> StoredWebhook:
    made = StoredWebhook(
        id=new_webhook(ENTROPY),
        log=log,
        url="https://example.com/hook",
        events=("round-ended", "wallets"),
        description="The back office's",
        created_at=NOW,
        secrets=b"sealed",
        outbox=Outbox(cursor),
        version=str(uuid4()),
    )
    return replace(made, **changed)


def changed(one: StoredWebhook, **what: Any) -> StoredWebhook:
    return replace(one, version=str(uuid4()), **what)


def delivery(one: StoredWebhook, at: datetime = NOW, **what: Any) -> Delivery:
    made = Delivery(
        str(uuid_utils.uuid7()),
        one.id,
        "msg_a_1",
        "wallet.entry",
        1,
        "wallet-a",
        1,
        at,
        "accepted",
        204,
        None,
        7,
    )
    return replace(made, **what)


async def test_an_endpoint_is_read_back_as_it_was_kept_and_by_its_own_log_alone(
    fetcher: Fetcher, log: str
) -> None:
    store = PostgresWebhooks(fetcher)
    lags = {"wallet-a": Lag(3, 1, NOW, NOW + timedelta(seconds=5.5))}
    outbox = Outbox(7, lags, 2, NOW, NOW - timedelta(days=1), (Asked("ping_a", None), Asked("msg_a_3", 3)))
    one = webhook(log, outbox=outbox, status="disabled", disabled_because="gone", disabled_at=NOW)
    assert await store.add(one, 20)
    assert await store.find(log, one.id) == one
    assert await store.find(f"{log}-other", one.id) is None
    await store.remove(f"{log}-other", one.id)
    assert not await store.change(changed(one, log=f"{log}-other"), one.version)
    assert await store.find(log, one.id) == one
    await store.remove(log, one.id)
    assert await store.find(log, one.id) is None


async def test_pages_are_in_the_order_of_ids(fetcher: Fetcher, log: str) -> None:
    store = PostgresWebhooks(fetcher)
    made = sorted([webhook(log) for _ in range(5)], key=lambda one: one.id)
    for one in reversed(made):
        await store.add(one, 20)
    await store.add(webhook(f"{log}-other"), 20)
    assert await store.page(log, "", 3) == made[:3]
    assert await store.page(log, made[2].id, 3) == made[3:]


async def test_of_many_that_are_added_at_once_no_more_are_kept_than_a_log_may_have(
    fetcher: Fetcher, log: str
) -> None:
    store = PostgresWebhooks(fetcher)
    added = await asyncio.gather(*(store.add(webhook(log), 5) for _ in range(12)))
    assert added.count(True) == 5
    assert len(await store.page(log, "", 100)) == 5
    assert await store.add(webhook(f"{log}-other"), 5)


async def test_adding_or_changing_it_again_after_a_lost_answer_is_doing_it_once(
    fetcher: Fetcher, log: str
) -> None:
    store = PostgresWebhooks(fetcher)
    one = webhook(log)
    assert await store.add(one, 1)
    assert await store.add(one, 1)
    other = changed(one, description="another")
    assert await store.change(other, one.version)
    assert await store.change(other, one.version)
    assert await store.page(log, "", 9) == [other]


async def test_of_two_who_change_what_they_both_read_one_wins(fetcher: Fetcher, log: str) -> None:
    store = PostgresWebhooks(fetcher)
    one = webhook(log)
    await store.add(one, 20)
    others = [changed(one, description=f"{n}") for n in range(6)]
    won = await asyncio.gather(*(store.change(other, one.version) for other in others))
    assert won.count(True) == 1
    assert await store.find(log, one.id) == others[won.index(True)]


async def due(outboxes: PostgresOutboxes, one: StoredWebhook, now: datetime = NOW) -> bool:
    return one.id in (await outboxes.look(now, 10_000)).due


async def entries(store: PostgresEventStore, log: str, number: int) -> None:
    for revision in range(1, number + 1):
        await store.append(Append(log, (NewEntry("wallet-a", revision, b"{}"),)))


async def test_an_endpoint_is_due_when_its_log_is_ahead_and_only_then(
    fetcher: Fetcher, store: PostgresEventStore, log: str
) -> None:
    await entries(store, log, 3)
    kept, outboxes = PostgresWebhooks(fetcher), PostgresOutboxes(fetcher)
    soon, full = NOW + timedelta(seconds=1), dict.fromkeys(map(str, range(MOST_LAGS)), Lag(0, 1, NOW, NOW))
    waiting = {"wallet-a": Lag(1, 1, NOW, NOW)}
    later = {"wallet-a": Lag(1, 1, NOW, soon)}
    disabled: dict[str, Any] = {"status": "disabled", "disabled_at": NOW}
    are_due = [
        webhook(log, 1),
        webhook(log, outbox=Outbox(2, waiting)),
        webhook(log, outbox=Outbox(2, full)),
        webhook(log, outbox=Outbox(1, rest_until=NOW)),
        webhook(log, outbox=Outbox(2, later, unavailable=1, rest_until=NOW)),
        webhook(log, outbox=Outbox(2, asked=(Asked("ping_a", None),)), **disabled),
        webhook(log, outbox=Outbox(2, asked=(Asked("ping_a", None),), rest_until=soon)),
    ]
    are_not = [
        webhook(log, 2),
        webhook(log, 1, **disabled),
        webhook(log, outbox=Outbox(1, rest_until=soon)),
        webhook(log, outbox=Outbox(2, later)),
        webhook(log, outbox=Outbox(2, waiting, rest_until=soon)),
        webhook(log, outbox=Outbox(1, {name: replace(lag, next_at=soon) for name, lag in full.items()})),
        webhook(f"{log}-empty", -1),
    ]
    for one in are_due + are_not:
        await kept.add(one, 100)
    assert [await due(outboxes, one) for one in are_due] == [True] * len(are_due)
    assert [await due(outboxes, one) for one in are_not] == [False] * len(are_not)


async def test_one_holds_an_endpoint_until_he_lets_it_go_or_is_late(
    fetcher: Fetcher, store: PostgresEventStore, log: str
) -> None:
    await entries(store, log, 1)
    kept, outboxes = PostgresWebhooks(fetcher), PostgresOutboxes(fetcher)
    one, until = webhook(log), NOW + timedelta(seconds=60)
    await kept.add(one, 20)
    held = await asyncio.gather(*(outboxes.hold(one.id, f"{n}", NOW, until) for n in range(4)))
    (holder,) = [n for n, found in enumerate(held) if found]
    assert held[holder] == one
    assert not await due(outboxes, one)
    assert await outboxes.hold(one.id, f"{holder}", NOW, until) == one
    await outboxes.release(one.id, "somebody")
    assert await outboxes.hold(one.id, "another", NOW, until) is None
    await outboxes.release(one.id, f"{holder}")
    assert await due(outboxes, one)
    assert await outboxes.hold(one.id, "another", NOW, until) == one
    assert await outboxes.hold(one.id, "late", until, until + timedelta(seconds=60)) == one
    assert await outboxes.hold("webhook-none", "late", until, until) is None


async def test_who_was_looked_at_longest_ago_comes_first(
    fetcher: Fetcher, store: PostgresEventStore, log: str
) -> None:
    await entries(store, log, 1)
    kept, outboxes = PostgresWebhooks(fetcher), PostgresOutboxes(fetcher)
    made = [webhook(log) for _ in range(3)]
    for one in made:
        await kept.add(one, 20)
    for seconds, one in enumerate((made[1], made[2], made[0])):
        at = NOW + timedelta(seconds=seconds)
        await outboxes.hold(one.id, "me", at, at)
    found = (await outboxes.look(NOW + timedelta(days=1), 10_000)).due
    assert [id for id in found if id in {one.id for one in made}] == [made[1].id, made[2].id, made[0].id]


async def test_a_round_is_settled_on_what_was_read_and_noted_in_any_case(fetcher: Fetcher, log: str) -> None:
    kept, outboxes, notes = PostgresWebhooks(fetcher), PostgresOutboxes(fetcher), PostgresDeliveries(fetcher)
    one = webhook(log)
    await kept.add(one, 20)
    after, sent = changed(one, outbox=Outbox(5)), delivery(one)
    assert await outboxes.settle(after, one.version, [sent])
    assert await outboxes.settle(after, one.version, [sent])  # its answer was lost
    assert await kept.find(log, one.id) == after
    late, also = (
        changed(one, outbox=Outbox(3)),
        delivery(one, outcome="failed", status=None, failure="timeout"),
    )
    assert not await outboxes.settle(late, one.version, [also])
    assert await kept.find(log, one.id) == after
    assert await notes.of_webhook(one.id, None, 9) == [also, sent]
    await kept.remove(log, one.id)
    assert not await outboxes.settle(changed(after), after.version, [])


async def test_deliveries_are_read_the_latest_first_by_page_outcome_and_message(
    fetcher: Fetcher, log: str
) -> None:
    kept, outboxes, notes = PostgresWebhooks(fetcher), PostgresOutboxes(fetcher), PostgresDeliveries(fetcher)
    one = webhook(log)
    await kept.add(one, 20)
    failed: dict[str, Any] = {
        "outcome": "failed",
        "status": 500,
        "failure": "status",
        "next_at": NOW + timedelta(hours=1),
    }
    sent = [delivery(one, message=f"msg_a_{n}", **(failed if n % 2 else {})) for n in range(6)]
    ping = delivery(one, message="ping_a", type="webhook.ping", position=None, stream=None)
    assert await outboxes.settle(changed(one), one.version, [*sent, ping])
    assert await notes.of_webhook(one.id, None, 3) == [ping, sent[5], sent[4]]
    assert await notes.of_webhook(one.id, sent[4].id, 9) == sent[3::-1]
    assert await notes.of_webhook(one.id, None, 9, "failed") == sent[5::-2]
    assert await notes.of_webhook(one.id, None, 9, None, "msg_a_2") == [sent[2]]
    assert await notes.find(one.id, sent[2].id) == sent[2]
    assert await notes.find(webhook(log).id, sent[2].id) is None


async def test_old_deliveries_are_removed_and_young_ones_stay(fetcher: Fetcher, log: str) -> None:
    kept, outboxes, notes = PostgresWebhooks(fetcher), PostgresOutboxes(fetcher), PostgresDeliveries(fetcher)
    one, now = webhook(log), datetime.now(UTC)
    await kept.add(one, 20)
    ids = [f"00000000-0000-7000-8000-{n:012x}" for n in range(3)]
    old = [delivery(one, now - timedelta(days=8), id=id) for id in ids]
    young = delivery(one, now - timedelta(days=6))
    await outboxes.settle(changed(one), one.version, [*old, young])
    removed: dict[str, int] = {}

    def trouble(what: str, error: Exception) -> None:
        raise error

    await Retaining(PostgresRetention(fetcher), Kept(36_500, 36_500, 7), removed.__setitem__, trouble).look()
    assert removed["deliveries"] >= 3
    assert await notes.of_webhook(one.id, None, 9) == [young]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE croupier.webhook_deliveries SET outcome = 'accepted'",
        "DELETE FROM croupier.webhook_deliveries",
        "TRUNCATE croupier.webhook_deliveries",
        "TRUNCATE croupier.webhooks",
        "ALTER TABLE croupier.webhooks DISABLE TRIGGER ALL",
    ],
)
def test_the_service_changes_no_note_of_a_delivery(postgres_url: str, statement: str) -> None:
    with psycopg.connect(postgres_url) as connection:
        connection.execute(f"SET ROLE {ROLE}")
        with pytest.raises(InsufficientPrivilege):
            connection.execute(statement)

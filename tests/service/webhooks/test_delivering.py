"""Delivery from the log: in order within a table, over days of failure, and nothing is lost."""

import asyncio
from datetime import timedelta
from itertools import pairwise

import pytest
from msgspec.structs import replace
from tests.support.webhooks import AWAY, BUSY, GONE, LOG, OK, REFUSED, WEBHOOK, Post, failing, in_order

from croupier.service.ports.webhooks import Answered, Asked
from croupier.service.webhooks.batches import MOST_FRESH, MOST_LOOKED_AT, MOST_WAITING
from croupier.service.webhooks.courier import Terms
from croupier.service.webhooks.outbox import MOST_LAGS, rewound
from croupier.service.webhooks.schedule import ATTEMPTS, DELAYS

A, B, C = "baccarat-a", "baccarat-b", "wallet-c"


async def test_everything_comes_once_and_in_order_where_all_is_well() -> None:
    post = Post()
    await post.happen(*[A, B, C] * MOST_FRESH)
    await post.deliver()
    assert sorted(position for _, position in post.received) == list(range(3 * MOST_FRESH))
    assert in_order(post.received)
    assert post.outbox.cursor == 3 * MOST_FRESH - 1
    assert not post.outbox.lags


async def test_only_what_is_wanted_is_sent() -> None:
    post = Post(events=("bet-placed", "wallets"))
    await post.happen(A, C, B)
    await post.happen(B, event="bet-placed")
    await post.deliver()
    assert sorted(post.received) == [(B, 3), (C, 1)]


async def test_a_long_stretch_of_what_is_not_wanted_is_passed_in_rounds() -> None:
    post = Post(events=("bet-placed",))
    await post.happen(*[A] * (MOST_LOOKED_AT + 1))
    assert await post.courier.round(post.webhook)
    assert post.outbox.cursor == MOST_LOOKED_AT - 1
    await post.deliver()
    assert post.outbox.cursor == MOST_LOOKED_AT
    assert post.letters == []


async def test_a_failing_table_waits_and_others_go_on() -> None:
    post = Post()
    post.receiver = failing(A)
    await post.happen(A, B, A, C, B)
    await post.deliver()
    assert sorted(post.received) == [(B, 1), (B, 4), (C, 3)]
    assert post.attempts(A, 0) == 1
    assert post.attempts(A, 2) == 0
    post.receiver = lambda stream, position: OK
    await post.deliver_for(seconds=6)
    assert post.received[3:] == [(A, 0), (A, 2)]


async def test_a_message_is_tried_ten_times_over_three_days_and_then_given_up() -> None:
    post = Post()
    post.receiver = lambda stream, position: REFUSED if position == 0 else OK
    await post.happen(A, A)
    began = post.clock.now()
    for _ in range(20):
        await post.happen(B)  # so that the endpoint as a whole is not failing
        await post.deliver_for(hours=5)
    assert post.attempts(A, 0) == ATTEMPTS
    assert (A, 1) in post.received
    told = [one for one in post.webhooks.deliveries if one.position == 0]
    assert [one.attempt for one in told] == list(range(1, ATTEMPTS + 1))
    assert [one.outcome for one in told] == ["failed"] * (ATTEMPTS - 1) + ["given-up"]
    assert told[-1].next_at is None
    waited = [(later.at - one.at).total_seconds() for one, later in pairwise(told)]
    assert all(least <= some <= 1.2 * least + 1 for some, least in zip(waited, DELAYS, strict=True))
    assert timedelta(days=3) < told[-1].at - began < timedelta(days=4)
    assert not post.outbox.lags


async def test_each_failure_says_when_the_next_attempt_is() -> None:
    post = Post()
    post.receiver = failing(A)
    await post.happen(A)
    await post.deliver()
    (delivery,) = post.webhooks.deliveries
    assert delivery.next_at == post.outbox.lags[A].next_at


async def test_an_endpoint_that_is_away_is_left_alone_longer_and_longer_but_never_long() -> None:
    post = Post()
    post.receiver = lambda stream, position: AWAY
    for _ in range(24 * 12):
        await post.happen(A, B, C)
        await post.deliver_for(minutes=5)
    assert 24 * 11 < len(post.tried) < 24 * 14
    post.receiver = lambda stream, position: OK
    await post.happen(C)
    await post.deliver_for(minutes=7)
    assert len(set(post.received)) == len(post.store.entries[LOG])
    assert in_order(post.received)


async def test_what_an_outage_left_waiting_is_sent_at_once_when_it_is_over() -> None:
    post = Post()
    post.receiver = lambda stream, position: AWAY
    await post.happen(A, B)
    await post.deliver_for(hours=12)
    assert len(post.outbox.lags) == 2
    post.receiver = lambda stream, position: OK
    await post.happen(C)
    await post.deliver_for(minutes=6)
    assert {stream for stream, _ in post.received} == {A, B, C}


@pytest.mark.parametrize("answered", [AWAY, REFUSED], ids=["away", "refusing"])
async def test_an_endpoint_that_accepts_nothing_for_three_days_is_disabled_and_loses_nothing(
    answered: Answered,
) -> None:
    post = Post()
    post.receiver = lambda stream, position: answered
    for _ in range(4 * 24):
        await post.happen(A, B)
        await post.deliver_for(hours=1)
    assert (post.webhook.status, post.webhook.disabled_because) == ("disabled", "failing")
    assert post.webhook.disabled_at and post.outbox.failing_since
    assert post.webhook.disabled_at - post.outbox.failing_since >= timedelta(days=3)
    assert [one.id for one in post.told] == [WEBHOOK]
    tried = len(post.tried)
    await post.deliver_for(days=3)
    assert len(post.tried) == tried
    assert all(one.outcome == "failed" for one in post.webhooks.deliveries)


async def test_gone_disables_at_once() -> None:
    post = Post()
    post.receiver = lambda stream, position: GONE
    await post.happen(A, B, C)
    await post.deliver_for(days=1)
    assert (post.webhook.status, post.webhook.disabled_because) == ("disabled", "gone")
    assert len(post.tried) <= 3
    assert [one.disabled_because for one in post.told] == ["gone"]


async def test_retry_after_is_waited_for_by_the_endpoint_that_is_busy() -> None:
    post = Post()
    post.receiver = lambda stream, position: replace(AWAY, status=429, failure="status", retry_after=3600.0)
    await post.happen(A, B)
    await post.deliver()
    tried = len(post.tried)
    await post.deliver_for(minutes=59)
    assert len(post.tried) == tried
    post.receiver = lambda stream, position: OK
    await post.deliver_for(minutes=2)
    assert set(post.received) == {(A, 0), (B, 1)}


async def test_retry_after_of_one_message_makes_only_its_table_wait() -> None:
    post = Post()
    post.receiver = failing(A, replace(REFUSED, retry_after=7200.0))
    await post.happen(A, B)
    await post.deliver_for(minutes=110)
    assert post.attempts(A, 0) == 1
    assert post.received == [(B, 1)]
    await post.deliver_for(minutes=11)
    assert post.attempts(A, 0) == 2


async def test_nobody_can_ask_for_a_retry_after_a_day() -> None:
    post = Post()
    post.receiver = failing(A, replace(REFUSED, retry_after=1e9))
    await post.happen(A, B)
    await post.deliver_for(hours=25)
    assert post.attempts(A, 0) == 2


async def test_so_many_tables_may_wait_and_then_the_cursor_stops_until_there_is_room() -> None:
    post = Post()
    post.receiver = lambda stream, position: OK if stream == C else REFUSED
    tables = [f"baccarat-{n}" for n in range(MOST_LAGS + 10)]
    await post.happen(*tables, C)
    await post.deliver()
    assert len(post.outbox.lags) == MOST_LAGS
    assert post.outbox.cursor == MOST_LAGS - 1
    assert post.received == []
    post.receiver = lambda stream, position: OK
    await post.deliver_for(minutes=1)
    assert len(set(post.received)) == len(tables) + 1


async def test_a_table_with_much_waiting_is_sent_in_portions_and_in_order() -> None:
    post = Post()
    post.receiver = failing(A)
    await post.happen(*[A] * (3 * MOST_WAITING))
    await post.deliver()
    assert post.outbox.cursor == 3 * MOST_WAITING - 1
    post.receiver = lambda stream, position: OK
    await post.happen(A, B)
    await post.deliver_for(seconds=10)
    assert [position for stream, position in post.received if stream == A] == list(
        range(3 * MOST_WAITING + 1)
    )
    assert not post.outbox.lags


async def test_what_was_sent_and_not_noted_is_sent_again_under_the_same_id() -> None:
    post = Post()
    await post.happen(A, A, B)
    post.webhooks.settling = False
    with pytest.raises(ConnectionError):
        await post.courier.round(post.webhook)
    post.webhooks.settling = True
    await post.deliver()
    messages = [letter.message for letter in post.letters]
    assert sorted(messages[:3]) == sorted(messages[3:])
    assert len(set(messages)) == 3
    assert in_order(post.received)


async def test_a_courier_that_read_the_endpoint_long_ago_changes_nothing_and_disorders_nothing() -> None:
    post = Post()
    await post.happen(A, B, A)
    stale = post.webhook
    await post.deliver()
    await post.happen(A, B)
    await post.deliver()
    now = post.outbox
    await post.courier.round(stale)
    assert post.outbox == now
    assert in_order(post.received)


async def test_a_replay_sends_all_from_a_position_on_again_in_order() -> None:
    post = Post()
    await post.happen(A, B, A, C)
    await post.deliver()
    first, post.received = list(post.received), []
    post.webhooks.kept[WEBHOOK] = replace(post.webhook, outbox=replace(post.outbox, cursor=0))
    await post.deliver()
    assert sorted(post.received) == sorted(entry for entry in first if entry[1] >= 1)
    assert in_order(post.received)


async def test_a_replay_is_under_way_until_it_is_where_it_began() -> None:
    post = Post()
    await post.happen(*[A, B] * MOST_FRESH)
    await post.deliver()
    last = 2 * MOST_FRESH - 1
    post.webhooks.kept[WEBHOOK] = replace(post.webhook, outbox=rewound(post.outbox, 0))
    assert await post.courier.round(post.webhook)
    under_way = post.outbox
    assert (under_way.cursor, under_way.replayed_to) == (MOST_FRESH - 1, last)
    await post.deliver()
    assert post.outbox.cursor == last
    assert post.outbox.replayed_to is None
    assert rewound(post.outbox, last + 1).replayed_to is None, "there is nothing to be sent again"


async def test_a_long_stretch_of_the_log_lets_others_have_their_turns() -> None:
    post, turns = Post(events=("bet-placed",)), 0

    async def others() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    await post.happen(*[A] * MOST_LOOKED_AT)
    busy = asyncio.create_task(others())
    await post.courier.round(post.webhook)
    busy.cancel()
    assert turns >= MOST_LOOKED_AT // 200 - 1, "the last of them ends the round"


async def test_that_the_service_was_busy_is_nothing_against_an_endpoint_nor_against_a_message() -> None:
    post = Post()
    post.receiver = lambda stream, position: BUSY
    await post.happen(A, B, A)
    await post.deliver()
    assert post.outbox.rest_until
    assert 0 < (post.outbox.rest_until - post.clock.now()).total_seconds() <= 6
    await post.deliver_for(minutes=10)
    assert (post.webhook.status, post.outbox.unavailable, post.outbox.failing_since) == ("enabled", 0, None)
    assert {(one.outcome, one.failure, one.attempt) for one in post.webhooks.deliveries} == {
        ("failed", "busy", 1)
    }
    post.receiver = lambda stream, position: OK
    await post.deliver_for(seconds=12)
    assert sorted(post.received) == [(A, 0), (A, 2), (B, 1)]
    assert in_order(post.received)


async def test_an_endpoint_that_is_tried_anew_is_so_too_where_the_service_is_busy() -> None:
    post = Post()
    post.receiver = lambda stream, position: AWAY
    await post.happen(A, B)
    await post.deliver_for(minutes=1)
    rounds, tried = post.outbox.unavailable, len(post.tried)
    post.receiver = lambda stream, position: BUSY
    await post.deliver_for(minutes=1)
    assert post.outbox.unavailable == rounds
    assert tried < len(post.tried) < tried + 30
    post.receiver = lambda stream, position: OK
    await post.deliver_for(minutes=1)
    assert sorted(post.received) == [(A, 0), (B, 1)]


async def test_what_an_operator_asks_for_is_sent_once_also_while_the_endpoint_rests_or_is_disabled() -> None:
    post = Post()
    post.receiver = lambda stream, position: AWAY
    await post.happen(A)
    await post.deliver()
    for status in ("enabled", "disabled"):
        asked = (Asked("ping_a_1", None), Asked(f"msg_{'a' * 16}_0", 0))
        at = post.clock.now() if status == "disabled" else None
        changed = replace(post.webhook, status=status, disabled_at=at)
        post.webhooks.kept[WEBHOOK] = replace(changed, outbox=replace(changed.outbox, asked=asked))
        post.letters.clear()
        await post.deliver()
        assert [letter.message for letter in post.letters] == ["ping_a_1", f"msg_{'a' * 16}_0"]
        assert post.outbox.asked == ()
        assert post.outbox.lags[A].head == 0


async def test_without_anything_to_send_nothing_is_written() -> None:
    post = Post()
    before = post.webhook
    assert not await post.courier.round(before)
    assert post.webhook is before


async def test_a_message_that_times_out_is_given_up_too_and_keeps_no_other_table_from_its_own() -> None:
    post = Post()
    post.receiver = failing(A, replace(AWAY, failure="timeout"))
    await post.happen(A)
    for _ in range(20):
        await post.happen(B, C)
        await post.deliver_for(hours=5)
    assert sum(one.outcome == "given-up" for one in post.webhooks.deliveries) == 1
    assert len(post.received) == 40
    assert post.webhook.status == "enabled"


async def test_an_endpoint_that_is_away_for_a_week_has_nothing_given_up_however_long_it_may_fail() -> None:
    post = Post(terms=Terms(days=30))
    post.receiver = lambda stream, position: AWAY
    await post.happen(A, B, A)
    await post.deliver_for(days=8)
    assert {one.outcome for one in post.webhooks.deliveries} == {"failed"}
    post.receiver = lambda stream, position: OK
    await post.deliver_for(minutes=6)
    assert set(post.received) == {(A, 0), (B, 1), (A, 2)}

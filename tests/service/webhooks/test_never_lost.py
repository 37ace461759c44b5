"""Whatever fails, whoever crashes, and however many deliver: each table's entries come in order, and all.

A machine lets things happen in a log and to its couriers in any order. At every acceptance all that came
before in the same stream was accepted or given up; and once all is well, nothing is missing.
"""

import asyncio

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from msgspec.structs import replace
from tests.support.webhooks import AWAY, LOG, OK, REFUSED, WEBHOOK, Post

from croupier.service.ports.webhooks import Answered, StoredWebhook
from croupier.service.webhooks.courier import Terms
from croupier.service.webhooks.outbox import awakened, rewound

STREAMS = ["baccarat-a", "baccarat-b", "fan-tan-c", "wallet-d", "wallet-e", "wallet-f"]
HAPPENING = st.lists(st.sampled_from(STREAMS), max_size=8)
FAILING = st.dictionaries(
    st.sampled_from(STREAMS),
    st.sampled_from([REFUSED, AWAY, replace(REFUSED, retry_after=600.0)]),
    max_size=3,
)
SECONDS = st.sampled_from([0, 0, 6, 400, 100_000])


class Delivering(RuleBasedStateMachine):
    """A log, an endpoint that takes some streams and not others, and couriers that come and go."""

    def __init__(self) -> None:
        super().__init__()
        self.post = Post(terms=Terms(days=30))
        self.failing: dict[str, Answered] = {}
        self.post.receiver = lambda stream, position: self.failing.get(stream, OK)
        self.stale: StoredWebhook = self.post.webhook
        self.looked_at = 0

    @rule(streams=HAPPENING, failing=FAILING, seconds=SECONDS)
    def a_round_is_sent(self, streams: list[str], failing: dict[str, Answered], seconds: int) -> None:
        self._meanwhile(streams, failing, seconds)
        asyncio.run(self._round(self.post.webhook))

    @rule(streams=HAPPENING, failing=FAILING, seconds=SECONDS)
    def a_process_is_killed_after_sending(
        self, streams: list[str], failing: dict[str, Answered], seconds: int
    ) -> None:
        self._meanwhile(streams, failing, seconds)
        self.post.webhooks.settling = False
        asyncio.run(self._round(self.post.webhook))
        self.post.webhooks.settling = True

    @rule()
    def a_process_reads_and_is_held_up(self) -> None:
        self.stale = self.post.webhook

    @rule(streams=HAPPENING, failing=FAILING)
    def the_process_that_was_held_up_goes_on(self, streams: list[str], failing: dict[str, Answered]) -> None:
        self._meanwhile(streams, failing, 0)
        asyncio.run(self._round(self.stale))

    @rule(streams=HAPPENING, failing=FAILING, seconds=SECONDS)
    def two_send_at_once(self, streams: list[str], failing: dict[str, Answered], seconds: int) -> None:
        self._meanwhile(streams, failing, seconds)

        async def both() -> None:
            await asyncio.gather(self._round(self.post.webhook), self._round(self.post.webhook))

        asyncio.run(both())

    @precondition(lambda self: self.post.outbox.cursor >= 0)
    @rule(share=st.floats(0, 1))
    def the_operator_replays(self, share: float) -> None:
        first = round(share * (self.post.outbox.cursor + 1))
        self._edit(replace(self.post.webhook, outbox=rewound(self.post.outbox, first)))

    @rule()
    def the_operator_disables_and_enables(self) -> None:
        self._edit(replace(self.post.webhook, status="disabled", disabled_at=self.post.clock.now()))
        asyncio.run(self._round(self.post.webhook))
        self.the_operator_enables()

    def the_operator_enables(self) -> None:
        woken = awakened(self.post.outbox, self.post.clock.now())
        self._edit(replace(self.post.webhook, status="enabled", disabled_at=None, outbox=woken))

    @invariant()
    def nothing_overtakes_what_came_before_it_in_its_stream(self) -> None:
        given_up = {one.position for one in self.post.webhooks.settled if one.outcome == "given-up"}
        done = {position for _, position in self.post.received[: self.looked_at]}
        for stream, position in self.post.received[self.looked_at :]:
            before = [one.position for one in self.post.store.entries[LOG][:position] if one.stream == stream]
            assert set(before) <= done | given_up
            done.add(position)
        self.looked_at = len(self.post.received)

    def teardown(self) -> None:
        self.failing = {}
        self.the_operator_enables()
        asyncio.run(self.post.deliver_for(days=2))
        self.nothing_overtakes_what_came_before_it_in_its_stream()
        given_up = {one.position for one in self.post.webhooks.settled if one.outcome == "given-up"}
        came = {position for _, position in self.post.received}
        assert came | given_up == set(range(len(self.post.store.entries[LOG])))
        assert not self.post.outbox.lags

    def _meanwhile(self, streams: list[str], failing: dict[str, Answered], seconds: int) -> None:
        """Entries are appended, the endpoint changes its mind about what it takes, and time passes."""
        asyncio.run(self.post.happen(*streams))
        self.failing = failing
        self.post.clock.on(seconds)

    async def _round(self, webhook: StoredWebhook) -> None:
        try:
            await self.post.courier.round(webhook)
        except ConnectionError:
            assert not self.post.webhooks.settling

    def _edit(self, webhook: StoredWebhook) -> None:
        self.post.webhooks.kept[WEBHOOK] = replace(webhook, version=self.post.entropy.entry_id())


TestDelivering = Delivering.TestCase
TestDelivering.settings = settings(max_examples=40, stateful_step_count=15, deadline=None)

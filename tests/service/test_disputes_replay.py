"""What a replay says of rulings: those of the service are clean, and none can be forged or half undone."""

from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.support.bundling import bundled, verified
from tests.support.bundling import codes as bundle_codes
from tests.support.court import TABLE, Court, played
from tests.support.disputes import DEADLINES, DISPUTE, PAUL, VERA, pays
from tests.support.playing import LOG, play_at_random, player
from tests.support.tampering import codes, renumber, replayed, rewrite_at

from croupier.domain.catalogue import GAMES
from croupier.domain.decider import Rejected
from croupier.domain.disputes.commands import (
    Comment,
    OpenDispute,
    RejectDispute,
    TakeDispute,
    Transfer,
    UpholdDispute,
)
from croupier.domain.disputes.evidence import BoundDeck, SeatedPlayer
from croupier.domain.games.baccarat.commands import Deal, StartRound
from croupier.domain.games.game import Game
from croupier.domain.table.commands import Leave, OpenTable, TakeSeat, TopUp, VoidRound
from croupier.domain.wallet.commands import Correct, Withdraw
from croupier.service.bundles.selections import Asked
from croupier.service.disputes.reading import dispute_answer
from croupier.service.handling import Order
from croupier.service.ports import Entry
from croupier.service.replay import OneJudge, Revealed, replay, reveals

ROUND = f"{TABLE}.1"
Tamper = Callable[[list[Entry]], None]


async def ruled() -> Court:
    """Ann's dispute was upheld, the house and bob have paid."""
    court = await played()
    await court.uphold(await court.open("ann", ROUND), pays("house", "ann", 25), pays("bob", "ann", 5))
    return court


def drop(stream: str) -> Tamper:
    """Take the last entry of the stream out and close the gap, as if it had never been."""

    def tamper(entries: list[Entry]) -> None:
        position = max(entry.position for entry in entries if entry.stream == stream)
        del entries[position]
        renumber(entries)

    return tamper


async def test_a_ruling_replays_clean_and_the_chips_add_up() -> None:
    report = await replayed((await ruled()).casino)
    assert report.findings == ()
    assert report.chips
    assert report.chips.in_wallets + report.chips.on_tables == report.chips.deposited == 3_000_000


async def test_it_replays_clean_by_what_the_log_itself_reveals() -> None:
    court = await ruled()
    await court.casino.give(TABLE, StartRound())
    await court.void()
    seeds = Revealed(await reveals(court.store.read_log(LOG)))
    assert (await replay(court.store, LOG, OneJudge(seeds, "0.1.0+test"), go_on=True)).findings == ()


@pytest.mark.parametrize(
    ("tamper", "code"),
    [
        (drop(TABLE), "transfer-broken"),
        (drop("wallet-ann"), "transfer-broken"),
        (drop("wallet-bob"), "transfer-broken"),
        (rewrite_at(b'"corrected"', rb'"balance":[0-9]', b'"balance":7'), "events-differ"),
        (rewrite_at(b'"dispute-upheld"', rb'("moved":.*"amount":)30', rb"\g<1>31"), "events-differ"),
        (rewrite_at(b'"dispute-upheld"', rb'"amount":25', b'"amount":26'), "events-differ"),
        (rewrite_at(b'"house-corrected"', rb'"amount":-25', b'"amount":-24'), "transfer-broken"),
        (rewrite_at(b'"dispute-upheld"', rb'"role":"auditor"', b'"role":"operator"'), "command-refused"),
        (rewrite_at(b'"evidence-attached"', rb'"digest":"..', b'"digest":"00'), "events-differ"),
    ],
)
async def test_a_ruling_that_was_tampered_with_is_found(tamper: Tamper, code: str) -> None:
    court = await ruled()
    tamper(court.store.entries[LOG])
    assert code in codes(await replayed(court.casino))


async def test_a_correction_that_no_ruling_ordered_is_found() -> None:
    court = await ruled()
    await court.casino.give("wallet-eve", Correct("dispute-k3vq7m2abcdefghi", 1_000_000), VERA)
    assert codes(await replayed(court.casino)) == ["transfer-broken"]


async def test_a_ruling_whose_last_correction_is_cut_off_the_log_is_found() -> None:
    court = await ruled()
    entries = court.store.entries[LOG]
    entries.pop()
    assert codes(await replayed(court.casino)) == ["transfer-broken"]


async def test_a_correction_of_another_amount_is_found() -> None:
    court = await ruled()
    entries = court.store.entries[LOG]
    position = next(one.position for one in entries if b'"corrected"' in one.record)
    record = entries[position].record.replace(b'"amount":30', b'"amount":31').replace(b"990030", b"990031")
    entries[position] = replace(entries[position], record=record)
    assert "transfer-broken" in codes(await replayed(court.casino))


# Evidence


async def forged(court: Court, round_id: str = ROUND, **changes: Any) -> None:
    """The service's own machinery appends a dispute of ann's with evidence that somebody has changed."""
    evidence = replace(await court.room.of_round(LOG, ROUND), **changes)
    command = OpenDispute(round_id, "ann", "I was not paid.", evidence, DEADLINES)
    order = Order(LOG, DISPUTE, command, player("ann"), opens=True)
    await court.casino.handling.handle(order, dispute_answer(court.clock.now))


async def test_disputes_on_rounds_ended_voided_and_long_past_replay_clean() -> None:
    court = await played()
    await court.casino.give(TABLE, StartRound())
    await court.void()
    await court.casino.give(TABLE, Leave(), player("bob"))
    for _ in range(3):
        await court.casino.coup(TABLE, {1: 10})
    for number, name in ((1, "bob"), (2, "bob"), (2, "ann"), (4, "ann"), (5, "ann")):
        await court.open(name, f"{TABLE}.{number}")
    assert (await replayed(court.casino)).findings == ()
    assert not bundle_codes(verified(await bundled(court.casino)))


def opening(game: Game) -> OpenTable[Any, Any]:
    """A table of the game's with low limits and, at punto banco, a shoe that runs out."""
    limits = {name: most for name, most in (("min", 1), ("max", 50)) if name in game.limits.__struct_fields__}
    rules = {"decks": 1, "cut_card": 30} if game.name == "baccarat" else {}
    return OpenTable(game.limits(**limits), game.rules(**rules))


@pytest.mark.parametrize("game", GAMES)
async def test_a_dispute_on_any_round_of_any_game_replays_clean(game: str) -> None:
    court, opened = Court(), 0
    for seed, end in enumerate("abcdefgh", start=23):
        table = f"{game}-k3vq7m2abcd{end}"
        await play_at_random(court.casino, table, Random(seed), 200, end, opening=opening(GAMES[game]))
        state = await court.casino.table(table)
        for number in range(1, state.round + 1 - state.in_round):
            evidence = await court.room.of_round(LOG, f"{table}.{number}")
            assert len(evidence.decks) == 1
            for one in evidence.players[:1]:
                await court.open(one.player, f"{table}.{number}")
                opened += 1
    assert opened
    assert (await replayed(court.casino)).findings == ()


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"players": (SeatedPlayer(1, "ann"), SeatedPlayer(5, "eve"))}, "players"),
        ({"players": (SeatedPlayer(1, "ann"), SeatedPlayer(5, "bob"), SeatedPlayer(9, "eve"))}, "players"),
        ({"digest": "0" * 64}, "digest"),
        ({"first": 0}, "first"),
        ({"last": 5}, "last"),
        ({"records": 3}, "records"),
        ({"decks": (BoundDeck(f"{TABLE}/1", "8e" * 32),)}, "decks"),
        ({"decks": ()}, "decks"),
        ({"size": 1_000, "root": "a0" * 32}, "size"),
    ],
)
async def test_evidence_that_is_not_what_the_log_has_of_the_round_is_found(
    changes: dict[str, Any], told: str
) -> None:
    court = await played()
    await forged(court, **changes)
    (finding,) = (await replayed(court.casino)).findings
    assert (finding.code, finding.stream) == ("evidence-differs", DISPUTE)
    assert finding.detail.endswith(f"of round {ROUND}: {told}")
    assert bundle_codes(verified(await bundled(court.casino))) == ["evidence-differs"]


@pytest.mark.parametrize("round_id", [f"{TABLE}.2", f"{TABLE}.3", "baccarat-zzzzzzz.1", "no-game-a2.1"])
async def test_evidence_of_a_round_that_does_not_exist_or_is_not_over_is_found(round_id: str) -> None:
    court = await played()
    await court.casino.give(TABLE, StartRound())
    await forged(court, round_id)
    assert codes(await replayed(court.casino)) == ["evidence-differs"]


async def test_an_invented_dispute_does_not_take_chips_unnoticed() -> None:
    court = await played()
    await forged(court, players=(SeatedPlayer(1, "ann"), SeatedPlayer(5, "eve")))
    await court.uphold(DISPUTE, pays("eve", "ann", 500))
    assert await court.balance("eve") == 999_500
    assert codes(await replayed(court.casino)) == ["evidence-differs"]


async def test_a_round_that_began_before_a_span_is_not_judged_by_it() -> None:
    court = await played()
    await court.casino.coup(TABLE, {1: 10})
    second = len(court.store.entries[LOG])
    await court.open("ann", ROUND)
    await court.open("bob", f"{TABLE}.2")
    for first in (second - 1, second):
        report = verified(await bundled(court.casino, Asked(first, second + 1)))
        assert not bundle_codes(report)


class Crowd:
    """Whatever somebody may want to do at a table and in its disputes, sensible or not."""

    def __init__(self, court: Court, random: Random) -> None:
        self.court, self.random = court, random
        self.disputes: list[str] = []

    async def act(self) -> None:
        """One thing; the rules may refuse it."""
        deeds = (self.play, self.play, self.come_and_go, self.dispute, self.speak, self.rule)
        with suppress(Rejected):
            await self.random.choice(deeds)()

    def name(self) -> str:
        return self.random.choice(("ann", "bob", "eve"))

    async def play(self) -> None:
        casino, name = self.court.casino, self.name()
        table = await casino.table(TABLE)
        if not table.in_round:
            await casino.give(TABLE, StartRound())
        elif (seat := table.seat_of(name)) and self.random.random() < 0.6:
            await casino.bet(TABLE, seat, self.random.choice(("player", "banker", "tie")), 50)
        else:
            await casino.give(TABLE, self.random.choice((Deal(), Deal(), VoidRound("again"))))

    async def come_and_go(self) -> None:
        command = self.random.choice((Leave(), TopUp(9), TakeSeat(self.random.randint(1, 9), 500)))
        await self.court.casino.give(TABLE, command, player(self.name()))

    async def dispute(self) -> None:
        number = self.random.randint(1, 1 + (await self.court.casino.table(TABLE)).round)
        self.disputes.append(await self.court.open(self.name(), f"{TABLE}.{number}"))

    async def speak(self) -> None:
        if self.disputes:
            who = self.random.choice((player(self.name()), VERA))
            command = self.random.choice((Comment("So?"), TakeDispute(), RejectDispute("No.")))
            await self.court.give(self.random.choice(self.disputes), command, who)
        else:
            await self.court.casino.give(f"wallet-{self.name()}", Withdraw(300_000))

    async def rule(self) -> None:
        corrections = tuple(self.correction() for _ in range(self.random.randint(0, 4)))
        if self.disputes:
            dispute = self.random.choice(self.disputes)
            await self.court.give(dispute, TakeDispute(), VERA)
            judge = self.random.choice((VERA, VERA, VERA, PAUL))
            await self.court.give(dispute, UpholdDispute("So it was.", corrections), judge)

    def correction(self) -> Transfer:
        parties = ["house", "ann", "bob", *(["eve"] if self.random.random() < 0.2 else [])]
        payer, payee = self.random.sample(parties, 2)
        return Transfer(payer, payee, self.random.choice((1, 10, 5_000, 300_000)))


@given(seed=st.integers(0, 2**32))
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
async def test_whatever_is_played_voided_disputed_and_ruled_no_chip_is_made_or_lost(seed: int) -> None:
    court = await played()
    crowd = Crowd(court, Random(seed))
    for _ in range(60):
        await crowd.act()
    report = await replayed(court.casino)
    assert report.findings == ()
    assert report.chips
    wallets = sum([await court.balance(name) for name in ("ann", "bob", "eve")])
    table = await court.casino.table(TABLE)
    on_table = sum(seat.stack for seat in table.seats.values()) + sum(bet.stake for bet in table.play.bets)
    assert wallets + on_table + table.house == 3_000_000 - report.chips.withdrawn
    over = [dispute for dispute in crowd.disputes if (await court.state(dispute)).ruling]
    for dispute in over:
        with pytest.raises(Rejected, match="dispute-closed"):
            await court.give(dispute, UpholdDispute("Again."), VERA)

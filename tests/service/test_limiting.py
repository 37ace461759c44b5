"""Whose quota a request counts for, who is shut out, and how many requests may be open."""

from collections import Counter

import pytest

from croupier.domain.decider import Actor
from croupier.service.callers import Caller
from croupier.service.errors import RateLimited
from croupier.service.guarding import Guard
from croupier.service.holding import Hold, Holding
from croupier.service.limiting import Limiting
from croupier.service.ports import Bucket, Taken
from croupier.service.quotas import Quota, Rates, Standing
from croupier.service.roles import Role

KEY, PLAYER, ADDRESS = Quota("key", 100, 10), Quota("player", 5, 10), Quota("address", 2, 10)
ALL = Rates(key=KEY, player=PLAYER, address=ADDRESS)
ANN = "x5n3bqy5phcxckor"


class Counted:
    """Counts what is taken; what of a quota is in `spent` has nothing left."""

    def __init__(self, *spent: Quota) -> None:
        self.spent = spent
        self.taken: list[str] = []

    async def take(self, buckets: tuple[Bucket, ...]) -> Taken:
        self.taken += [f"{bucket.quota.name} {bucket.holder}" for bucket in buckets]
        standings = tuple(
            Standing(bucket.quota, 0 if bucket.quota in self.spent else 1, 3) for bucket in buckets
        )
        return Taken(all(standing.left for standing in standings), standings)


def caller(role: Role, name: str, log: str = "house") -> Caller:
    return Caller(log, Actor(role, name))


@pytest.mark.parametrize(
    ("who", "player", "counted"),
    [
        (caller("operator", "house"), None, ["key house:operator:house"]),
        (caller("auditor", "office"), None, ["key house:auditor:office"]),
        (caller("player", ANN), None, [f"player house:player:{ANN}"]),
        (caller("spectator", ANN), None, [f"player house:spectator:{ANN}"]),
        (caller("operator", "desk"), ANN, ["key house:operator:desk", f"player house:player:{ANN}"]),
        (caller("operator", "desk"), "no player's id", ["key house:operator:desk"]),
        (caller("auditor", "office"), ANN, ["key house:auditor:office"]),
        (caller("regulator", "office"), ANN, ["key house:regulator:office"]),
        (caller("admin", "boss"), ANN, ["key house:admin:boss"]),
        (caller("spectator", "bob"), ANN, ["player house:spectator:bob"]),
        (caller("player", ANN), ANN, [f"player house:player:{ANN}"]),
        (caller("player", ANN, "other"), None, [f"player other:player:{ANN}"]),
    ],
)
async def test_a_request_counts_for_its_callers_quotas(
    who: Caller, player: str | None, counted: list[str]
) -> None:
    limits = Counted()
    await Limiting(limits, ALL).admit(who, player)
    assert limits.taken == counted


async def test_all_keys_of_one_holder_share_a_quota_so_that_rotating_them_gives_no_second_one() -> None:
    limits = Counted()
    for key in ("k1", "k2"):
        await Limiting(limits, ALL).admit(Caller("house", Actor("operator", "desk"), key=key))
    assert len(set(limits.taken)) == 1


async def test_a_quota_that_is_switched_off_is_not_counted() -> None:
    limits = Counted()
    none = Limiting(limits, Rates())
    assert await none.admit(caller("operator", "house"), ANN) == ()
    assert await none.admit(caller("player", ANN)) == ()
    assert await none.admit_address("1.2.3.4") == ()
    assert limits.taken == []


async def test_the_refusal_names_the_quotas_that_are_spent_and_the_longest_wait() -> None:
    with pytest.raises(RateLimited, match="5 requests in 10 s by one player at the most") as refused:
        await Limiting(Counted(PLAYER), ALL).admit(caller("operator", "house"), ANN)
    assert refused.value.violated == ("player",)
    assert refused.value.seconds == 3
    assert [standing.quota.name for standing in refused.value.standings] == ["key", "player"]


async def test_an_address_that_failed_too_often_is_not_listened_to_until_it_has_waited(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 1000.0
    monkeypatch.setattr("croupier.service.guarding.monotonic", lambda: now)
    guard = Guard(Limiting(Counted(ADDRESS), ALL))
    assert not guard.watches
    with pytest.raises(RateLimited):
        await guard.failed("1.2.3.4")
    assert guard.watches
    guard.require("5.6.7.8")
    now = 1001.5
    with pytest.raises(RateLimited) as refused:
        guard.require("1.2.3.4")
    assert refused.value.seconds == 2
    now = 1003.0
    guard.require("1.2.3.4")
    assert not guard.watches


async def test_no_crowd_of_addresses_fills_the_memory() -> None:
    guard = Guard(Limiting(Counted(ADDRESS), ALL), most=3)
    for number in range(10):
        with pytest.raises(RateLimited):
            await guard.failed(f"10.0.0.{number}")
    guard.require("10.0.0.6")
    with pytest.raises(RateLimited):
        guard.require("10.0.0.7")


def test_a_caller_has_so_many_long_requests_open_and_no_more() -> None:
    holding = Holding(Rates(open_by_key=Quota("open", 3), open_by_player=Quota("open", 2)))
    ann, bob, house = caller("player", ANN), caller("player", "bob"), caller("operator", "house")
    first, _ = holding.hold(ann), holding.hold(ann)
    with pytest.raises(RateLimited) as refused:
        holding.hold(ann)
    assert refused.value.violated == ("open",)
    holding.hold(bob)
    for _ in range(3):
        holding.hold(house)
    with pytest.raises(RateLimited):
        holding.hold(house)
    first.release()
    first.release()
    with holding.hold(ann), pytest.raises(RateLimited):
        holding.hold(ann)
    holding.hold(ann)


def test_whose_requests_have_all_ended_is_forgotten() -> None:
    counted: Counter[str] = Counter()
    for number in range(100):
        with Hold(counted, f"p{number}"):
            assert counted == {f"p{number}": 1}
    assert not counted.keys()


def test_without_a_bound_any_number_may_be_open() -> None:
    holding = Holding(Rates())
    assert len([holding.hold(caller("player", ANN)) for _ in range(1000)]) == 1000

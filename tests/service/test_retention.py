"""The daily removal of what is old: portion by portion, told, and tried again when it failed."""

import asyncio

import pytest

from croupier.adapters.settings import Settings, SettingsError, from_environment
from croupier.service.errors import StoreUnavailable
from croupier.service.retention import Kept, Pace, Retaining

AT_ONCE = Pace(0.0, 0.0, 0.0, 0.0)


class Store:
    """A store with so many old attempts, that gives them up two at a time and is away now and then."""

    def __init__(self, attempts: int, away: tuple[int, ...] = ()) -> None:
        self.attempts, self.away = attempts, away
        self.asked: list[int] = []

    async def forget_attempts(self, days: int) -> int:
        self.asked.append(days)
        if len(self.asked) in self.away:
            raise StoreUnavailable("away")
        some = min(2, self.attempts)
        self.attempts -= some
        return some

    async def forget_answers(self, days: int) -> int:
        return 0

    async def forget_deliveries(self, days: int) -> int:
        return 0


class Heard:
    """What was told, until it was five that were removed, and what went wrong."""

    def __init__(self) -> None:
        self.removed: list[tuple[str, int]] = []
        self.troubles: list[str] = []
        self.of_five = asyncio.Event()

    def told(self, what: str, how_many: int) -> None:
        self.removed.append((what, how_many))
        if sum(number for _, number in self.removed) == 5:
            self.of_five.set()

    def trouble(self, what: str, error: Exception) -> None:
        self.troubles.append(what)


async def until_five_are_removed(store: Store, heard: Heard) -> None:
    running = asyncio.create_task(
        Retaining(store, Kept(attempts=77), heard.told, heard.trouble, AT_ONCE).run()
    )
    async with asyncio.timeout(10):
        await heard.of_five.wait()
    running.cancel()


async def test_all_that_is_old_is_removed_portion_by_portion_and_told_once() -> None:
    store, heard = Store(5), Heard()
    await until_five_are_removed(store, heard)
    assert heard.removed == [("attempts", 5)]
    assert set(store.asked) == {77}
    assert heard.troubles == []


async def test_after_a_failure_what_was_removed_is_told_and_the_rest_is_removed_later() -> None:
    store, heard = Store(5, away=(2,)), Heard()
    await until_five_are_removed(store, heard)
    assert heard.removed == [("attempts", 2), ("attempts", 3)]
    assert heard.troubles == ["what is old can't be removed"]


def test_ten_years_of_attempts_and_thirty_days_of_all_else_are_kept_unless_set() -> None:
    settings = from_environment({})
    assert (settings.attempts_days, settings.answers_days, settings.webhooks_log_days) == (3650, 30, 30)
    variables = {
        "CROUPIER_ATTEMPTS_DAYS": "30",
        "CROUPIER_ANSWERS_DAYS": "1",
        "CROUPIER_WEBHOOKS_LOG_DAYS": "2",
    }
    set_to = from_environment(variables)
    assert set_to == Settings(attempts_days=30, answers_days=1, webhooks_log_days=2)


@pytest.mark.parametrize(
    ("variable", "value"),
    [("CROUPIER_ATTEMPTS_DAYS", "29"), ("CROUPIER_ANSWERS_DAYS", "0"), ("CROUPIER_ANSWERS_DAYS", "x")],
)
def test_a_retention_that_is_too_short_or_none_is_named(variable: str, value: str) -> None:
    with pytest.raises(SettingsError, match=variable):
        from_environment({variable: value})

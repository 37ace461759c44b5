"""Where a part ends: what must be there is demanded, and what nobody can know by the part is said."""

from collections.abc import Callable

import pytest
from tests.support.bundling import (
    Part,
    bundled,
    changed,
    codes,
    lines_of,
    verified,
    with_lines,
    with_manifest,
)
from tests.support.playing import Casino, short_story

from croupier.adapters.cli.verdicts import lines
from croupier.domain.games.baccarat.commands import StartRound
from croupier.service.bundles.selections import Asked, OfPlayer, OfRound, OfTable, Request, WholeLog
from croupier.service.verifying import Report

TABLE = "baccarat-a1"


async def going_on() -> Casino:
    """One coup is over, the shoe is not; another has begun."""
    casino = Casino()
    await casino.wallet("ann")
    await casino.open(TABLE)
    await casino.sit(TABLE, 1, "ann")
    await casino.coup(TABLE, {1: 10})
    await casino.give(TABLE, StartRound())
    await casino.bet(TABLE, 1, "player", 5)
    return casino


def cut(bundle: bytes, change: Callable[[list[bytes]], list[bytes]]) -> Report:
    """The report on a bundle whose lines of records somebody has changed."""

    def tamper(parts: list[Part]) -> None:
        with_lines(parts, change(lines_of(parts)))

    return verified(changed(bundle, tamper))


def called(bundle: bytes, number: int) -> Report:
    """The report on a bundle that is said to be of another round."""
    selection = {"of": "round", "table": TABLE, "round": number}
    return verified(changed(bundle, lambda parts: with_manifest(parts, selection=selection)))


def first(mark: bytes, among: list[bytes]) -> int:
    """Where the first line is that has the mark in it."""
    return next(at for at, line in enumerate(among) if mark in line)


def printed(report: Report) -> list[str]:
    return [line.strip() for line in lines(report, most=20)]


NOT_OVER = "the round is not over in this bundle; if it is over by now, its end was left out"
NOT_REVEALED = "the round's deck is not revealed in this bundle; if it is by now, its reveal was left out"


async def test_a_round_that_goes_on_is_no_fault_and_said_to_go_on() -> None:
    report = verified(await bundled(await going_on(), OfRound(TABLE, 2)))
    assert (report.verdict, report.findings, report.open) == ("good", (), ("round-not-over",))
    assert NOT_OVER in printed(report)
    assert printed(report)[-1].startswith(
        "All is well, as far as this part shows; the round is not over in it; "
    )


async def test_a_round_whose_end_was_cut_off_is_not_said_to_be_well_without_more() -> None:
    bundle = await bundled(await short_story(), OfRound(TABLE, 3))
    report = cut(bundle, lambda lines: lines[: first(b'"round":3', lines) + 1])
    assert (report.findings, report.open) == ((), ("round-not-over",))
    assert NOT_OVER in printed(report)
    assert "the round is not over in it" in printed(report)[-1]


async def test_a_round_that_is_over_before_its_deck_is_revealed_is_said_to_lack_that() -> None:
    report = verified(await bundled(await going_on(), OfRound(TABLE, 1)))
    assert (report.findings, report.open) == ((), ("decks-not-revealed",))
    assert NOT_REVEALED in printed(report)
    assert printed(report)[-1] == (
        "All is well, as far as this part shows; 1 entry waits for the reveal of its deck."
    )


async def test_a_round_that_is_over_and_revealed_lacks_nothing() -> None:
    report = verified(await bundled(await short_story(), OfRound(TABLE, 1)))
    assert (report.findings, report.open) == ((), ())
    assert printed(report)[-1] == "All is well, as far as this part shows."


async def test_a_round_that_was_cut_off_on_the_way_to_its_reveal_is_found() -> None:
    bundle = await bundled(await short_story(), OfRound(TABLE, 1))
    assert codes(cut(bundle, lambda lines: lines[:-1])) == ["records-missing"]


async def test_entries_behind_a_round_that_do_not_belong_to_it_are_found() -> None:
    casino = Casino()
    await casino.wallet("ann")
    await casino.open(TABLE, decks=1, cut_card=30)
    await casino.sit(TABLE, 1, "ann")
    for _ in range(15):
        await casino.coup(TABLE, {1: 1})
    last = await bundled(casino, OfRound(TABLE, 15))
    assert codes(verified(last)) == []
    assert set(codes(called(last, 1))) == {"selection-differs"}


async def test_what_a_player_brought_to_a_table_or_got_from_it_must_be_in_his_wallet() -> None:
    bundle = await bundled(await short_story(), OfPlayer("ann"))

    def without_cash_out(lines: list[bytes]) -> list[bytes]:
        del lines[first(b'"cashed-out"', lines)]
        return lines

    assert codes(cut(bundle, without_cash_out)) == ["transfer-broken"]


@pytest.mark.parametrize("request_", [OfPlayer("ann"), OfTable(TABLE)])
async def test_what_came_to_a_wallet_from_a_table_must_have_left_it(request_: Request) -> None:
    bundle = await bundled(await short_story(), request_)

    def without_leaving(lines: list[bytes]) -> list[bytes]:
        leaving = first(b'"type":"seat-left"', lines)
        behind = [line for line in lines[leaving:] if b'"stream":"wallet-' in line]
        return lines[:leaving] + behind

    report = cut(bundle, without_leaving)
    assert set(codes(report)) == {"transfer-broken"}
    assert "but not at the table" in report.findings[0].detail


async def test_only_a_whole_log_of_which_all_was_decided_is_simply_well() -> None:
    over, open_ = await short_story(), await going_on()
    part = "All is well, as far as this part shows"
    for casino, request, says in (
        (over, WholeLog(), "All is well."),
        (over, OfTable(TABLE), f"{part}."),
        (over, OfPlayer("bob"), f"{part}."),
        (over, Asked(0, None), f"{part}."),
        (open_, WholeLog(), "All is well; 1 entry waits for the reveal of its deck."),
        (open_, OfPlayer("ann"), f"{part}; 1 entry waits for the reveal of its deck."),
    ):
        assert printed(verified(await bundled(casino, request)))[-1] == says

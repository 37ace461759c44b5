"""Whatever is done to a bundle is found, and named; who tampers covers his tracks: the end always fits."""

from collections.abc import Callable

import pytest
from tests.support.bundling import (
    WHOLE,
    Part,
    bundled,
    changed,
    codes,
    hashes_of,
    lines_of,
    part,
    parts_of,
    tree_of,
    verified,
    whole,
    with_lines,
    with_manifest,
)
from tests.support.playing import Casino, short_story

from croupier.service.bundles.selections import Asked, OfPlayer, OfRound, OfTable, Request

Tamper = Callable[[list[Part]], None]


async def long_story() -> Casino:
    """A log of three tiles."""
    casino = await short_story()
    await casino.open("baccarat-b2")
    await casino.sit("baccarat-b2", 1, "ann")
    while tree_of(casino).size < 600:
        await casino.coup("baccarat-b2", {1: 1})
    return casino


async def tampered(tamper: Tamper, request: Request = WHOLE, casino: Casino | None = None) -> list[str]:
    """What is found in the bundle after somebody had his hands on it."""
    bundle = await bundled(casino or await short_story(), request)
    return codes(verified(changed(bundle, tamper)))


def of_lines(change: Callable[[list[bytes]], None]) -> Tamper:
    """Change the list of the records' lines."""

    def tamper(parts: list[Part]) -> None:
        lines = lines_of(parts)
        change(lines)
        with_lines(parts, lines)

    return tamper


def bets(lines: list[bytes]) -> list[int]:
    """Where bets are placed; two of them follow on each other."""
    return [number for number, line in enumerate(lines) if b'"bet-placed"' in line]


def flip(lines: list[bytes]) -> None:
    bet = bets(lines)[0]
    lines[bet] = lines[bet].replace(b'"stack":', b'"stack":1', 1)


def renumber(lines: list[bytes]) -> None:
    """Close up the positions."""
    lines[:] = [b"%d\t%b" % (at, line.split(b"\t", 1)[1]) for at, line in enumerate(lines)]


def drop_and_renumber(lines: list[bytes]) -> None:
    del lines[9]
    renumber(lines)


def swap(lines: list[bytes]) -> None:
    one, other = bets(lines)[:2]
    lines[one], lines[other] = lines[other], lines[one]


def swap_and_renumber(lines: list[bytes]) -> None:
    swap(lines)
    renumber(lines)


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (flip, ["leaf-differs", "events-differ"]),
        (lambda lines: lines.__delitem__(9), ["position-gap", "revision-gap"]),
        (drop_and_renumber, ["leaf-differs", "revision-gap", "log-truncated"]),
        (lambda lines: lines.insert(9, lines[9]), ["position-order", "position-gap", "revision-gap"]),
        (swap, ["position-order", "position-gap", "revision-gap"]),
        (swap_and_renumber, ["leaf-differs", "revision-gap"]),
        (lambda lines: lines.append(b"25\t" + lines[-1].split(b"\t", 1)[1]), ["beyond-checkpoint"]),
        (lambda lines: lines.__delitem__(slice(20, None)), ["log-truncated"]),
        (lambda lines: lines.clear(), ["log-truncated"]),
        (lambda lines: lines.__setitem__(3, b"3\tnonsense\n"), ["leaf-differs", "record-unreadable"]),
        (lambda lines: lines.__setitem__(3, b"03" + lines[3][1:]), ["line-unreadable", "position-gap"]),
        (lambda lines: lines.__setitem__(3, lines[3].replace(b"\t", b" ", 1)), ["line-unreadable"]),
        (lambda lines: lines.__setitem__(-1, lines[-1][:-1]), ["line-unreadable", "log-truncated"]),
    ],
)
async def test_records_that_are_changed_dropped_doubled_swapped_or_added_are_found(
    change: Callable[[list[bytes]], None], found: list[str]
) -> None:
    said = await tampered(of_lines(change))
    assert set(found) <= set(said), said


@pytest.mark.parametrize(
    ("request_", "change", "found"),
    [
        (OfTable("baccarat-a1"), lambda lines: lines.__delitem__(3), "revision-gap"),
        (OfTable("baccarat-a1"), lambda lines: lines.__delitem__(0), "revision-gap"),
        (OfTable("baccarat-a1"), lambda lines: lines.__delitem__(2), "transfer-broken"),
        (OfTable("baccarat-a1"), lambda lines: lines.clear(), "records-missing"),
        (OfRound("baccarat-a1", 3), lambda lines: lines.__delitem__(slice(4, None)), "records-missing"),
        (OfRound("baccarat-a1", 3), lambda lines: lines.__delitem__(4), "revision-gap"),
        (OfPlayer("ann"), lambda lines: lines.__delitem__(1), "revision-gap"),
        (
            OfPlayer("ann"),
            lambda lines: lines.__setitem__(slice(None), [one for one in lines if b"wallet-ann" in one]),
            "records-missing",
        ),
        (Asked(3, 20), lambda lines: lines.__delitem__(3), "position-gap"),
        (Asked(3, 20), lambda lines: lines.__delitem__(-1), "records-missing"),
    ],
)
async def test_what_is_missing_from_a_part_is_found(
    request_: Request, change: Callable[[list[bytes]], None], found: str
) -> None:
    assert found in await tampered(of_lines(change), request_)


@pytest.mark.parametrize(
    "selection",
    [
        {"of": "table", "table": "baccarat-b2"},
        {"of": "round", "table": "baccarat-b2", "round": 1},
        {"of": "player", "player": "bob"},
        {"of": "span", "first": 90, "last": 95},
    ],
)
async def test_a_bundle_that_says_it_is_of_something_else_is_found(selection: dict[str, object]) -> None:
    def lie(parts: list[Part]) -> None:
        with_manifest(parts, selection=selection)

    assert "selection-differs" in await tampered(lie, OfTable("baccarat-a1"), await long_story())


async def test_a_changed_tile_is_found() -> None:
    def change(name: str) -> Tamper:
        def tamper(parts: list[Part]) -> None:
            found = part(parts, name)
            found.content = bytes([found.content[0] ^ 1]) + found.content[1:]

        return tamper

    casino = await long_story()
    assert (await tampered(change("tile/1/000.p/"), casino=casino))[:2] == ["root-differs", "tile-differs"]
    assert await tampered(change("tile/0/001"), casino=casino) == ["tile-differs", "leaf-differs"]


async def test_a_missing_doubled_or_cut_tile_is_found() -> None:
    casino = await long_story()

    def without(name: str) -> Tamper:
        return lambda parts: parts.remove(part(parts, name))

    def doubled(parts: list[Part]) -> None:
        parts.insert(parts.index(part(parts, "tile/0/001")), part(parts, "tile/0/001"))

    def cut(parts: list[Part]) -> None:
        part(parts, "tile/0/001").content = b"".join(hashes_of(part(parts, "tile/0/001"))[:-1])

    assert set(await tampered(without("tile/0/001"), casino=casino)) == {"tile-missing"}
    assert (await tampered(without("tile/1/000.p/"), casino=casino))[0] == "tile-missing"
    assert await tampered(doubled, casino=casino) == ["member-order"]
    assert (await tampered(cut, casino=casino))[:2] == ["tile-unreadable", "tile-missing"]


async def test_members_out_of_their_order_are_found() -> None:
    casino = await long_story()

    def swapped(first: str, second: str) -> Tamper:
        def tamper(parts: list[Part]) -> None:
            one, other = (parts.index(part(parts, name)) for name in (first, second))
            parts[one], parts[other] = parts[other], parts[one]

        return tamper

    assert "member-order" in await tampered(swapped("records/000000", "records/000001"), casino=casino)
    assert await tampered(swapped("key", "checkpoint"), casino=casino) == ["member-order"]
    assert "tile-missing" in await tampered(swapped("tile/1", "tile/0/000"), casino=casino)
    assert await tampered(lambda parts: parts.append(part(parts, "key")), casino=casino) == ["member-order"]


async def test_a_rolled_back_checkpoint_with_newer_records_is_found() -> None:
    casino = await short_story()
    older = tree_of(casino).note(20)

    def roll_back(parts: list[Part]) -> None:
        part(parts, "checkpoint").content = older

    said = await tampered(roll_back, casino=casino)
    assert {"size-differs", "tile-missing", "beyond-checkpoint"} <= set(said)

    def consistently(parts: list[Part]) -> None:
        roll_back(parts)
        with_manifest(parts, size=20)
        tile = part(parts, "tile/")
        tile.name, tile.content = "tile/0/000.p/20", tile.content[: 20 * 32]

    assert set(await tampered(consistently, casino=casino)) == {"beyond-checkpoint", "selection-differs"}


async def test_a_newer_checkpoint_with_older_records_is_found() -> None:
    casino = await short_story()
    older = parts_of(await bundled(casino))
    await casino.wallet("eve")
    tree = tree_of(casino)
    part(older, "checkpoint").content = tree.note(tree.size)
    assert {"size-differs", "tile-missing"} <= set(codes(verified(whole(older))))

    newer = parts_of(await bundled(casino))
    with_lines(newer, lines_of(older))
    assert codes(verified(whole(newer))) == ["log-truncated"]


async def test_tiles_of_another_size_than_the_checkpoint_s_are_found() -> None:
    casino = await long_story()
    older = parts_of(await bundled(casino))
    for _ in range(100):
        await casino.coup("baccarat-b2", {1: 1})
    newer = parts_of(await bundled(casino))
    mixed = [one for one in older if not one.name.startswith("tile/")]
    mixed[3:3] = [one for one in newer if one.name.startswith("tile/")]
    assert "tile-missing" in codes(verified(whole(mixed)))


async def test_a_manifest_of_another_log_or_size_is_found() -> None:
    assert await tampered(lambda parts: with_manifest(parts, origin="other/house")) == ["origin-differs"]
    assert await tampered(lambda parts: with_manifest(parts, log="other")) == ["origin-differs"]
    assert await tampered(lambda parts: with_manifest(parts, size=24)) == ["size-differs"]


async def test_a_checkpoint_of_another_log_by_the_same_installation_is_found() -> None:
    casino = await short_story(Casino(log="other"))
    report = verified(await bundled(casino))
    assert {"signature-missing", "origin-differs"} <= set(codes(report))

"""Bundles as they are written: what is in them, in which bytes, and in how much memory."""

import io
import tarfile
import tracemalloc
from collections.abc import Sequence
from itertools import pairwise
from random import Random
from tempfile import TemporaryFile

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.json import decode
from tests.support.bundling import RULEBOOKS, MemoryTree, bundled, bundles, joined, parts_of, verified
from tests.support.fakes import MemoryStore
from tests.support.playing import CODE, short_story
from tests.support.tampering import stored

from croupier.domain.catalogue import GAMES
from croupier.service.bundles import Bundles, WholeLog
from croupier.service.bundles.format import MOST_CONTENT, contents
from croupier.service.bundles.needed import Trail, edge
from croupier.service.bundles.runs import Runs
from croupier.service.bundles.selections import Asked, OfTable
from croupier.service.bundles.tar import header
from croupier.service.ports.bundles import Placed
from croupier.service.transparency.hashing import leaf_hash
from croupier.service.transparency.tiles import Tile, tiles_of


async def test_a_bundle_is_an_archive_that_any_program_reads() -> None:
    casino = await short_story()
    bundle = await bundled(casino)
    with tarfile.open(fileobj=io.BytesIO(bundle), mode="r:") as tar:
        names = tar.getnames()
        records = tar.extractfile("records/000000")
        assert records
        lines = records.read().splitlines()
    assert names == ["manifest.json", "key", "checkpoint", "tile/0/000.p/25", "records/000000", "end"]
    assert lines == [b"%d\t%b" % (entry.position, entry.record) for entry in stored(casino)]


def test_a_header_has_nothing_of_its_writers_machine_in_it() -> None:
    before = b"records/000001".ljust(100, b"\0") + b"0000644\0" + b"0000000\0" * 2
    after = b"00000027442\0" + b"00000000000\0" + b"010062\0 " + b"0" + bytes(100) + b"ustar\x0000"
    assert header("records/000001", 12_066) == (before + after).ljust(512, b"\0")


@pytest.mark.parametrize(("name", "size"), [("a" * 101, 0), ("a/" * 60, 0), ("\u00e9", 0), ("a", 8**11)])
def test_what_no_header_can_hold_is_refused(name: str, size: int) -> None:
    with pytest.raises(ValueError):
        header(name, size)


async def test_the_same_selection_at_the_same_checkpoint_is_the_same_bytes() -> None:
    assert await bundled(await short_story()) == await bundled(await short_story())


async def test_the_manifest_tells_where_it_is_from_and_by_which_rules_and_code() -> None:
    manifest = decode(parts_of(await bundled(await short_story()))[0].content)
    rules = [
        {"game": name, "rules": game.rules_version, "sha256": RULEBOOKS[name]}
        for name, game in sorted(GAMES.items())
    ]
    assert manifest == {
        "format": "croupier-bundle",
        "version": 1,
        "origin": "casino.example/house",
        "log": "house",
        "size": 25,
        "selection": {"of": "log"},
        "rules": rules,
        "code": CODE,
    }


async def test_nothing_that_is_sealed_beside_the_records_gets_into_a_bundle() -> None:
    casino = await short_story()
    sealed = [entry.sealed for entry in stored(casino) if entry.sealed]
    assert sealed
    for request in (WholeLog(), OfTable("baccarat-a1"), Asked(0, 99)):
        bundle = await bundled(casino, request)
        assert not any(secret in bundle for secret in sealed)


async def test_a_bundle_is_named_for_what_is_in_it() -> None:
    made = bundles(await short_story())
    assert (await made.bundle("house", WholeLog())).name == "house-log.croupier.tar"
    assert (await made.bundle("house", OfTable("baccarat-a1"))).name == "house-baccarat-a1.croupier.tar"
    assert (await made.bundle("house", Asked(3, 5))).name == "house-3-5.croupier.tar"


@given(size=st.integers(0, 2**40))
def test_the_tree_s_edge_are_all_its_partial_tiles(size: int) -> None:
    found = edge(size)
    assert sum(tile.width << 8 * tile.level for tile in found) == size
    assert all(0 < tile.width < 256 for tile in found)
    assert all(one.level > other.level for one, other in pairwise(found))


@pytest.mark.parametrize("size", [1, 255, 256, 257, 600, 65_535, 65_536, 65_537, 140_000])
def test_every_full_tile_is_named_once_and_before_those_below_it(size: int) -> None:
    trail = Trail(size)
    named = [tile for position in range(size) for tile in trail.needs(position)]
    assert len(named) == len(set(named))
    assert set(named) | set(edge(size)) == set(tiles_of(size))
    seen = set(edge(size))
    for tile in named:
        above = Tile(tile.level + 1, tile.index >> 8)
        assert above in seen or any((one.level, one.index) == (above.level, above.index) for one in seen)
        seen.add(tile)


def test_runs_are_merged_in_order_each_position_once_and_cut_where_told() -> None:
    random = Random(7)
    wanted: set[int] = set()
    runs = Runs(TemporaryFile())  # noqa: SIM115
    for count in (0, 1, 20_000, 30_000, 5):
        run = sorted(random.sample(range(10**6), count))
        for position in run:
            runs.add(position)
        kept = count // 2 if count == 30_000 else count
        runs.end_run(kept if kept != count else None)
        wanted.update(run[:kept])
    assert list(runs.merged()) == sorted(wanted)
    runs.close()


def test_members_of_records_stay_small_whatever_the_records() -> None:
    large: list[Placed] = [(position, b"x" * 65_535) for position in range(256)]
    assert max(map(len, contents(large))) <= MOST_CONTENT
    small: list[Placed] = [(position, b"x") for position in range(600)]
    assert [content.count(b"\n") for content in contents(small)] == [256, 256, 88]
    assert list(contents([])) == []


class Repeating:
    """Records that are made when they are asked for."""

    def __init__(self) -> None:
        self.at_once = 0

    async def records(self, log: str, positions: Sequence[int]) -> list[Placed]:
        self.at_once = max(self.at_once, len(positions))
        return [(position, b"{}") for position in positions]


class Uniform(MemoryTree):
    """Their tree, which is not kept."""

    def __init__(self, size: int) -> None:
        super().__init__([b"{}"])
        self._size = size

    async def checkpoint(self, log: str) -> bytes:
        text = f"{self.origin(log)}\n{self._size}\n{'A' * 43}=\n"
        (signature,) = self.signer.sign(self.origin(log), text)
        return f"{text}\n{signature.line}\n".encode()

    async def tile(self, log: str, tile: Tile) -> bytes:
        return leaf_hash(b"{}") * tile.width


async def written(size: int) -> tuple[int, int]:
    """How long a bundle of so many entries is, and how much memory writing it takes at the most."""
    records = Repeating()
    made = Bundles(MemoryStore(), records, Uniform(size), TemporaryFile, RULEBOOKS, CODE)
    bundle = await made.bundle("house", WholeLog())
    length = 0
    tracemalloc.start()
    async for chunk in bundle.chunks:
        length += len(chunk)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert records.at_once <= 256
    return length, peak


async def test_writing_a_long_log_takes_no_more_memory_than_a_short_one() -> None:
    length, peak = await written(5_000)
    longer, its_peak = await written(100_000)
    assert longer > 15 * length
    assert its_peak < peak + 65_536


async def test_a_store_that_lost_records_gives_a_bundle_in_which_they_are_missed() -> None:
    casino = await short_story()
    made = bundles(casino)
    bundle = await made.bundle("house", WholeLog())
    del stored(casino)[20:]
    report = verified(await joined(bundle.chunks))
    assert [finding.code for finding in report.findings] == ["log-truncated"]

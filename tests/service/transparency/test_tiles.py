"""Tiles have one path each, and entry bundles give back the records they were made of."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.service.transparency.malformed import Malformed
from croupier.service.transparency.tiles import (
    Tile,
    entry_bundle,
    parse_tile_path,
    split_bundle,
    tiles_of,
    width_within,
)


@pytest.mark.parametrize(
    ("tile", "path"),
    [
        (Tile(0, 0), "tile/0/000"),
        (Tile(0, 1234067), "tile/0/x001/x234/067"),
        (Tile(0, 1234, 5), "tile/0/x001/234.p/5"),
        (Tile(2, 999, 255), "tile/2/999.p/255"),
        (Tile(63, 1000), "tile/63/x001/000"),
        (Tile(-1, 67), "tile/entries/067"),
        (Tile(-1, 1234067, 1), "tile/entries/x001/x234/067.p/1"),
    ],
)
def test_paths_are_those_of_the_specification(tile: Tile, path: str) -> None:
    assert tile.path == path
    assert parse_tile_path(path) == tile


@given(st.integers(-1, 63), st.integers(0, 10**21 - 1), st.integers(1, 256))
def test_every_path_names_the_tile_it_was_made_of(level: int, index: int, width: int) -> None:
    tile = Tile(level, index, width)
    assert parse_tile_path(tile.path) == tile


@pytest.mark.parametrize(
    "path",
    [
        "",
        "tile/0",
        "tile/0/0",
        "tile/0/00",
        "tile/0/0000",
        "tile/00/000",
        "tile/64/000",
        "tile/-1/000",
        "tile/+1/000",
        "tile/0/x000/000",
        "tile/0/001/000",
        "tile/0/x001/x000",
        "tile/0/X001/000",
        "tile/0/000.p/0",
        "tile/0/000.p/05",
        "tile/0/000.p/256",
        "tile/0/000.p/999",
        "tile/0/000.p",
        "tile/0/000.p/",
        "tile/0/000\n",
        "/tile/0/000",
        "tile/0/000/",
        "tile/0//000",
        "tile/entry/000",
        "tile/data/000",
        "tile/entries/../0/000",
        "tile/0/\u0660\u0660\u0660",
        "tile/0/" + "x001/" * 7 + "000",
        "x" * 100_000,
    ],
)
def test_no_other_path_names_a_tile(path: str) -> None:
    assert parse_tile_path(path) is None


@given(st.text())
def test_no_text_breaks_the_reading_of_paths(text: str) -> None:
    tile = parse_tile_path(text)
    assert tile is None or tile.path == text


def test_a_tree_of_70000_has_the_tiles_that_the_specification_names() -> None:
    tiles = list(tiles_of(70_000))
    assert [tile for tile in tiles if tile.width < 256] == [Tile(0, 273, 112), Tile(1, 1, 17), Tile(2, 0, 1)]
    assert sum(tile.level == 0 and tile.width == 256 for tile in tiles) == 273
    assert [tile for tile in tiles if tile.level == 1] == [Tile(1, 0), Tile(1, 1, 17)]


def test_a_tree_of_256_has_one_full_tile_and_one_of_a_single_hash_above_it() -> None:
    assert list(tiles_of(256)) == [Tile(0, 0), Tile(1, 0, 1)]
    assert list(tiles_of(0)) == []


@given(st.integers(0, 300_000))
def test_the_widths_of_a_trees_tiles_are_what_fits_within_it(size: int) -> None:
    tiles = list(tiles_of(size))
    assert sum(tile.width for tile in tiles if tile.level == 0) == size
    assert all(width_within(tile.level, tile.index, size) == tile.width for tile in tiles)


@given(st.lists(st.binary(min_size=0, max_size=300), max_size=256))
def test_a_bundle_gives_back_its_records(records: list[bytes]) -> None:
    assert split_bundle(entry_bundle(records)) == records


def test_the_longest_record_fits_and_a_longer_one_is_refused() -> None:
    longest = b"x" * 65_535
    assert split_bundle(entry_bundle([longest])) == [longest]
    with pytest.raises(Malformed):
        entry_bundle([longest + b"x"])


def test_a_bundle_is_each_record_behind_its_length_in_two_bytes() -> None:
    assert entry_bundle([b"abc", b""]) == b"\x00\x03abc\x00\x00"


@pytest.mark.parametrize("data", [b"\x00", b"\x00\x02a", b"\x00\x01ab", b"\x00\x00" * 257])
def test_a_truncated_or_overfull_bundle_is_malformed(data: bytes) -> None:
    with pytest.raises(Malformed):
        split_bundle(data)


@given(st.binary(max_size=600))
def test_any_bytes_are_a_bundle_or_malformed(data: bytes) -> None:
    try:
        records = split_bundle(data)
    except Malformed:
        return
    assert entry_bundle(records) == data

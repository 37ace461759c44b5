"""Writing bundles."""

from collections.abc import AsyncGenerator, Iterable, Iterator, Mapping
from itertools import groupby

from msgspec import Struct

from croupier.domain.catalogue import GAMES
from croupier.domain.ids import round_id
from croupier.service.bundles import format
from croupier.service.bundles.needed import Trail, edge
from croupier.service.bundles.selecting import Selected, Selecting
from croupier.service.bundles.selections import OfPlayer, OfRound, OfTable, Request, Selection, Span
from croupier.service.bundles.tar import CLOSING, TarWriter
from croupier.service.ports import LogReader
from croupier.service.ports.bundles import PublishedTree, Records, Spool
from croupier.service.transparency.checkpoints import parse_checkpoint
from croupier.service.transparency.notes import parse_note
from croupier.service.transparency.tiles import TILE_HEIGHT, Tile


class Bundle(Struct, frozen=True):
    """A bundle that is ready to be written: what it will say of itself, and its bytes, to be read once.

    `chunks` raises `StoreUnavailable` where the store is lost on the way; the bundle then has no end.
    """

    name: str
    manifest: format.Manifest
    chunks: AsyncGenerator[bytes, None]


class Bundles:
    """Makes bundles of what logs have published."""

    def __init__(
        self,
        reader: LogReader,
        records: Records,
        tree: PublishedTree,
        spool: Spool,
        rulebooks: Mapping[str, str],
        code: str,
    ) -> None:
        """`rulebooks` are the SHA-256 (hex) of each game's rule document, `code` that of the rule code."""
        self._selecting = Selecting(reader, records, spool)
        self._records = records
        self._tree = tree
        self._code = code
        self._rules = tuple(
            format.RuleDocument(name, game.rules_version, rulebooks[name])
            for name, game in sorted(GAMES.items())
            if name in rulebooks
        )

    async def bundle(self, log: str, request: Request) -> Bundle:
        """A bundle of the entries that are asked for, as of the log's latest checkpoint.

        Raises `NotFound` for a table, round, player or span of which nothing is published,
        `StoreUnavailable`.
        """
        note = await self._tree.checkpoint(log)
        size = parse_checkpoint(parse_note(note).text).size
        selected = await self._selecting.select(log, request, size)
        manifest = format.Manifest(
            format.FORMAT,
            format.VERSION,
            self._tree.origin(log),
            log,
            size,
            selected.selection,
            self._rules,
            self._code,
        )
        return Bundle(_name(log, selected.selection), manifest, self._chunks(log, manifest, note, selected))

    async def _chunks(
        self, log: str, manifest: format.Manifest, note: bytes, selected: Selected
    ) -> AsyncGenerator[bytes, None]:
        writer = TarWriter()
        records = 0
        try:
            yield writer.member(format.MANIFEST, format.encode(manifest))
            yield writer.member(format.KEY, self._keys(log))
            yield writer.member(format.CHECKPOINT, note)
            for tile in edge(manifest.size):
                yield await self._tile(writer, log, tile)
            trail, number = Trail(manifest.size), 0
            for wanted in _by_tile(selected.positions):
                for tile in trail.needs(wanted[0]):
                    yield await self._tile(writer, log, tile)
                found = await self._records.records(log, wanted)
                records += len(found)
                for content in format.contents(found):
                    yield writer.member(format.records_name(number), content)
                    number += 1
            end = format.End(records, writer.bytes, writer.sha256)
            yield writer.member(format.END, format.encode(end)) + CLOSING
        finally:
            selected.close()

    async def _tile(self, writer: TarWriter, log: str, tile: Tile) -> bytes:
        return writer.member(tile.path, await self._tree.tile(log, tile))

    def _keys(self, log: str) -> bytes:
        return "".join(f"{key.text}\n" for key in self._tree.verifier_keys(log)).encode()


def _by_tile(positions: Iterable[int]) -> Iterator[list[int]]:
    """The positions, those in one tile of level 0 together."""
    for _, group in groupby(positions, lambda position: position >> TILE_HEIGHT):
        yield list(group)


def _name(log: str, selection: Selection) -> str:
    """A name for the file."""
    match selection:
        case OfTable(table=table):
            what = table
        case OfRound(table=table, round=number):
            what = round_id(table, number)
        case OfPlayer(player=player):
            what = f"player-{player}"
        case Span(first=first, last=last):
            what = f"{first}-{last}"
        case _:
            what = "log"
    return f"{log}-{what}.croupier.tar"

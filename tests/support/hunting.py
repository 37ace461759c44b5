"""Searching everything that an installation holds and says for what must not be in it."""

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import psycopg
from msgspec import Struct
from psycopg import sql
from redis import Redis

PREFIX = 16
"""So many bytes of a secret are looked for: by chance they are nowhere."""

RUN = 6
"""So many cards in a row are in the order of a deck by chance nowhere."""


class Straw(Struct, frozen=True):
    """A piece of what is searched, and where it is from. `owner` is the player whom it was told to."""

    place: str
    data: bytes
    owner: str | None = None


class Find(Struct, frozen=True, order=True):
    """A needle and the place where it was."""

    needle: str
    place: str


def forms(secret: bytes) -> Iterator[bytes]:
    """The beginning of a secret as it might be written: raw, in hex, in base64 wherever it begins in that."""
    begin = secret[:PREFIX]
    yield begin
    yield begin.hex().encode()
    yield begin.hex().upper().encode()
    for before in range(3):
        encoded = b64encode(bytes(before) + begin + b"\0" * ((-before - PREFIX) % 3))
        # What surrounds the secret is in its first and last characters.
        inner = encoded[-(-before * 4 // 3) : (before + PREFIX) * 4 // 3 - 1]
        yield inner
        yield inner.translate(bytes.maketrans(b"+/", b"-_"))
    yield ",".join(map(str, begin)).encode()
    yield ", ".join(map(str, begin)).encode()


def orders(cards: Sequence[str]) -> Iterator[bytes]:
    """Runs of cards as they might be written, if there are enough for one to be telling."""
    for start in range(0, len(cards) - RUN + 1, RUN):
        run = cards[start : start + RUN]
        for written in ('","'.join(run), '", "'.join(run), "', '".join(run), " ".join(run), "".join(run)):
            yield written.encode()
        yield ",".join(run).encode()


def hunt(needles: Mapping[str, Iterable[bytes]], haystack: Iterable[Straw]) -> set[Find]:
    """Every needle that is anywhere, in any of its forms."""
    wanted = [(name, form) for name, written in needles.items() for form in written]
    return {Find(name, straw.place) for straw in haystack for name, form in wanted if form in straw.data}


def hunt_cards(owners: Mapping[str, str], haystack: Iterable[Straw]) -> set[Find]:
    """Every card of the keys that is told by itself, but to its owner.

    Only text is searched: in what is encrypted two letters are everywhere by chance.
    """
    word = re.compile(rf"(?<![\w+/-])({'|'.join(owners)})(?![\w+/=-])", re.ASCII)
    found = set()
    for straw in haystack:
        try:
            text = straw.data.decode()
        except UnicodeDecodeError:
            continue
        found |= {Find(card, straw.place) for card in word.findall(text) if owners[card] != straw.owner}
    return found


def database(url: str) -> Iterator[Straw]:
    """Every value of every column of every table, its bytes as they are."""
    with psycopg.connect(url) as connection:
        tables = connection.execute(
            "SELECT n.nspname, c.relname FROM pg_class AS c"
            " JOIN pg_namespace AS n ON n.oid = c.relnamespace"
            " WHERE c.relkind IN ('r', 'm') AND n.nspname NOT IN ('pg_catalog', 'information_schema')"
        ).fetchall()
        for schema, table in tables:
            rows = connection.execute(sql.SQL("SELECT * FROM {}").format(sql.Identifier(schema, table)))
            columns = [column.name for column in rows.description or ()]
            for row in rows:
                for column, value in zip(columns, row, strict=True):
                    yield Straw(f"table {schema}.{table}.{column}", _bytes(value))


def _bytes(value: Any) -> bytes:
    return bytes(value) if isinstance(value, bytes | memoryview) else str(value).encode()


def valkey(url: str) -> Iterator[Straw]:
    """Every key and all that is kept under it."""
    client = Redis.from_url(url)
    for key in client.scan_iter():
        place = f"Valkey {key.decode(errors='replace')}"
        yield Straw(place, key)
        for part in _parts(client, key):
            yield Straw(place, part)
    client.close()


def _parts(client: Any, key: bytes) -> list[bytes]:
    match client.type(key):
        case b"string":
            return [client.get(key) or b""]
        case b"hash":
            return [part for pair in client.hgetall(key).items() for part in pair]
        case b"set":
            return list(client.smembers(key))
        case b"zset":
            return list(client.zrange(key, 0, -1))
        case b"list":
            return list(client.lrange(key, 0, -1))
        case b"none":
            return []
        case kind:
            raise AssertionError(f"nobody searches a {kind!r}")


def files(folder: Path, but: str) -> Iterator[Straw]:
    """Every file below the folder that can be read, but for those in the folder `but` of it."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and folder / but not in path.parents:
            try:
                yield Straw(f"file {path.relative_to(folder)}", path.read_bytes())
            except FileNotFoundError:
                continue

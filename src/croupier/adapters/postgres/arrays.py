"""Arrays in PostgreSQL's binary format, packed by hand.

Psycopg writes an array element by element through its adapters; packed in one go, a batch of appends costs
the client a fraction of that.
"""

from collections.abc import Sequence
from struct import Struct, pack

from psycopg import AsyncConnection
from psycopg.adapt import Dumper
from psycopg.postgres import types
from psycopg.pq import Format
from psycopg.rows import TupleRow

_HEADER = Struct("!iiIii")  # dimensions, has nulls, element type, length, first index
_LENGTH = Struct("!i")
_NULL = _LENGTH.pack(-1)


class PackedArray(bytes):
    """An array ready to be sent, as a parameter whose type the statement tells."""

    __slots__ = ()


def int_array(values: Sequence[int]) -> PackedArray:
    """An `integer[]`."""
    words = [4] * (2 * len(values))
    words[1::2] = values
    return PackedArray(_header("int4", len(values)) + pack(f"!{len(words)}i", *words))


def text_array(values: Sequence[bytes]) -> PackedArray:
    """A `text[]` of texts given in UTF-8."""
    return _varlena("text", values)


def bytea_array(values: Sequence[bytes | None]) -> PackedArray:
    """A `bytea[]`, with nulls for None."""
    return _varlena("bytea", values)


def register_arrays(connection: AsyncConnection[TupleRow]) -> None:
    """Let `connection` send packed arrays."""
    connection.adapters.register_dumper(PackedArray, _PackedArrayDumper)


class _PackedArrayDumper(Dumper):
    format = Format.BINARY

    def dump(self, obj: PackedArray) -> PackedArray:
        return obj


def _header(element: str, length: int) -> bytes:
    return _HEADER.pack(1, 1, types[element].oid, length, 1)


def _varlena(element: str, values: Sequence[bytes | None]) -> PackedArray:
    parts = [_header(element, len(values))]
    for value in values:
        if value is None:
            parts.append(_NULL)
        else:
            parts += (_LENGTH.pack(len(value)), value)
    return PackedArray(b"".join(parts))

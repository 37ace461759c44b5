"""Arrays in PostgreSQL's binary format, packed by hand.

Psycopg writes an array element by element through its adapters; packed in one go, a batch of appends costs
the client a fraction of that.
"""

from collections.abc import Sequence
from struct import Struct, pack

from psycopg.postgres import types

_HEADER = Struct("!iiIii")  # dimensions, has nulls, element type, length, first index
_LENGTH = Struct("!i")
_NULL = _LENGTH.pack(-1)


def int_array(values: Sequence[int]) -> bytes:
    """An `integer[]`."""
    words = [4] * (2 * len(values))
    words[1::2] = values
    return _header("int4", len(values)) + pack(f"!{len(words)}i", *words)


def text_array(values: Sequence[bytes]) -> bytes:
    """A `text[]` of texts given in UTF-8."""
    return _varlena("text", values)


def bytea_array(values: Sequence[bytes | None]) -> bytes:
    """A `bytea[]`, with nulls for None."""
    return _varlena("bytea", values)


def _header(element: str, length: int) -> bytes:
    return _HEADER.pack(1, 1, types[element].oid, length, 1)


def _varlena(element: str, values: Sequence[bytes | None]) -> bytes:
    parts = [_header(element, len(values))]
    for value in values:
        if value is None:
            parts.append(_NULL)
        else:
            parts += (_LENGTH.pack(len(value)), value)
    return b"".join(parts)

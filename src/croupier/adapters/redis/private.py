"""Readings with what only their viewer may see: they lie in Valkey sealed for him.

Valkey holds what may be lost and has no secrets of its own to keep: who looks into it, or moves what is in
it to another's name, learns no face-down card.
"""

from base64 import b64decode, b64encode
from binascii import Error
from typing import Final

from croupier.service.errors import SealBroken
from croupier.service.ports import KeptReading, Projected, Secrets

_SEALED: Final = b"sealed:"


def as_kept(secrets: Secrets, log: str, table: Projected) -> tuple[list[str], dict[str, str]]:
    """Beginnings and readings as they are kept: openly what begins as the public's does, all else sealed."""
    holders = {f"seat:{seat}": player for player, seat in table.players.items()}
    readings = {}
    for viewer, (number, rest) in table.readings.items():
        if number:
            whole = table.beginnings[number] + rest
            sealed = secrets.seal(whole, _context(log, table.table, holders.get(viewer, viewer)))
            rest = _SEALED + b64encode(sealed)
        readings[viewer] = f"{number}|{rest.decode()}"
    return ["" if at else begin.decode() for at, begin in enumerate(table.beginnings)], readings


def opened(secrets: Secrets, log: str, table: str, viewer: str, kept: KeptReading) -> KeptReading | None:
    """The reading as its viewer reads it.

    None when it was sealed for another than him, or does not open with the keys there are. What is sealed
    for a seat opens for its player alone, since a seat is anybody's.
    """
    if not kept.body.startswith(_SEALED):
        return kept
    try:
        sealed = b64decode(kept.body.removeprefix(_SEALED), validate=True)
        body = secrets.unseal(sealed, _context(log, table, viewer.removeprefix("player:")))
    except (SealBroken, Error):
        return None
    return KeptReading(kept.revision, kept.position, body)


def _context(log: str, table: str, owner: str) -> bytes:
    return "\0".join(("reading", log, table, owner)).encode()

"""One call of the database's function `append`: what is sent with it, and what its answer means."""

import asyncio
from collections.abc import Sequence

from croupier.adapters.postgres.arrays import bytea_array, int_array, text_array
from croupier.service.ports import Append, Appended, Conflict, NewEntry, Repeated
from croupier.service.records import MOST_BYTES

Outcome = Appended | Conflict | Repeated
OutcomeRow = tuple[int | None, int | None, bytes | None, bytes | None]

_LONGEST_NAME = 255  # bytes; a longer one would not fit the indexes
_LAST_REVISION = 2**31 - 1


class Submission:
    """An append on its way: checked, its names encoded, with the future that its caller awaits.

    `claims` are its streams and its idempotency key, `size` its bytes. Raises `ValueError` for what the
    database would refuse, because there it would fail a whole batch.
    """

    __slots__ = ("append", "claims", "names", "outcome", "request", "size")

    def __init__(self, append: Append) -> None:
        self.append = append
        self.outcome: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self.names: list[bytes] = []
        self.size = 0
        for entry in append.entries:
            _check(entry)
            self.names.append(encoded(entry.stream))
            self.size += len(entry.record)
        self.claims: set[bytes | tuple[bytes, bytes]] = set(self.names)
        if not 0 < len(self.names) == len(self.claims):
            raise ValueError("an append has entries, each of another stream")
        self.request: tuple[bytes, bytes, bytes, bytes] | None = None
        if (request := append.idempotency) is not None:
            scope, key = encoded(request.scope), encoded(request.key)
            self.request = (scope, key, request.fingerprint, request.answer)
            self.claims.add((scope, key))
            self.size += len(request.answer)


def encoded(name: str) -> bytes:
    """A name as the database takes it: 1 to 255 bytes of UTF-8 without a zero. Raises `ValueError`."""
    data = name.encode()
    if not 0 < len(data) <= _LONGEST_NAME or b"\0" in data:
        raise ValueError(f"a name has 1 to {_LONGEST_NAME} bytes, none of them zero: {name!r:.300}")
    return data


def parameters(log: str, batch: Sequence[Submission], sent_again: bool) -> list[bytes]:
    """The parameters of the function `append` for a batch, in which no two submissions share a claim."""
    numbers: list[int] = []
    names: list[bytes] = []
    entries: list[NewEntry] = []
    for number, submission in enumerate(batch):
        numbers += [number] * len(submission.names)
        names += submission.names
        entries += submission.append.entries
    requests = [(number, *one.request) for number, one in enumerate(batch) if one.request is not None]
    return [
        log.encode(),
        b"\x01" if sent_again else b"\x00",
        int_array(numbers),
        text_array(names),
        int_array([entry.revision for entry in entries]),
        bytea_array([entry.record for entry in entries]),
        bytea_array([entry.sealed for entry in entries]),
        int_array([number for number, *_ in requests]),
        text_array([scope for _, scope, *_ in requests]),
        text_array([key for _, _, key, *_ in requests]),
        bytea_array([fingerprint for *_, fingerprint, _ in requests]),
        bytea_array([answer for *_, answer in requests]),
    ]


def outcomes(batch: Sequence[Submission], rows: Sequence[OutcomeRow]) -> list[Outcome]:
    """What became of each of the batch, from the rows that the function `append` returned."""
    (_, position, *_), *others = rows
    assert position is not None
    settled: dict[int | None, Outcome] = {}
    for row in others:
        settled.setdefault(row[0], _settled(row))
    found: list[Outcome] = []
    for number, submission in enumerate(batch):
        outcome = settled.get(number)
        if outcome is None:
            outcome = Appended(position)
            position += len(submission.names)
        found.append(outcome)
    return found


def _settled(row: OutcomeRow) -> Outcome:
    _, position, fingerprint, answer = row
    if position is None:
        return Conflict()
    if fingerprint is None or answer is None:
        return Appended(position)
    return Repeated(fingerprint=fingerprint, answer=answer, position=position)


def _check(entry: NewEntry) -> None:
    if not 0 < len(entry.record) <= MOST_BYTES:
        raise ValueError(f"a record has 1 to {MOST_BYTES} bytes, not {len(entry.record)}")
    if not 0 < entry.revision <= _LAST_REVISION:
        raise ValueError(f"there is no revision {entry.revision}")

"""Asking witnesses over HTTP for their cosignatures (C2SP tlog-witness)."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from typing import Final

import httpx
from msgspec import Struct

from croupier.adapters.settings import Settings, SettingsError
from croupier.service.errors import CroupierError
from croupier.service.ports import Trouble
from croupier.service.ports.transparency import SignatureChecker
from croupier.service.transparency.checkpoints import parse_checkpoint
from croupier.service.transparency.cosignatures import is_cosigned
from croupier.service.transparency.decimals import parse_decimal
from croupier.service.transparency.malformed import Malformed
from croupier.service.transparency.notes import (
    COSIGNATURE,
    VerifierKey,
    parse_note,
    parse_signature,
    parse_verifier_key,
)
from croupier.service.transparency.submissions import write_submission

Prover = Callable[[str, int, int], Awaitable[Sequence[bytes]]]
"""The consistency proof of the log of an origin, from a size to a larger one."""

PATIENCE: Final = 5.0
"""Seconds for a witness to answer in, all told."""
IMPATIENCE: Final = 1.0
"""Seconds for one that was too late the last time, so that the others' cosignatures don't wait for it."""

_MOST_BYTES: Final = 64 * 1024
_ATTEMPTS: Final = 3
_OK: Final = 200
_CONFLICT: Final = 409
_SIZE: Final = "text/x.tlog.size"

_configured = re.compile(r"(?P<key>[^+\s]+\+[0-9a-f]{8}\+[A-Za-z0-9+/=]+)@(?P<url>https?://\S+)").fullmatch


class NotCosigned(Exception):
    """The witness gave no cosignature; the text says why."""


_FAILURES: Final = (httpx.HTTPError, httpx.InvalidURL, TimeoutError, Malformed, CroupierError, NotCosigned)


class WitnessAt(Struct, frozen=True):
    """A witness: its key, and the URL that `/add-checkpoint` goes behind."""

    key: VerifierKey
    url: str


def configured_witnesses(settings: Settings) -> tuple[WitnessAt, ...]:
    """The witnesses of `CROUPIER_WITNESSES`. Raises `SettingsError`."""
    texts = (text.strip() for text in (settings.witnesses or "").split(","))
    return tuple(_witness_at(text) for text in texts if text)


def _witness_at(text: str) -> WitnessAt:
    found = _configured(text)
    try:
        key = parse_verifier_key(found["key"]) if found else None
    except Malformed as error:
        raise SettingsError(f"CROUPIER_WITNESSES: {error}") from None
    if found is None or key is None or key.algorithm != COSIGNATURE:
        raise SettingsError(
            "CROUPIER_WITNESSES: <witness's verifier key>@<URL> is wanted, with commas between"
        )
    return WitnessAt(key, found["url"].rstrip("/"))


class HttpWitnesses:
    """Implements `Witnesses`. No witness can break anything, or hold it up for longer than `PATIENCE`."""

    def __init__(
        self,
        witnesses: Iterable[WitnessAt],
        prover: Prover,
        checker: SignatureChecker,
        trouble: Trouble,
    ) -> None:
        """`prover` is asked where a witness stands elsewhere than others; `trouble` hears of failures."""
        self._witnesses = tuple(witnesses)
        self._prover, self._checker, self._trouble = prover, checker, trouble
        # Its own time-outs are for each step; `_line` has one for the whole.
        self._client = httpx.AsyncClient(timeout=None)  # noqa: S113
        self._sizes: dict[tuple[WitnessAt, str], int] = {}
        self._late: set[WitnessAt] = set()

    async def close(self) -> None:
        """Give the connections up."""
        await self._client.aclose()

    async def cosign(
        self, origin: str, old_size: int, proof: Sequence[bytes], note: bytes
    ) -> tuple[str, ...]:
        """The verified signature lines of all witnesses that gave one; who fails is asked next time again."""
        size = parse_checkpoint(parse_note(note).text).size
        proofs = {old_size: proof}
        asked = [
            self._line(_Asking(witness, origin, size, note, proofs), old_size) for witness in self._witnesses
        ]
        return tuple(line for line in await asyncio.gather(*asked) if line)

    async def _line(self, asking: "_Asking", old_size: int) -> str | None:
        witness = asking.witness
        try:
            async with asyncio.timeout(IMPATIENCE if witness in self._late else PATIENCE):
                line = await self._cosigned(asking, old_size)
        except _FAILURES as error:
            (self._late.add if isinstance(error, TimeoutError) else self._late.discard)(witness)
            self._trouble(f"no cosignature by {witness.key.name}", error)
            return None
        self._late.discard(witness)
        return line

    async def _cosigned(self, asking: "_Asking", old_size: int) -> str:
        """Begin where this witness stood last; where it stands elsewhere by now, begin there."""
        place = asking.witness, asking.origin
        old_size = self._sizes.get(place, old_size)
        for _ in range(_ATTEMPTS):
            if old_size > asking.size:
                raise NotCosigned(f"it has cosigned size {old_size} already")
            answer = await self._ask(asking, old_size)
            self._sizes[place] = asking.size if isinstance(answer, str) else answer
            if isinstance(answer, str):
                return answer
            old_size = answer
        raise NotCosigned("it changes its mind about what it cosigned last")

    async def _ask(self, asking: "_Asking", old_size: int) -> str | int:
        """The verified line, or the size that the witness cosigned last."""
        if old_size not in asking.proofs:
            asking.proofs[old_size] = await self._prover(asking.origin, old_size, asking.size)
        body = write_submission(old_size, asking.proofs[old_size], asking.note)
        status, media, answer = await self._post(f"{asking.witness.url}/add-checkpoint", body)
        if status == _CONFLICT and media == _SIZE:
            return parse_decimal(answer.removesuffix("\n"), "size that the witness tells")
        if status != _OK:
            raise NotCosigned(f"it answered {status}: {answer[:200]!r}")
        for line in self._valid(asking, answer):
            return line
        raise NotCosigned("it answered without a valid cosignature by its key")

    def _valid(self, asking: "_Asking", answer: str) -> Iterator[str]:
        text = parse_note(asking.note).text
        for line in answer.removesuffix("\n").split("\n"):
            if is_cosigned(text, parse_signature(line), asking.witness.key, self._checker):
                yield line

    async def _post(self, url: str, body: bytes) -> tuple[int, str, str]:
        """Status, type and text of the answer. Raises `NotCosigned` when it is too long."""
        found = b""
        async with self._client.stream("POST", url, content=body) as response:
            # As it comes: what is packed could unfold to any length.
            async for part in response.aiter_raw():
                found += part
                if len(found) > _MOST_BYTES:
                    raise NotCosigned("its answer has no end")
        media, _, _ = response.headers.get("content-type", "").partition(";")
        return response.status_code, media.strip(), found.decode(errors="replace")


class _Asking(Struct, frozen=True):
    """What a witness is asked for, with the proofs known so far, by the sizes that they begin at."""

    witness: WitnessAt
    origin: str
    size: int
    note: bytes
    proofs: dict[int, Sequence[bytes]]

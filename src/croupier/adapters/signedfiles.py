"""What was signed, remembered in files beside the private key (`Remembered`)."""

import asyncio
import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Final, TypeVar
from urllib.parse import quote, unquote

from msgspec import DecodeError
from msgspec.json import Decoder, encode

from croupier.adapters import durable
from croupier.service.ports.transparency import Remembered, TreeHead
from croupier.service.transparency.malformed import Malformed

T = TypeVar("T")

_LONGEST_NAME: Final = 128
_SUFFIX: Final = ".signed"
_decode: Final = Decoder(Remembered).decode


class SignedFiles:
    """Implements `SignedHeads`: a file `<log>.signed` for each log in a folder, for its owner only.

    Processes of one machine share the folder; a lock on it makes each change one step. A change is on the
    disk before it counts. All raise `OSError`, and `Malformed` when a file can't be read.
    """

    def __init__(self, folder: Path) -> None:
        """The folder, which is made when it is not there."""
        self._folder = folder

    async def last(self, log: str) -> Remembered | None:
        """What is remembered of the log, None when nothing was ever signed here."""
        return await self._locked(lambda: self._read(log))

    async def sign(self, log: str, after: TreeHead | None, head: TreeHead) -> bool:
        """Remember durably that `head` is signed next; False when the last signed is not `after` any more."""

        def change() -> bool:
            kept = self._read(log)
            if (kept.signed if kept else None) != after:
                return False
            self._write(log, Remembered(head, kept.published if kept else None))
            return True

        return await self._locked(change)

    async def publish(self, log: str, head: TreeHead) -> None:
        """Remember that the database has published the checkpoint, unless a larger one is remembered."""

        def change() -> None:
            kept = self._read(log)
            if kept is None or kept.published is None or kept.published.size < head.size:
                signed = head if kept is None or kept.signed.size < head.size else kept.signed
                self._write(log, Remembered(signed, head))

        await self._locked(change)

    async def names(self) -> frozenset[str]:
        """All logs that have a file, each by its `name_of`; the files are not read."""

        def listed() -> frozenset[str]:
            files = (path.name for path in self._folder.iterdir())
            return frozenset(unquote(name.removesuffix(_SUFFIX)) for name in files if name.endswith(_SUFFIX))

        return await self._locked(listed)

    def name_of(self, log: str) -> str:
        """The log's own name, or its SHA-256 in hex when the name is too long for a file's."""
        return log if len(quote(log, safe="")) <= _LONGEST_NAME else sha256(log.encode()).hexdigest()

    async def _locked(self, work: Callable[[], T]) -> T:
        return await asyncio.to_thread(self._under_lock, work)

    def _under_lock(self, work: Callable[[], T]) -> T:
        with self._lock():
            return work()

    @contextmanager
    def _lock(self) -> Iterator[None]:
        durable.private_folder(self._folder)
        descriptor = os.open(self._folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            yield
        finally:
            os.close(descriptor)

    def _read(self, log: str) -> Remembered | None:
        path = self._path(log)
        try:
            return _decode(path.read_bytes())
        except FileNotFoundError:
            return None
        except DecodeError as error:
            raise Malformed(f"{path} can't be read: {error}") from error

    def _write(self, log: str, remembered: Remembered) -> None:
        durable.replace(self._path(log), encode(remembered) + b"\n")

    def _path(self, log: str) -> Path:
        return self._folder / f"{quote(self.name_of(log), safe='')}{_SUFFIX}"

"""Installed distributions, by the records that every wheel brings (packaging.python.org, `RECORD`)."""

import base64
import csv
import hashlib
import re
import sys
import sysconfig
from collections.abc import Iterator
from importlib.metadata import Distribution, distributions
from pathlib import Path, PurePosixPath
from typing import Final, Literal

from msgspec import Struct

from croupier.service.software.comparing import Difference
from croupier.service.software.manifest import Package

_OWN: Final = "croupier"

# What the installer writes for itself says nothing of the software, and programs in bin/ name the folder.
_INSTALLERS: Final = {"INSTALLER", "REQUESTED", "RECORD", "direct_url.json"}

_ALGORITHMS: Final = {"sha256", "sha384", "sha512"}


class _Recorded(Struct, frozen=True):
    """A line of a record: a file, and `ALGORITHM=DIGEST` in URL-safe Base64; empty where there is none."""

    path: PurePosixPath
    digest: str

    @property
    def is_compiled(self) -> bool:
        return self.path.suffix == ".pyc"

    @property
    def is_content(self) -> bool:
        inside = ".." not in self.path.parts and self.path.name not in _INSTALLERS
        return bool(self.digest) and inside and not self.is_compiled

    def fits(self, content: bytes) -> bool:
        algorithm, _, digest = self.digest.partition("=")
        if algorithm not in _ALGORITHMS:
            return False
        found = hashlib.new(algorithm, content).digest()
        return base64.urlsafe_b64encode(found).rstrip(b"=").decode() == digest.rstrip("=")


def installed() -> Iterator[Package]:
    """Every distribution but the program's own, by name: whatever is installed could be imported."""
    for name, found in sorted(_distributions(sys.path).items()):
        if name != _OWN:
            yield Package(name, found.version, _contents(found))


def altered_files(folder: Path | None = None) -> Iterator[Difference]:
    """The packages' files that are not as their records have them, and files that no package brought.

    Looked at is all that is installed for this process, or what is installed to a `folder`. Compiled files
    are passed over: Python makes them anew.
    """
    folders = {folder} if folder else {Path(sysconfig.get_path(of)) for of in ("purelib", "platlib")}
    recorded: set[Path] = set()
    for name, found in sorted(_distributions([str(folder)] if folder else sys.path).items()):
        for line in _record(found) or ():
            file = Path(str(found.locate_file(line.path))).resolve()
            recorded.add(file)
            if kind := _alteration(file, line):
                yield Difference("package-file", str(line.path), kind, f"of {name}")
    for stray in sorted(_on_disk(folders) - recorded):
        yield Difference("package-file", str(stray), "added", "no package brought it")


def _distributions(path: list[str]) -> dict[str, Distribution]:
    """By their normalised names; of two of one name the first on the path, which is what is imported."""
    found: dict[str, Distribution] = {}
    for one in distributions(path=path):
        found.setdefault(re.sub(r"[-_.]+", "-", one.name).lower(), one)
    return found


def _record(found: Distribution) -> list[_Recorded] | None:
    """The record's lines, also of files that are gone, which `Distribution.files` passes over."""
    text = found.read_text("RECORD")
    if text is None:
        return None
    return [_Recorded(PurePosixPath(row[0]), row[1]) for row in csv.reader(text.splitlines()) if len(row) > 1]


def _contents(found: Distribution) -> str | None:
    """The SHA-256 over `PATH DIGEST` of each recorded file, a line each, by path."""
    record = _record(found)
    if record is None:
        return None
    lines = sorted(f"{line.path} {line.digest}\n" for line in record if line.is_content)
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def _alteration(file: Path, line: _Recorded) -> Literal["changed", "missing"] | None:
    if not line.digest or line.is_compiled:
        return None
    try:
        content = file.read_bytes()
    except FileNotFoundError:
        return "missing"
    return None if line.fits(content) else "changed"


def _on_disk(folders: set[Path]) -> set[Path]:
    """Every file in the folders that packages are installed to."""
    within = (path for folder in folders for path in folder.resolve().rglob("*"))
    return {path for path in within if path.is_file() and path.suffix != ".pyc"}

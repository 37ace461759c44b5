"""The list of the software, and the one hash over all of it."""

from collections.abc import Iterator
from hashlib import sha256
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

_FIRST_LINE: Final = "croupier software v1"


class SoftwareFile(Struct, frozen=True):
    """A file of the program: its path within the package, with `/`, and the SHA-256 of its content."""

    path: str
    sha256: str


class Package(Struct, frozen=True):
    """A distribution that is installed beside the program.

    `contents` is the SHA-256 over what its own record lists, path and hash of every file; None where a
    distribution came without a record.
    """

    name: str
    version: str
    contents: str | None = None


class Manifest(Struct, frozen=True):
    """The software: the program's version, files and rule code, Python's version, all other packages.

    `hash` is the SHA-256 over these lines in UTF-8, each ended by a line feed: `croupier software v1`,
    `version V`, `python V`, `rule-code ID`, `package NAME VERSION CONTENTS` (`-` for none) by name,
    `file SHA256 PATH` by path.
    """

    version: str
    python: str
    rule_code: str
    files: tuple[SoftwareFile, ...]
    packages: tuple[Package, ...]
    hash: str = ""

    def hashed(self) -> "Manifest":
        """The manifest with the hash that its content has."""
        text = "".join(f"{line}\n" for line in _lines(self))
        return replace(self, hash=sha256(text.encode()).hexdigest())

    @property
    def is_whole(self) -> bool:
        """Whether the hash is that of the content."""
        return self.hashed().hash == self.hash


def _lines(manifest: Manifest) -> Iterator[str]:
    yield _FIRST_LINE
    yield f"version {manifest.version}"
    yield f"python {manifest.python}"
    yield f"rule-code {manifest.rule_code}"
    for package in sorted(manifest.packages, key=lambda package: package.name):
        yield f"package {package.name} {package.version} {package.contents or '-'}"
    for file in sorted(manifest.files, key=lambda file: file.path):
        yield f"file {file.sha256} {file.path}"

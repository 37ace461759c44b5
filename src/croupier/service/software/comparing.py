"""What differs between the software as it was kept and as it is."""

from collections.abc import Iterator, Mapping
from typing import Literal

from msgspec import Struct

from croupier.service.software.manifest import Manifest

Kind = Literal["changed", "missing", "added"]


class Difference(Struct, frozen=True):
    """Something that is not as it was kept: a file, a package, or what `part` names."""

    part: Literal["file", "package", "package-file", "python", "version", "rule-code", "list"]
    name: str
    kind: Kind
    detail: str = ""

    def __str__(self) -> str:
        """`file changed: service/handling.py`, with the detail behind it."""
        named = f": {self.name}" if self.name else ""
        return f"{self.part} {self.kind}{named}" + (f" ({self.detail})" if self.detail else "")


def differences(kept: Manifest, found: Manifest) -> Iterator[Difference]:
    """All that differs, the kept list's own hash first."""
    if not kept.is_whole:
        yield Difference("list", "", "changed", "its hash is not that of its content")
    for part, before, now in (
        ("version", kept.version, found.version),
        ("python", kept.python, found.python),
        ("rule-code", kept.rule_code, found.rule_code),
    ):
        if before != now:
            yield Difference(part, "", "changed", f"{before}, now {now}")  # type: ignore[arg-type]
    for name, kind in _changes(_files(kept), _files(found)):
        yield Difference("file", name, kind)
    yield from _package_differences(kept, found)


def _package_differences(kept: Manifest, found: Manifest) -> Iterator[Difference]:
    before = {package.name: package for package in kept.packages}
    now = {package.name: package for package in found.packages}
    for name, kind in _changes(before, now):
        versions = [packages[name].version for packages in (before, now) if name in packages]
        yield Difference("package", name, kind, ", now ".join(dict.fromkeys(versions)))


def _files(manifest: Manifest) -> dict[str, str]:
    return {file.path: file.sha256 for file in manifest.files}


def _changes(before: Mapping[str, object], now: Mapping[str, object]) -> Iterator[tuple[str, Kind]]:
    for name in sorted(before.keys() | now.keys()):
        if name not in now:
            yield name, "missing"
        elif name not in before:
            yield name, "added"
        elif before[name] != now[name]:
            yield name, "changed"

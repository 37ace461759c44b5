"""The list of what is installed: the program's files by content, all packages by their records."""

import platform
from collections.abc import Iterator
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable

from croupier import __version__
from croupier.adapters.software.packages import installed
from croupier.adapters.system import rule_code
from croupier.service.software.manifest import Manifest, SoftwareFile


class InstalledSoftware:
    """An `Inventory` of this process's own installation."""

    def manifest(self) -> Manifest:
        """The software as it lies on the disk now."""
        found = sorted(_contents(files("croupier"), ""))
        listed = tuple(SoftwareFile(path, sha256(content).hexdigest()) for path, content in found)
        return Manifest(
            __version__, platform.python_version(), rule_code(), listed, tuple(installed())
        ).hashed()


def _contents(folder: Traversable, prefix: str) -> Iterator[tuple[str, bytes]]:
    """Every file below the folder but what Python compiles for itself."""
    for child in folder.iterdir():
        if child.is_dir():
            if child.name != "__pycache__":
                yield from _contents(child, f"{prefix}{child.name}/")
        else:
            yield prefix + child.name, child.read_bytes()

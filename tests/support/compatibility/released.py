"""The documents of releases, and what since the last of them breaks clients knowingly."""

import json
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).parents[3] / "openapi"


class Documents:
    """A folder with the document as it is now, and below `released` those of releases."""

    def __init__(self, folder: Path = _FOLDER) -> None:
        """Those of the repository, unless told otherwise."""
        self._committed = folder / "croupier.openapi.json"
        self._released = folder / "released"
        self._accepted = self._released / "accepted.txt"

    @property
    def committed(self) -> Any:
        """The document as it is now."""
        return json.loads(self._committed.read_text("utf-8"))

    @property
    def last(self) -> Any:
        """The document of the last release, that of the highest version. Raises `ValueError` without any."""
        found = max(self._released.glob("croupier-*.openapi.json"), key=_version)
        return json.loads(found.read_text("utf-8"))

    @property
    def accepted(self) -> list[str]:
        """What is broken knowingly since then: one break a line, below the reason in lines with a `#`.

        `*` stands for any place, as in `*: query after is not taken any more`.
        """
        lines = self._accepted.read_text("utf-8").splitlines()
        return [line for line in lines if line and not line.startswith("#")]

    def unaccepted(self, breaks: Iterable[str]) -> list[str]:
        """Those of the breaks that nobody accepted."""
        lines = self.accepted
        return [one for one in breaks if not any(_says(line, one) for line in lines)]

    def needless(self, breaks: Iterable[str]) -> list[str]:
        """What is accepted though it breaks nothing."""
        found = [*breaks]
        return [line for line in self.accepted if not any(_says(line, one) for one in found)]

    def release(self, version: str) -> None:
        """Keep the document as it is now as that of a version; nothing has been broken since."""
        shutil.copy(self._committed, self._released / f"croupier-{version}.openapi.json")
        self._accepted.write_text("", "utf-8")


def _says(line: str, what: str) -> bool:
    if line.startswith("*: "):
        return what.partition(": ")[2] == line.removeprefix("*: ")
    return line == what


def _version(path: Path) -> tuple[int, ...]:
    text = path.name.removeprefix("croupier-").removesuffix(".openapi.json")
    return tuple(int(part) for part in text.split("."))

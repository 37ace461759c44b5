"""What of the interface is on its way out: said in the document, and with every answer.

A route is marked in its `Operation`, a command's in `COMMANDS`, a whole version in `VERSIONS`.
docs/versioning.md tells how long what is marked goes on working.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import format_datetime
from typing import Final

from msgspec import Struct

from croupier.adapters.http.server.rsgi import Fields


class Deprecation(Struct, frozen=True):
    """Since when something should not be used any more, and where one can read what to use instead.

    `sunset` is from when on it may be gone, None while that is open; never before `since` (RFC 9745, 4). Both
    are UTC.
    """

    since: datetime
    link: str
    sunset: datetime | None = None

    def __post_init__(self) -> None:
        """Raises `ValueError` for times that make no sense."""
        if self.since.tzinfo is not UTC or (self.sunset and self.sunset.tzinfo is not UTC):
            raise ValueError("a deprecation's times are UTC")
        if self.sunset and self.sunset < self.since:
            raise ValueError("nothing is gone before it is deprecated")

    @property
    def fields(self) -> Fields:
        """The header fields `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and `Link` (RFC 8288)."""
        fields = [
            ("deprecation", f"@{int(self.since.timestamp())}"),
            ("link", f'<{self.link}>; rel="deprecation"'),
        ]
        if self.sunset:
            fields.append(("sunset", format_datetime(self.sunset, usegmt=True)))
        return fields

    @property
    def text(self) -> str:
        """What the document says of it."""
        gone = f", and may be gone from {self.sunset:%Y-%m-%d} on" if self.sunset else ""
        return f"Deprecated since {self.since:%Y-%m-%d}{gone}: see {self.link}"


VERSIONS: Final[Mapping[str, Deprecation]] = {}
"""Whole versions of the interface, by the beginnings of their paths, such as `/v1/`."""

COMMANDS: Final[Mapping[str, Deprecation]] = {}
"""Commands' routes, by what follows the table's id in the path, such as `baccarat/place-bet`."""


def deprecation_of(
    path: str, marked: Deprecation | None, versions: Mapping[str, Deprecation] = VERSIONS
) -> Deprecation | None:
    """The deprecation of a route at that path: its own mark, else its version's."""
    if marked:
        return marked
    return next((found for beginning, found in versions.items() if path.startswith(beginning)), None)

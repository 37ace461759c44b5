"""The entries in a bundle's members of records."""

import re
from collections.abc import Iterator
from typing import Final

from msgspec import DecodeError, Struct
from msgspec.json import Decoder

from croupier.service.bundles.format import MOST_LINES
from croupier.service.ports import Entry
from croupier.service.verifying.archive import Member
from croupier.service.verifying.findings import Findings

_line: Final = re.compile(rb"(0|[1-9][0-9]{0,17})\t(.+)").fullmatch


class _Heading(Struct, frozen=True):
    stream: str
    revision: int


_decode: Final = Decoder(_Heading).decode


def entries_of(member: Member, findings: Findings | None = None) -> Iterator[Entry]:
    """The entries in the member's lines; what is wrong with a line is added to the `findings`, if given.

    An entry's stream and revision are those that its record names: "" and 0 where it can't be read. Raises
    `TooMany`.
    """
    lines = member.content.split(b"\n")
    if lines.pop() and findings:
        findings.say("line-unreadable", "the last line has no line feed at its end", member.name)
    if len(lines) > MOST_LINES and findings:
        findings.say("line-unreadable", f"there are more than {MOST_LINES} lines", member.name)
    for number, line in enumerate(lines, 1):
        if match := _line(line):
            yield _entry(int(match[1]), match[2])
        elif findings:
            what = f"line {number} is not a position, a tab and a record"
            findings.say("line-unreadable", what, member.name)


def _entry(position: int, record: bytes) -> Entry:
    try:
        heading = _decode(record)
    except (DecodeError, UnicodeDecodeError, RecursionError):
        return Entry(position, "", 0, record, None)
    return Entry(position, heading.stream, heading.revision, record, None)

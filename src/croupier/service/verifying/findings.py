"""What a verification may find wrong with a bundle."""

from typing import Final, Literal

from msgspec import Struct

from croupier.service.replay.findings import Code as ReplayCode

BundleCode = Literal[
    "not-a-bundle",  # the file is no tar archive, or does not begin with a manifest
    "bundle-truncated",  # the file ends before its end
    "bundle-damaged",  # the file is not as long, or not of the bytes, that its end member says
    "bundle-changed",  # the file changed while it was read
    "trailing-data",  # something follows behind the archive's end
    "member-irregular",  # a member is no plain file, or its header has anything else in it than it may
    "member-unknown",  # a member of a name that bundles don't have
    "member-too-large",  # a member is larger than one of its kind can be
    "member-order",  # a member is missing, there twice, or not where it belongs
    "manifest-unreadable",  # the manifest is not in the format
    "version-unknown",  # the bundle is of a version that this program does not know
    "end-unreadable",  # the last member is not in the format
    "key-unreadable",  # the bundle's key member holds no verifier keys
    "key-untrusted",  # nobody said whose key to trust
    "checkpoint-unreadable",  # the checkpoint is not in the format
    "signature-missing",  # no trusted key has signed the checkpoint
    "signature-invalid",  # a signature under a trusted key's name and id is not that key's
    "witness-missing",  # a witness asked for has not cosigned the checkpoint
    "witness-invalid",  # a cosignature under a witness's name and id is not that witness's
    "origin-differs",  # checkpoint, manifest and key are not of the same log
    "size-differs",  # the manifest speaks of a tree of another size than the checkpoint
    "root-differs",  # the tiles at the tree's edge do not have the root that is signed
    "tile-missing",  # a tile that proves records is not there
    "tile-differs",  # a tile is not the one that the tile above it stands for
    "tile-unreadable",  # a tile is not of as many hashes as it should be
    "leaf-differs",  # a record is not the one that is in the tree at its position
    "line-unreadable",  # a line of a records member is not in the format
    "position-order",  # a record does not come behind the one before it
    "beyond-checkpoint",  # a record's position is not in the tree that was signed
    "history-differs",  # the log's first entries are not those of a checkpoint that was kept
    "history-shorter",  # the checkpoint that was kept has more entries than the bundle's
    "history-unproven",  # the bundle is of a part, and can't be held to an earlier checkpoint
    "records-missing",  # the bundle does not hold what it says it holds
    "selection-differs",  # a record is in the bundle that is not of what it says it holds
]
"""Faults of the bundle and of its proofs."""

Code = BundleCode | ReplayCode
"""Faults of the bundle, and faults of the log, which a replay finds as well."""

MOST_LISTED: Final = 1_000


class Finding(Struct, frozen=True):
    """One thing wrong: its kind, a sentence about it, and where it shows, as far as that can be told.

    `member` is a name in the bundle; `position`, `stream` and `revision` are those of an entry.
    """

    code: Code
    detail: str
    member: str | None = None
    position: int | None = None
    stream: str | None = None
    revision: int | None = None


class TooMany(Exception):
    """More was found wrong than it makes sense to go on with."""


class Findings:
    """Collects findings: all are counted, the first thousand are kept, and ten thousand are the end."""

    def __init__(self) -> None:
        """None so far."""
        self.listed: list[Finding] = []
        self.wrong = 0

    def add(self, finding: Finding) -> None:
        """One more. Raises `TooMany`."""
        self.wrong += 1
        if self.wrong <= MOST_LISTED:
            self.listed.append(finding)
        if self.wrong == 10 * MOST_LISTED:
            raise TooMany

    def say(self, code: Code, detail: str, member: str | None = None, position: int | None = None) -> None:
        """One more about the bundle. Raises `TooMany`."""
        self.add(Finding(code, detail, member, position))

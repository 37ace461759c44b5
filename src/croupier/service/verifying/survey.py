"""The first reading of a bundle: its form, its signatures, its tree, and every record's place in it."""

from collections.abc import Sequence

from msgspec import DecodeError

from croupier.domain.shuffle import Seed
from croupier.service.bundles import WholeLog, format
from croupier.service.ports import Entry
from croupier.service.ports.transparency import SignatureChecker
from croupier.service.replay import revealed_by
from croupier.service.transparency.checkpoints import Checkpoint
from croupier.service.transparency.malformed import Malformed
from croupier.service.transparency.notes import VerifierKey
from croupier.service.transparency.tiles import ENTRIES, parse_tile_path
from croupier.service.verifying.archive import Archive, Member, Unreadable
from croupier.service.verifying.coverage import Coverage, Open, coverage
from croupier.service.verifying.findings import Findings
from croupier.service.verifying.records import entries_of
from croupier.service.verifying.signatures import Signatures, Trust, read_keys
from croupier.service.verifying.since import Held, KeptCheckpoint, Since
from croupier.service.verifying.tree import Tree

_HEAD = (format.MANIFEST, format.KEY, format.CHECKPOINT)


class Survey:
    """Reads an archive once, and keeps what the second reading needs."""

    def __init__(
        self, trust: Trust, checker: SignatureChecker, findings: Findings, kept: Sequence[KeptCheckpoint] = ()
    ) -> None:
        """Before the first member; `seeds` are those that the records reveal, by deck.

        The log has to go on from the checkpoints that were `kept`.
        """
        self._findings = findings
        self._kept = kept
        self.signatures = Signatures(checker, trust, findings)
        self.manifest: format.Manifest | None = None
        self.checkpoint: Checkpoint | None = None
        self.seeds: dict[str, Seed] = {}
        self.records = 0
        self.sha256 = ""
        self._keys: tuple[VerifierKey, ...] = ()
        self._tree: Tree | None = None
        self._coverage: Coverage | None = None
        self._since: Since | None = None
        self._parts = 0
        self._last = -1

    @property
    def tiles(self) -> int:
        """How many tiles there were."""
        return self._tree.tiles if self._tree else 0

    @property
    def open(self) -> tuple[Open, ...]:
        """What the bundle lacks of its selection and may lack."""
        return self._coverage.open if self._coverage else ()

    @property
    def held(self) -> tuple[Held, ...]:
        """The kept checkpoints that the log goes on from."""
        return tuple(self._since.held) if self._since else ()

    def read(self, archive: Archive) -> None:
        """Read it to its end. Raises `Unreadable`, `TooMany`, `OSError`."""
        members = archive.members()
        for name in _HEAD:
            member = next(members, None)
            if member is None or member.name != name:
                raise Unreadable("member-order", f"{name} should come here", member.name if member else name)
            self._take_head(member)
        ended = False
        for member in members:
            if ended:
                raise Unreadable("member-order", "it follows behind the last member", member.name)
            self._take(member, archive.sha256)
            ended = member.name == format.END
        if not ended:
            raise Unreadable("bundle-truncated", "the last member is not there", format.END)
        self.sha256 = archive.sha256
        self._finish()

    def _take_head(self, member: Member) -> None:
        if member.name == format.MANIFEST:
            self.manifest = _manifest(member.content)
        elif member.name == format.KEY:
            self._take_keys(member.content)
        else:
            self._take_checkpoint(member.content)

    def _take_keys(self, content: bytes) -> None:
        try:
            self._keys = read_keys(content)
        except Malformed as wrong:
            self._findings.say("key-unreadable", f"{wrong}", format.KEY)

    def _take_checkpoint(self, content: bytes) -> None:
        manifest = self.manifest
        checkpoint = self.checkpoint = self.signatures.check(content, self._keys)
        if manifest is None or checkpoint is None:
            return
        named = manifest.origin.endswith(f"/{manifest.log}")
        if checkpoint.origin != manifest.origin or not named:
            said = f"{manifest.origin}, log {manifest.log}"
            what = f"the manifest is of {said}, the checkpoint of {checkpoint.origin}"
            self._findings.say("origin-differs", what, format.MANIFEST)
        if checkpoint.size != manifest.size:
            what = (
                f"the manifest is of a tree of {manifest.size} entries, the checkpoint of {checkpoint.size}"
            )
            self._findings.say("size-differs", what, format.MANIFEST)
        self._tree = Tree(checkpoint, self._findings)
        self._coverage = coverage(manifest.selection, checkpoint.size, self._findings)
        for kept in self._kept:
            self.signatures.check_kept(kept, self._keys)
        whole = isinstance(manifest.selection, WholeLog)
        self._since = Since(self._kept, checkpoint, self._findings, whole=whole)

    def _take(self, member: Member, digest: str) -> None:
        if member.name == format.END:
            self._take_end(member, digest)
        elif member.name.startswith(format.TILES):
            self._take_tile(member)
        elif member.name.startswith(format.RECORDS):
            self._take_records(member)
        else:
            raise Unreadable("member-order", "it is there twice", member.name)

    def _take_tile(self, member: Member) -> None:
        tile = parse_tile_path(member.name)
        if tile is None or tile.level == ENTRIES:
            raise Unreadable("member-unknown", "there is no tile of that name", member.name)
        if self._tree:
            self._tree.take(tile, member.content)

    def _take_records(self, member: Member) -> None:
        expected = format.records_name(self._parts)
        self._parts += 1
        if member.name != expected:
            self._findings.say("member-order", f"{expected} should come here", member.name)
        for entry in entries_of(member, self._findings):
            self._take_entry(entry)

    def _take_entry(self, entry: Entry) -> None:
        self.records += 1
        if entry.position <= self._last:
            what = f"position {self._last} came before it"
            self._findings.say("position-order", what, position=entry.position)
        self._last = max(self._last, entry.position)
        if self._tree and self._coverage and self._since:
            self._tree.leaf(entry.position, entry.record)
            self._coverage.see(entry)
            self._since.take(entry.position, entry.record)
        self.seeds.update(revealed_by(entry))

    def _take_end(self, member: Member, digest: str) -> None:
        try:
            end = format.decode_end(member.content)
        except (DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise Unreadable("end-unreadable", f"{error}", format.END) from None
        if format.encode(end) != member.content:
            raise Unreadable("end-unreadable", "it says the right things in other bytes", format.END)
        if (end.records, end.bytes, end.sha256) != (self.records, member.offset, digest):
            what = "what it says of all before it (records, length, SHA-256) is not what was read"
            self._findings.say("bundle-damaged", what, format.END)

    def _finish(self) -> None:
        if self._tree:
            self._tree.end()
        if self._coverage:
            self._coverage.end()


def _manifest(content: bytes) -> format.Manifest:
    try:
        manifest = format.decode_manifest(content)
    except (DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Unreadable("manifest-unreadable", f"{error}", format.MANIFEST) from None
    if (manifest.format, manifest.version) != (format.FORMAT, format.VERSION):
        said, known = f"{manifest.format} {manifest.version}", f"{format.FORMAT} {format.VERSION}"
        what = f"it says that it is a {said}; this program reads a {known}"
        raise Unreadable("version-unknown", what, format.MANIFEST)
    return manifest

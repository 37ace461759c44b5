"""What a verification came to."""

from typing import Literal

from msgspec import Struct

from croupier.service.bundles.format import Manifest
from croupier.service.bundles.selections import Selection, WholeLog
from croupier.service.replay.book import Chips
from croupier.service.replay.times import Times
from croupier.service.verifying.coverage import Open
from croupier.service.verifying.findings import Finding
from croupier.service.verifying.signatures import Trusted
from croupier.service.verifying.since import Held


class Proven(Struct, frozen=True):
    """The checkpoint that everything is held against.

    `trusted` says where the key came from; `signers` and `cosigners` are the verifier keys whose signatures
    over it hold.
    """

    origin: str
    size: int
    root: str
    trusted: Trusted
    signers: tuple[str, ...]
    cosigners: tuple[str, ...]


class Decided(Struct, frozen=True):
    """What came of deciding the records' commands again.

    `unchecked` entries are of streams that the bundle does not hold from their beginning, or that were lost
    at a finding; `undecided` ones are dealt from decks whose seeds are not revealed in it. Neither is a
    fault, nor are entries by `other_code` than this program's. `decks` is how many seeds
    are revealed, `named_tables` how many test tables were opened with named cards, which come from no seed.
    `chips` are those of a whole log, else `tables` is at how many they were counted. What the `times`
    come to is no fault.
    """

    streams: int
    decided: int
    unchecked: int
    undecided: int
    decks: int
    other_code: int
    tables: int
    chips: Chips | None
    named_tables: int = 0
    times: Times = Times()


class Report(Struct, frozen=True):
    """What a verification came to.

    `wrong` counts the findings, of which the first thousand are listed. `open` is what the bundle lacks
    of its selection and may lack. `proven` is None where the checkpoint could not be read, `decided` where
    the bundle could not be read to its end. `rules` are the games whose rule document is
    another than this program's, `made_by` is the rule code of the service that made it. `held` are the kept
    checkpoints that the log goes on from.
    """

    verdict: Literal["good", "bad"]
    log: str | None
    selection: Selection | None
    records: int
    tiles: int
    seconds: float
    wrong: int
    findings: tuple[Finding, ...]
    open: tuple[Open, ...]
    proven: Proven | None
    decided: Decided | None
    rules: tuple[str, ...]
    made_by: str | None
    held: tuple[Held, ...] = ()

    @property
    def partial(self) -> bool:
        """Whether the bundle is of a part of a log."""
        return not isinstance(self.selection, WholeLog)

    @property
    def rate(self) -> float:
        """Entries a second."""
        return self.records / self.seconds if self.seconds else 0.0


def made(manifest: Manifest | None) -> tuple[str | None, Selection | None, str | None]:
    """Log, selection and code of the manifest, if there is one."""
    return (manifest.log, manifest.selection, manifest.code) if manifest else (None, None, None)

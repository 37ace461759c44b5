"""Verifying a bundle: two readings of one file."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from time import perf_counter
from typing import BinaryIO

from croupier.service.ports.transparency import SignatureChecker
from croupier.service.verifying.archive import Archive, Seen, Unreadable
from croupier.service.verifying.decisions import Decisions
from croupier.service.verifying.findings import Findings, TooMany
from croupier.service.verifying.report import Decided, Proven, Report, made
from croupier.service.verifying.signatures import Trust
from croupier.service.verifying.since import KeptCheckpoint
from croupier.service.verifying.survey import Survey

Progress = Callable[[int], None]
"""Told now and then how many bytes more were read; a good bundle is read twice."""


class Verifier:
    """Verifies bundles. `rulebooks` are the SHA-256 (hex) of this program's rule documents by game."""

    def __init__(self, checker: SignatureChecker, code: str, rulebooks: Mapping[str, str]) -> None:
        """`code` is version and content hash of the rule code by which commands are decided again."""
        self._checker = checker
        self._code = code
        self._rulebooks = rulebooks

    def verify(
        self,
        file: BinaryIO,
        trust: Trust,
        progress: Progress = lambda read: None,
        since: Sequence[KeptCheckpoint] = (),
    ) -> Report:
        """Verify the bundle in a file that can be read from its beginning again. Raises `OSError`.

        Its log has to go on from the checkpoints of before, `since` which it may only have grown.
        """
        began = perf_counter()
        findings = Findings()
        survey = Survey(trust, self._checker, findings, since)
        decided: Decided | None = None
        try:
            file.seek(0)
            survey.read(Archive(file, progress))
            file.seek(0)
            decided = self._decide(file, survey, findings, progress)
        except Unreadable as unreadable:
            _tell(unreadable, findings)
        except TooMany:
            pass
        return self._report(survey, trust, decided, findings, perf_counter() - began)

    def _decide(self, file: BinaryIO, survey: Survey, findings: Findings, seen: Seen) -> Decided | None:
        if survey.manifest is None or survey.checkpoint is None:
            return None
        decisions = Decisions(
            survey.manifest.selection, survey.checkpoint.size, survey.seeds, self._code, findings
        )
        archive = Archive(file, seen)
        decisions.read(archive)
        if archive.sha256 != survey.sha256:
            findings.say("bundle-changed", "the file changed while it was read")
        return decisions.outcome

    def _report(
        self, survey: Survey, trust: Trust, decided: Decided | None, findings: Findings, seconds: float
    ) -> Report:
        log, selection, made_by = made(survey.manifest)
        return Report(
            verdict="bad" if findings.wrong else "good",
            log=log,
            selection=selection,
            records=survey.records,
            tiles=survey.tiles,
            seconds=seconds,
            wrong=findings.wrong,
            findings=tuple(findings.listed),
            open=survey.open,
            proven=_proven(survey, trust),
            decided=decided,
            rules=self._other_rules(survey),
            made_by=made_by,
            held=survey.held,
        )

    def _other_rules(self, survey: Survey) -> tuple[str, ...]:
        said = survey.manifest.rules if survey.manifest else ()
        return tuple(one.game for one in said if self._rulebooks.get(one.game) != one.sha256)


def _tell(unreadable: Unreadable, findings: Findings) -> None:
    with suppress(TooMany):
        findings.say(unreadable.code, f"{unreadable}", unreadable.member)


def _proven(survey: Survey, trust: Trust) -> Proven | None:
    if survey.checkpoint is None:
        return None
    return Proven(
        origin=survey.checkpoint.origin,
        size=survey.checkpoint.size,
        root=survey.checkpoint.root.hex(),
        trusted=trust.of,
        signers=survey.signatures.signers,
        cosigners=survey.signatures.cosigners,
    )

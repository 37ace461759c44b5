"""A verification's report in plain words."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Final

from croupier.adapters.cli.printing import counted, printable
from croupier.adapters.cli.times import about_times, is_ahead
from croupier.service.bundles import OfPlayer, OfRound, OfTable, Selection, Span
from croupier.service.verifying import Finding, Report
from croupier.service.verifying.coverage import Open
from croupier.service.verifying.report import Decided

_TRUSTED: Final = {
    "given": "the key that you gave",
    "bundle": "the key that lies in the bundle; you chose to trust it",
    "none": "the key that lies in the bundle; NOBODY SAID THAT IT IS TO BE TRUSTED",
}
_OPEN: Final[Mapping[Open, str]] = {
    "round-not-over": "the round is not over in this bundle; if it is over by now, its end was left out",
    "decks-not-revealed": (
        "the round's deck is not revealed in this bundle; if it is by now, its reveal was left out"
    ),
}


def lines(report: Report, most: int | None, now: datetime | None = None) -> Iterator[str]:
    """The report's lines, with so many of its findings; `now` is the present moment, when left out."""
    now = now or datetime.now(UTC)
    read = "verified" if report.verdict == "good" else "read"
    yield (
        f"{printable(_title(report))}: {_entries(report.records)} {read} in"
        f" {report.seconds:.2f} s, {report.rate:,.0f} entries/s"
    )
    for line in (*_proof(report), *_decisions(report), *_remarks(report, now), *_findings(report, most)):
        yield f"  {printable(line)}"
    yield _verdict(report, now)


def _title(report: Report) -> str:
    origin = report.proven.origin if report.proven else report.log or "a bundle"
    return f"{origin}, {_part(report.selection)}" if report.selection else origin


def _part(selection: Selection) -> str:
    match selection:
        case OfTable(table=table):
            return f"table {table}"
        case OfRound(table=table, round=number):
            return f"table {table} through round {number}"
        case OfPlayer(player=player):
            return f"player {player}"
        case Span(first=first, last=last, since=since, until=until):
            times = f" ({since or 'the beginning'} to {until or 'the end'})" if since or until else ""
            return f"positions {first} to {last}{times}"
        case _:
            return "the whole log"


def _proof(report: Report) -> Iterator[str]:
    proven = report.proven
    if proven is None:
        return
    yield f"checkpoint: {_entries(proven.size)}, root {proven.root}"
    for key in proven.signers:
        yield f"signed by {key}: {_TRUSTED[proven.trusted]}"
    for key in proven.cosigners:
        yield f"cosigned by the witness {key}"
    for held in report.held:
        yield f"{held.name}: the log goes on from this checkpoint, of {_entries(held.size)}"
    if report.verdict == "good":
        yield f"every record is in the tree that was signed (tiles: {report.tiles:,})"
        if report.decided:
            streams = f"streams: {report.decided.streams:,}"
            yield f"revisions and hashes follow on from record to record ({streams})"


def _decisions(report: Report) -> Iterator[str]:
    decided = report.decided
    if decided is None:
        yield "no command was decided again, the bundle can't be read to its end"
        return
    yield (
        f"{counted(decided.decided, 'command was', 'commands were')} decided again and compared byte for byte"
        f" (decks from revealed seeds: {decided.decks:,})"
    )
    yield from _chips(decided)


def _chips(decided: Decided) -> Iterator[str]:
    if chips := decided.chips:
        yield (
            f"chips: {chips.deposited:,} deposited - {chips.withdrawn:,} withdrawn;"
            f" {chips.in_wallets:,} in wallets + {chips.on_tables:,} on tables"
        )
    elif decided.tables:
        yield f"chips were counted table by table (tables: {decided.tables:,})"


def _remarks(report: Report, now: datetime) -> Iterator[str]:
    """What could not be checked, and what is no fault but good to know."""
    if decided := report.decided:
        yield from _left_open(decided)
        yield from about_times(decided.times, now)
    for code in report.open:
        yield _OPEN[code]
    if report.selection and report.partial:
        yield "not checked: whether later entries were left out; only a bundle of the whole log shows that"
    if report.rules:
        yield f"the rules' documents are other ones than this program's: {', '.join(report.rules)} (no fault)"


def _left_open(decided: Decided) -> Iterator[str]:
    if decided.unchecked:
        yield (
            f"not decided: {_entries(decided.unchecked)} of streams that are not known from their beginning;"
            f" {'its' if decided.unchecked == 1 else 'their'} place in the log is proven"
        )
    if decided.undecided:
        yield f"not decided: {_entries(decided.undecided)} dealt from decks that are not revealed in it"
    if decided.other_code:
        code = "decided by other rule code than this program's (no fault)"
        yield f"{counted(decided.other_code, 'entry was', 'entries were')} {code}"
    if decided.named_tables:
        yield (
            f"test play: {counted(decided.named_tables, 'table was', 'tables were')} opened with named cards,"
            " which come from no seed"
        )


def _findings(report: Report, most: int | None) -> Iterator[str]:
    shown = report.findings[:most]
    for finding in shown:
        yield f"{_place(finding)}: {finding.code}: {finding.detail}"
    if report.wrong > len(shown):
        more = f"{report.wrong - len(shown):,} more are not listed"
        yield f"{more}; --all lists them" if len(shown) < len(report.findings) else more


def _entries(number: int) -> str:
    return counted(number, "entry", "entries")


def _place(finding: Finding) -> str:
    if finding.position is None:
        return finding.member or "the bundle"
    where = f"position {finding.position}"
    return f"{where}, {finding.stream} revision {finding.revision}" if finding.stream else where


def _verdict(report: Report, now: datetime) -> str:
    if report.verdict == "good":
        well = "All is well, as far as this part shows" if report.partial else "All is well"
        return f"{'; '.join((well, *_waits(report), *_named(report), *_dated(report, now)))}."
    return f"NOT GOOD: {report.wrong:,} found wrong."


def _named(report: Report) -> Iterator[str]:
    if report.decided and report.decided.named_tables:
        yield "cards were named at test tables in it"


def _dated(report: Report, now: datetime) -> Iterator[str]:
    """Times that are to be asked about."""
    if report.decided and report.decided.times.dated_back:
        yield f"{counted(report.decided.times.dated_back, 'entry is', 'entries are')} dated back"
    if report.decided and is_ahead(report.decided.times, now):
        yield "its latest time is still to come"


def _waits(report: Report) -> Iterator[str]:
    """What nobody can say yet by this bundle, in a few words."""
    if "round-not-over" in report.open:
        yield "the round is not over in it"
    undecided = report.decided.undecided if report.decided else 0
    if undecided == 1:
        yield "1 entry waits for the reveal of its deck"
    elif undecided:
        yield f"{undecided:,} entries wait for the reveal of their decks"

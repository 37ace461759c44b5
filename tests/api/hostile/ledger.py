"""What has to hold after every storm: nothing is lost, and nobody has more than was paid in."""

from tests.api.calling import Operator

from croupier.adapters.system import rule_code
from croupier.service.replay import OneJudge, Sealed, replay


async def require_nothing_lost(operator: Operator, *, paid_in: int, paid_out: int = 0) -> int:
    """Every entry is decided again to the same bytes, and all chips are where they belong; the entries."""
    judge = OneJudge(Sealed(operator.parts.secrets), rule_code())
    report = await replay(operator.parts.store, operator.log, judge, go_on=True)
    assert report.findings == ()
    assert report.finished
    assert report.chips is not None
    assert (report.chips.deposited, report.chips.withdrawn) == (paid_in, paid_out)
    assert report.chips.in_wallets + report.chips.on_tables == paid_in - paid_out
    return report.entries


async def revision(operator: Operator, table: str) -> int:
    """The table's revision, as its own log has it."""
    return (await operator.parts.services.streams.catch_up(operator.log, table)).revision

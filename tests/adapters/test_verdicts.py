"""What `croupier verify` prints counts as people do, and calls nothing verified that is not good."""

from msgspec.structs import replace
from tests.support.bundling import bundled, verified
from tests.support.playing import Casino

from croupier.adapters.cli.printing import counted
from croupier.adapters.cli.verdicts import lines
from croupier.domain.wallet.commands import OpenWallet
from croupier.service.verifying import Report


async def of_one_entry() -> Report:
    """The verification of a log in which a wallet was opened, and nothing else."""
    casino = Casino()
    await casino.give("wallet-ann", OpenWallet())
    return verified(await bundled(casino))


def test_one_is_no_plural() -> None:
    said = [counted(number, "entry", "entries") for number in (0, 1, 2, 1_234)]
    assert said == ["0 entries", "1 entry", "2 entries", "1,234 entries"]


async def test_a_log_of_one_entry_is_told_of_in_the_singular() -> None:
    printed = "\n".join(lines(await of_one_entry(), None))
    assert ": 1 entry verified in" in printed
    assert "checkpoint: 1 entry, root" in printed
    assert "1 command was decided again" in printed


async def test_what_is_not_good_is_not_called_verified() -> None:
    first, *_, last = lines(replace(await of_one_entry(), verdict="bad", wrong=1), None)
    assert ": 1 entry read in" in first
    assert last == "NOT GOOD: 1 found wrong."

"""Tables whose cards were named are counted by who replays a log or verifies a bundle, and told of."""

from tests.support.bundling import WHOLE, bundled, verified
from tests.support.playing import CODE, Casino

from croupier.adapters.cli.verdicts import lines
from croupier.domain.decks.state import FixedDecks
from croupier.domain.games.baccarat.commands import BaccaratRules
from croupier.domain.table.commands import OpenTable
from croupier.domain.table.state import StakeLimits
from croupier.service.bundles.selections import OfTable
from croupier.service.replay import OneJudge, Sealed, replay

NAMED = "baccarat-aaaaaaaaaaaaaaaa"
SHUFFLED = "baccarat-bbbbbbbbbbbbbbbb"


async def casino() -> Casino:
    """Two test tables with named cards, one of them played at, and one whose cards are shuffled."""
    casino = Casino()
    fixed = FixedDecks((("9S", "KD", "TC", "7H"),))
    for table in (NAMED, "baccarat-cccccccccccccccc"):
        await casino.give(table, OpenTable(StakeLimits(1, 1000), BaccaratRules(), fixed))
    await casino.open(SHUFFLED)
    await casino.wallet("ann")
    await casino.sit(NAMED, 1, "ann")
    await casino.coup(NAMED, {1: 10})
    return casino


async def test_a_replay_counts_them() -> None:
    played = await casino()
    report = await replay(played.store, played.log, OneJudge(Sealed(played.secrets), CODE))
    assert (report.wrong, report.named_tables) == (0, 2)


async def test_a_verification_counts_those_in_the_bundle_and_its_verdict_tells_of_them() -> None:
    played = await casino()
    for request, named in ((WHOLE, 2), (OfTable(NAMED), 1), (OfTable(SHUFFLED), 0)):
        report = verified(await bundled(played, request))
        assert report.verdict == "good"
        assert report.decided
        assert report.decided.named_tables == named
        said = [*lines(report, None)]
        assert ("cards were named at test tables" in said[-1]) == bool(named)
        assert any("with named cards, which come from no seed" in line for line in said) == bool(named)

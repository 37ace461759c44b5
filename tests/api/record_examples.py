"""Not a test of its own: whatever a command at a table leads to is heard once, for `make examples`."""

import pytest
from tests.api.calling import Operator
from tests.api.rounds import by_hand, stage

from croupier.domain.catalogue import GAMES


@pytest.mark.parametrize("game", GAMES)
async def test_every_scenario_is_heard(tester: Operator, game: str) -> None:
    for path in by_hand(game):
        await stage(tester, path)
